// Hash tables, locks and counters: each racy kernel, and the same one mended, whose name ends in Mended.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race,cuda-missing-fence %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>
constexpr int Empty = -1;
__global__ void probe(int *table, const int *keys, int n, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int key = keys[i];
  int h = key % size;
  while (table[h] != Empty && table[h] != key)
    h = (h + 1) % size;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `table[h]`
  table[h] = key;
}
__global__ void probeMended(int *table, const int *keys, int n, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int key = keys[i];
  int h = key % size;
  for (;;) {
    int old = atomicCAS(&table[h], Empty, key);
    if (old == Empty || old == key)
      return;
    h = (h + 1) % size;
  }
}

__global__ void probeMasked(unsigned *table, const unsigned *keys, unsigned n, unsigned size) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned key = keys[i];
  unsigned h = (key * 2654435761u) & (size - 1);
  while (table[h] != 0xffffffffu && table[h] != key)
    h = (h + 1) & (size - 1);
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `table[h]`
  table[h] = key;
}
__global__ void probeMaskedMended(unsigned *table, const unsigned *keys, unsigned n,
                                  unsigned size) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned key = keys[i];
  unsigned h = (key * 2654435761u) & (size - 1);
  unsigned old = atomicCAS(&table[h], 0xffffffffu, key);
  while (old != 0xffffffffu && old != key) {
    h = (h + 1) & (size - 1);
    old = atomicCAS(&table[h], 0xffffffffu, key);
  }
}

__global__ void probeWithReturn(int *table, const int *keys, int n, int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int key = keys[i], h = key & mask;
  for (int tries = 0; tries <= mask; ++tries) {
    if (table[h] == Empty) {
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `table[h]`
      table[h] = key;
      return;
    }
    if (table[h] == key)
      return;
    h = (h + 1) & mask;
  }
}
__global__ void probeWithReturnMended(int *table, const int *keys, int n, int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int key = keys[i], h = key & mask;
  for (int tries = 0; tries <= mask; ++tries) {
    if (table[h] == Empty && atomicCAS(&table[h], Empty, key) == Empty)
      return;
    if (table[h] == key)
      return;
    h = (h + 1) & mask;
  }
}

__global__ void oneSlot(int *table, const int *keys, int n, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int h = keys[i] % size;
  if (table[h] == Empty)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `table[h]`
    table[h] = keys[i];
}
__global__ void oneSlotMended(int *table, const int *keys, int n, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int h = keys[i] % size;
  if (table[h] == Empty)
    atomicCAS(&table[h], Empty, keys[i]);
}

__global__ void countKeys(int *names, int *counts, const int *keys, int n, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int key = keys[i];
  int h = key % size;
  while (true) {
    int seen = atomicCAS(&names[h], Empty, key);
    if (seen == Empty || seen == key) {
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `counts[h]`
      counts[h]++;
      break;
    }
    h = (h + 1) % size;
  }
}
__global__ void countKeysMended(int *names, int *counts, const int *keys, int n, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int key = keys[i];
  int h = key % size;
  while (true) {
    int seen = atomicCAS(&names[h], Empty, key);
    if (seen == Empty || seen == key) {
      atomicAdd(&counts[h], 1);
      break;
    }
    h = (h + 1) % size;
  }
}

__global__ void bloom(unsigned *bits, const unsigned *keys, int n, unsigned m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned h = (keys[i] ^ (keys[i] >> 15)) % m;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `bits[h >> 5]`
  bits[h >> 5] |= 1u << (h & 31);
}
__global__ void bloomMended(unsigned *bits, const unsigned *keys, int n, unsigned m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned h = (keys[i] ^ (keys[i] >> 15)) % m;
  atomicOr(&bits[h >> 5], 1u << (h & 31));
}

__global__ void chains(int *head, int *next, const unsigned *keys, int n, unsigned m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned h = keys[i] % m;
  int old = head[h];
  next[i] = old;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `head[h]`
  head[h] = i;
}
__global__ void chainsMended(int *head, int *next, const unsigned *keys, int n, unsigned m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned h = keys[i] % m;
  next[i] = atomicExch(&head[h], i);
}

__global__ void lockOfThread(float *sum, int *lock, const int *bin, const float *v, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n)
    return;
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock[t], 0, 1) == 0) {
      __threadfence();
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `sum[bin[t]]`
      sum[bin[t]] += v[t];
      __threadfence();
      atomicExch(&lock[t], 0);
      done = true;
    }
  }
}
__global__ void lockOfThreadMended(float *sum, int *lock, const int *bin, const float *v, int n) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  if (t >= n)
    return;
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock[bin[t]], 0, 1) == 0) {
      __threadfence();
      sum[bin[t]] += v[t];
      __threadfence();
      atomicExch(&lock[bin[t]], 0);
      done = true;
    }
  }
}

__global__ void lockOfOther(int *degree, int *lock, const int *a, const int *b, int m) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= m)
    return;
  int u = a[e], w = b[e];
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock[u], 0, 1) == 0) {
      __threadfence();
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `degree[w]`
      degree[w]++;
      __threadfence();
      atomicExch(&lock[u], 0);
      done = true;
    }
  }
}
__global__ void lockOfOtherMended(int *degree, int *lock, const int *a, const int *b, int m) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= m)
    return;
  int w = b[e];
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock[w], 0, 1) == 0) {
      __threadfence();
      degree[w]++;
      __threadfence();
      atomicExch(&lock[w], 0);
      done = true;
    }
  }
}

__global__ void lastPlain(float *out, float *part, int *count, const float *in) {
  __shared__ bool isLast;
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int k = 128; k > 0; k /= 2) {
    if (t < k)
      s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) {
    part[blockIdx.x] = s[0];
    __threadfence();
    // CHECK: :[[#@LINE+1]]:16: warning: global memory race on `count[0]`
    int mine = (*count)++;
    isLast = mine == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast && t == 0) {
    float total = 0;
    for (int b = 0; b < gridDim.x; ++b)
      total += part[b];
    *out = total;
  }
}
__global__ void lastPlainMended(float *out, float *part, int *count, const float *in) {
  __shared__ bool isLast;
  __shared__ float s[256];
  int t = threadIdx.x;
  s[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int k = 128; k > 0; k /= 2) {
    if (t < k)
      s[t] += s[t + k];
    __syncthreads();
  }
  if (t == 0) {
    part[blockIdx.x] = s[0];
    __threadfence();
    int mine = atomicAdd(count, 1);
    isLast = mine == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast && t == 0) {
    __threadfence();
    float total = 0;
    for (int b = 0; b < gridDim.x; ++b)
      total += part[b];
    *out = total;
  }
}

__global__ void lastWithoutFence(float *out, float *part, unsigned *count, const float *in) {
  __shared__ bool isLast;
  if (threadIdx.x == 0) {
    // CHECK: :[[#@LINE+1]]:5: warning: missing fence
    part[blockIdx.x] = in[blockIdx.x] * in[blockIdx.x];
    unsigned ticket = atomicInc(count, gridDim.x);
    isLast = ticket == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast && threadIdx.x == 0) {
    float total = 0;
    for (int b = 0; b < gridDim.x; ++b)
      total += part[b];
    *out = total;
    *count = 0;
  }
}
__global__ void lastWithoutFenceMended(float *out, float *part, unsigned *count, const float *in) {
  __shared__ bool isLast;
  if (threadIdx.x == 0) {
    part[blockIdx.x] = in[blockIdx.x] * in[blockIdx.x];
    __threadfence();
    unsigned ticket = atomicInc(count, gridDim.x);
    isLast = ticket == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast && threadIdx.x == 0) {
    __threadfence();
    float total = 0;
    for (int b = 0; b < gridDim.x; ++b)
      total += part[b];
    *out = total;
    *count = 0;
  }
}

__global__ void popStack(int *out, const int *stack, int *top, const int *wants, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || !wants[i])
    return;
  // CHECK: :[[#@LINE+1]]:13: warning: global memory race on `*top`
  int k = --*top;
  out[i] = stack[k];
}
__global__ void popStackMended(int *out, const int *stack, int *top, const int *wants, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || !wants[i])
    return;
  int k = atomicSub(top, 1) - 1;
  out[i] = stack[k];
}

void runAll(int *a, int *b, int *c, const int *k, unsigned *u, const unsigned *w, float *f,
            float *g, const float *p, int n, int size) {
  int blocks = (n + 255) / 256;
  probe<<<blocks, 256>>>(a, k, n, size);
  probeMended<<<blocks, 256>>>(a, k, n, size);
  probeMasked<<<blocks, 256>>>(u, w, n, size);
  probeMaskedMended<<<blocks, 256>>>(u, w, n, size);
  probeWithReturn<<<blocks, 256>>>(a, k, n, size - 1);
  probeWithReturnMended<<<blocks, 256>>>(a, k, n, size - 1);
  oneSlot<<<blocks, 256>>>(a, k, n, size);
  oneSlotMended<<<blocks, 256>>>(a, k, n, size);
  countKeys<<<blocks, 256>>>(a, b, k, n, size);
  countKeysMended<<<blocks, 256>>>(a, b, k, n, size);
  bloom<<<blocks, 256>>>(u, w, n, size);
  bloomMended<<<blocks, 256>>>(u, w, n, size);
  chains<<<blocks, 256>>>(a, b, w, n, size);
  chainsMended<<<blocks, 256>>>(a, b, w, n, size);
  lockOfThread<<<blocks, 256>>>(f, a, k, p, n);
  lockOfThreadMended<<<blocks, 256>>>(f, a, k, p, n);
  lockOfOther<<<blocks, 256>>>(a, b, k, c, n);
  lockOfOtherMended<<<blocks, 256>>>(a, b, k, c, n);
  lastPlain<<<blocks, 256>>>(f, g, a, p);
  lastPlainMended<<<blocks, 256>>>(f, g, a, p);
  lastWithoutFence<<<blocks, 256>>>(f, g, u, p);
  lastWithoutFenceMended<<<blocks, 256>>>(f, g, u, p);
  popStack<<<blocks, 256>>>(a, k, b, c, n);
  popStackMended<<<blocks, 256>>>(a, k, b, c, n);
}
