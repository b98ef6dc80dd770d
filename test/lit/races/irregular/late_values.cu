// Entries that other threads find by a key or by a count, and whose values are stored behind the atomic
// that makes these known. A fence does not order the two. Each racy kernel, the same one mended, whose
// name ends in Mended, and near misses.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race,cuda-missing-fence %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:
// RUN: %json %s | FileCheck %s --check-prefix=JSON

#include <cooperative_groups.h>
#include <cstdlib>
#include <cuda_runtime.h>

constexpr int Empty = -1;

//===--- Keys --------------------------------------------------------------===//

// JSON: "form": "behind-key"
__global__ void insertAndFind(int *keys, int *values, const int *in, const int *numbers,
                              const int *wanted, int *out, int n, int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int h = in[i] & mask;
  while (true) {
    int old = atomicCAS(&keys[h], Empty, in[i]);
    if (old == Empty || old == in[i]) {
      values[h] = numbers[i];
      break;
    }
    h = (h + 1) & mask;
  }
  int k = wanted[i] & mask, found = -1;
  while (true) {
    int key = atomicCAS(&keys[k], Empty, Empty);
    if (key == wanted[i]) {
      // CHECK: :[[#@LINE+1]]:15: warning: global memory race on `values`: stored at line [[#@LINE-9]] after the atomic that publishes its key, so that a thread which finds the key may read it at line [[#@LINE+1]] before it is stored, when one thread looks for the key of the other
      found = values[k];
      // CHECK: note: a fence alone does not help
      break;
    }
    if (key == Empty)
      break;
    k = (k + 1) & mask;
  }
  out[i] = found;
}
__global__ void insertMended(int *keys, int *values, const int *in, const int *numbers, int n,
                             int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int h = in[i] & mask;
  while (true) {
    int old = atomicCAS(&keys[h], Empty, in[i]);
    if (old == Empty || old == in[i]) {
      values[h] = numbers[i];
      break;
    }
    h = (h + 1) & mask;
  }
}
__global__ void findMended(const int *keys, const int *values, const int *wanted, int *out, int n,
                           int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int k = wanted[i] & mask, found = -1;
  while (true) {
    int key = keys[k];
    if (key == wanted[i]) {
      found = values[k];
      break;
    }
    if (key == Empty)
      break;
    k = (k + 1) & mask;
  }
  out[i] = found;
}
__global__ void insertAndFindMended(int *keys, int *values, const int *in, const int *numbers,
                                    const int *wanted, int *out, int n, int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int h = in[i] & mask;
    while (atomicCAS(&keys[h], Empty, in[i]) != Empty)
      h = (h + 1) & mask;
    values[h] = numbers[i];
  }
  cooperative_groups::this_grid().sync();
  if (i < n) {
    int k = wanted[i] & mask, found = -1;
    while (keys[k] != Empty) {
      if (keys[k] == wanted[i]) {
        found = values[k];
        break;
      }
      k = (k + 1) & mask;
    }
    out[i] = found;
  }
}

// Keys are read by an atomic that changes nothing, or around the caches.
__global__ void insertAndLook(int *keys, int *values, const int *in, const int *numbers,
                              const int *wanted, int *out, int n, int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int h = in[i] & mask;
  while (atomicCAS(&keys[h], Empty, in[i]) != Empty)
    h = (h + 1) & mask;
  values[h] = numbers[i];
  int k = wanted[i] & mask;
  while (true) {
    int key = atomicAdd(&keys[k], 0);
    if (key == wanted[i]) {
      // CHECK: :[[#@LINE+1]]:16: warning: global memory race on `values`: stored at line [[#@LINE-5]] after the atomic that publishes its key
      out[i] = values[k];
      break;
    }
    if (key == Empty)
      break;
    k = (k + 1) & mask;
  }
}
__global__ void insertAndLookVolatile(int *keys, int *values, const int *in, const int *numbers,
                                      const int *wanted, int *out, int n, int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int h = in[i] & mask;
  while (atomicCAS(&keys[h], Empty, in[i]) != Empty)
    h = (h + 1) & mask;
  values[h] = numbers[i];
  int k = wanted[i] & mask;
  while (true) {
    int key = *(volatile int *)&keys[k];
    if (key == wanted[i]) {
      // CHECK: :[[#@LINE+1]]:16: warning: global memory race on `values`: stored at line [[#@LINE-5]] after the atomic that publishes its key
      out[i] = values[k];
      break;
    }
    if (key == Empty)
      break;
    k = (k + 1) & mask;
  }
}

// The barrier of a block keeps back no other one.
__global__ void buildAndProbe(int *keys, int *values, const int *in, const int *numbers,
                              const int *wanted, int *out, int n, int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int h = in[i] & mask;
    while (atomicCAS(&keys[h], Empty, in[i]) != Empty)
      h = (h + 1) & mask;
    values[h] = numbers[i];
  }
  __syncthreads();
  if (i < n) {
    int sum = 0;
    for (int k = wanted[i] & mask; keys[k] != Empty; k = (k + 1) & mask)
      if (keys[k] == wanted[i])
        // CHECK: :[[#@LINE+1]]:16: warning: global memory race on `values`: stored at line [[#@LINE-7]] after the atomic that publishes its key
        sum += values[k];
    out[i] = sum;
  }
}

// Whoever finds the key there reads at once what the first one is about to store.
__global__ void findOrInsert(int *keys, int *values, const int *in, const int *numbers, int *out,
                             int n, int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int h = in[i] & mask;
  int old = atomicCAS(&keys[h], Empty, in[i]);
  if (old == Empty)
    values[h] = numbers[i];
  else if (old == in[i])
    // CHECK: :[[#@LINE+1]]:14: warning: global memory race on `values`: stored at line [[#@LINE-2]] after the atomic that publishes its key
    out[i] = values[h];
}

// The value is a part of the word that is swapped.
__global__ void oneWordMended(unsigned long long *table, const int *in, const int *numbers,
                              const int *wanted, int *out, int n, int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned long long mine = (unsigned long long)(unsigned)in[i] << 32 | (unsigned)numbers[i];
  atomicCAS(&table[in[i] & mask], ~0ull, mine);
  unsigned long long found = atomicCAS(&table[wanted[i] & mask], ~0ull, ~0ull);
  if (int(found >> 32) == wanted[i])
    out[i] = int(found);
}

// The place is taken, then the value is stored, and the key comes last.
__global__ void keyLastMended(int *keys, int *values, const int *in, const int *numbers,
                              const int *wanted, int *out, int n, int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int h = in[i] & mask;
  if (atomicCAS(&keys[h], Empty, -2) == Empty) {
    values[h] = numbers[i];
    __threadfence();
    atomicExch(&keys[h], in[i]);
  }
  int k = wanted[i] & mask;
  if (atomicCAS(&keys[k], Empty, Empty) == wanted[i]) {
    __threadfence();
    out[i] = values[k];
  }
}

// The value is waited for.
__global__ void polledMended(int *keys, int *values, const int *in, const int *numbers,
                             const int *wanted, int *out, int n, int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int h = in[i] & mask;
  if (atomicCAS(&keys[h], Empty, in[i]) == Empty)
    atomicExch(&values[h], numbers[i]);
  int k = wanted[i] & mask;
  if (atomicCAS(&keys[k], Empty, Empty) == wanted[i]) {
    int value;
    while ((value = atomicCAS(&values[k], Empty, Empty)) == Empty)
      ;
    out[i] = value;
  }
}

// Who finds no value there goes without one.
__global__ void orNone(int *keys, int *values, const int *in, const int *numbers,
                       const int *wanted, int *out, int n, int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int h = in[i] & mask;
  if (atomicCAS(&keys[h], Empty, in[i]) == Empty)
    values[h] = numbers[i];
  int k = wanted[i] & mask;
  if (atomicCAS(&keys[k], Empty, Empty) == wanted[i]) {
    int value = values[k];
    if (value != Empty)
      out[i] = value;
  }
}

//===--- Lists -------------------------------------------------------------===//

__global__ void buildAndWalk(int *head, int *next, const int *in, const int *wanted, int *out,
                             int n, int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  next[i] = atomicExch(&head[in[i] & mask], i);
  int found = 0;
  // CHECK: :[[#@LINE+1]]:56: warning: global memory race on `next`: stored at line [[#@LINE-2]] after the atomic that makes its entry known, so that a thread which finds the entry may read it at line [[#@LINE+1]] before it is stored, when one thread comes to the entry of the other
  for (int k = head[wanted[i] & mask]; k != Empty; k = next[k])
    found += in[k] == wanted[i];
  out[i] = found;
}
__global__ void buildMended(int *head, int *next, const int *in, int n, int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    next[i] = atomicExch(&head[in[i] & mask], i);
}
__global__ void walkMended(const int *head, const int *next, const int *in, const int *wanted,
                           int *out, int n, int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int found = 0;
  for (int k = head[wanted[i] & mask]; k != Empty; k = next[k])
    found += in[k] == wanted[i];
  out[i] = found;
}
// The list that is read is another one.
__global__ void otherList(int *head, int *next, const int *oldHead, const int *oldNext,
                          const int *in, int *out, int n, int mask) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  next[i] = atomicExch(&head[in[i] & mask], i);
  int found = 0;
  for (int k = oldHead[in[i] & mask]; k != Empty; k = oldNext[k])
    ++found;
  out[i] = found;
}

//===--- Counts ------------------------------------------------------------===//

__global__ void appendAndRead(const int *x, int *queue, int *count, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 10) {
    int slot = atomicAdd(count, 1);
    queue[slot] = x[i];
  }
  // CHECK: :[[#@LINE+1]]:11: warning: global memory race on `count[0]`
  if (i < *count)
    // CHECK: :[[#@LINE+1]]:14: warning: global memory race on `queue`: stored at line [[#@LINE-4]] after the atomic that counts it, so that a thread which finds that there is such an entry may read it at line [[#@LINE+1]] before it is stored, when one thread comes to the entry of the other
    out[i] = queue[i];
}
__global__ void appendMended(const int *x, int *queue, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 10) {
    int slot = atomicAdd(count, 1);
    queue[slot] = x[i];
  }
}
__global__ void readMended(const int *queue, const int *count, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < *count)
    out[i] = queue[i];
}

// The tail moves before the entry is there.
__global__ void workers(int *queue, int *head, int *tail, const int *child) {
  while (true) {
    int at = atomicAdd(head, 1);
    if (at >= *(volatile int *)tail)
      break;
    int v = queue[at];
    int w = child[v];
    if (w >= 0) {
      int slot = atomicAdd(tail, 1);
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `queue`: stored at line [[#@LINE+1]] after the atomic that counts it
      queue[slot] = w;
    }
  }
}
// What is pushed has room, and has not been seen yet.
__global__ void workersUpTo(int *queue, int *head, int *tail, int *seen, int n) {
  int at = atomicAdd(head, 1);
  if (at >= n || at >= atomicAdd(tail, 0))
    return;
  int v = queue[at];
  if (atomicExch(&seen[v], 1) == 0)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `queue`: stored at line [[#@LINE+1]] after the atomic that counts it
    queue[atomicAdd(tail, 1)] = v;
}
// Near miss: one limit that is an argument says nothing of what is stored.
__global__ void workersBelow(int *queue, int *head, int *tail, int *seen, int n) {
  int at = atomicAdd(head, 1);
  if (at >= n)
    return;
  int v = queue[at];
  if (atomicExch(&seen[v], 1) == 0)
    queue[atomicAdd(tail, 1)] = v;
}
// Some blocks store, and the others wait until there are enough.
__global__ void consumers(int *queue, int *head, int *tail, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x < 8) {
    int slot = atomicAdd(tail, 1);
    queue[slot] = i;
  } else {
    int at = atomicAdd(head, 1);
    while (at >= *(volatile int *)tail)
      ;
    __threadfence();
    // CHECK: :[[#@LINE+1]]:14: warning: global memory race on `queue`: stored at line [[#@LINE-6]] after the atomic that counts it
    out[i] = queue[at];
  }
}
// What is counted has been stored: each waits for its turn.
__global__ void consumersMended(int *queue, int *head, int *tail, int *stored, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x < 8) {
    int slot = atomicAdd(tail, 1);
    queue[slot] = i;
    __threadfence();
    while (atomicCAS(stored, slot, slot + 1) != slot)
      ;
  } else {
    int at = atomicAdd(head, 1);
    while (at >= *(volatile int *)stored)
      ;
    __threadfence();
    out[i] = queue[at];
  }
}
// Near miss: it waits until something else is there.
__global__ void consumersOfOthers(int *queue, int *head, int *tail, const int *old, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x < 8) {
    int slot = atomicAdd(tail, 1);
    queue[slot] = i;
  } else {
    int at = atomicAdd(head, 1);
    while (at >= *(volatile int *)tail)
      ;
    __threadfence();
    out[i] = old[at];
  }
}
// Each entry says when it is there.
__global__ void workersMended(int *queue, int *ready, int *head, int *tail, const int *child) {
  while (true) {
    int at = atomicAdd(head, 1);
    if (at >= *(volatile int *)tail)
      break;
    while (atomicAdd(&ready[at], 0) == 0)
      ;
    __threadfence();
    int v = queue[at];
    int w = child[v];
    if (w >= 0) {
      int slot = atomicAdd(tail, 1);
      queue[slot] = w;
      __threadfence();
      atomicExch(&ready[slot], 1);
    }
  }
}

// Level by level in one launch.
__global__ void levels(const int *row, const int *column, int *level, int *queue, int *count,
                       int depth) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= *count)
    return;
  int v = queue[i];
  for (int e = row[v]; e < row[v + 1]; ++e) {
    int w = column[e];
    if (atomicCAS(&level[w], -1, depth) == -1) {
      // CHECK: :[[#@LINE+1]]:18: warning: global memory race on `count[0]`
      int slot = atomicAdd(count, 1);
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `queue`: stored at line [[#@LINE+1]] after the atomic that counts it
      queue[slot] = w;
    }
  }
}
__global__ void levelsMended(const int *row, const int *column, int *level, const int *queue,
                             const int *count, int *next, int *nextCount, int depth) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= *count)
    return;
  int v = queue[i];
  for (int e = row[v]; e < row[v + 1]; ++e) {
    int w = column[e];
    if (atomicCAS(&level[w], -1, depth) == -1)
      next[atomicAdd(nextCount, 1)] = w;
  }
}

// The barrier of a block keeps back no other one, which may append by then.
__global__ void levelsOfBlocks(const int *row, const int *column, int *level, int *queue,
                               int *head, int *tail) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int depth = 0;; ++depth) {
    int begin = *head, end = *tail;
    __syncthreads();
    if (begin == end)
      break;
    for (int k = begin + i; k < end; k += gridDim.x * blockDim.x) {
      int v = queue[k];
      for (int e = row[v]; e < row[v + 1]; ++e) {
        int w = column[e];
        if (atomicCAS(&level[w], -1, depth + 1) == -1) {
          int slot = atomicAdd(tail, 1);
          // CHECK: :[[#@LINE+1]]:11: warning: global memory race on `queue`: stored at line [[#@LINE+1]] after the atomic that counts it
          queue[slot] = w;
        }
      }
    }
    __syncthreads();
    if (i == 0)
      *head = end;
    __syncthreads();
  }
}
__global__ void levelsOfBlocksMended(const int *row, const int *column, int *level, int *queue,
                                     int *head, int *tail) {
  auto grid = cooperative_groups::this_grid();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int depth = 0;; ++depth) {
    int begin = *head, end = *tail;
    grid.sync();
    if (begin == end)
      break;
    for (int k = begin + i; k < end; k += gridDim.x * blockDim.x) {
      int v = queue[k];
      for (int e = row[v]; e < row[v + 1]; ++e) {
        int w = column[e];
        if (atomicCAS(&level[w], -1, depth + 1) == -1)
          queue[atomicAdd(tail, 1)] = w;
      }
    }
    grid.sync();
    if (i == 0)
      *head = end;
    grid.sync();
  }
}
// Others may append before the thread has looked where the level ends.
__global__ void endRead(const int *row, const int *column, int *level, int *queue) {
  __shared__ int head, tail;
  if (threadIdx.x == 0) {
    head = 0;
    tail = 1;
  }
  __syncthreads();
  while (head < tail) {
    int begin = head, end = tail;
    for (int k = begin + threadIdx.x; k < end; k += blockDim.x) {
      int v = queue[k];
      for (int e = row[v]; e < row[v + 1]; ++e) {
        int w = column[e];
        if (atomicCAS(&level[w], -1, level[v] + 1) == -1) {
          int slot = atomicAdd(&tail, 1);
          // CHECK: :[[#@LINE+1]]:11: warning: global memory race on `queue`: stored at line [[#@LINE+1]] after the atomic that counts it
          queue[slot] = w;
        }
      }
    }
    __syncthreads();
    if (threadIdx.x == 0)
      head = end;
    __syncthreads();
  }
}
__global__ void endReadMended(const int *row, const int *column, int *level, int *queue) {
  __shared__ int head, tail;
  if (threadIdx.x == 0) {
    head = 0;
    tail = 1;
  }
  __syncthreads();
  while (true) {
    int begin = head, end = tail;
    __syncthreads();
    if (begin >= end)
      break;
    for (int k = begin + threadIdx.x; k < end; k += blockDim.x) {
      int v = queue[k];
      for (int e = row[v]; e < row[v + 1]; ++e) {
        int w = column[e];
        if (atomicCAS(&level[w], -1, level[v] + 1) == -1) {
          int slot = atomicAdd(&tail, 1);
          queue[slot] = w;
        }
      }
    }
    __syncthreads();
    if (threadIdx.x == 0)
      head = end;
    __syncthreads();
  }
}

// What is read lies below what is appended, and the block knows where that begins.
__global__ void levelsOfBlock(const int *row, const int *column, int *level, int *queue,
                              int *count) {
  __shared__ int first, last;
  if (threadIdx.x == 0) {
    first = 0;
    last = *count;
  }
  __syncthreads();
  for (int depth = 1; first < last; ++depth) {
    for (int i = first + threadIdx.x; i < last; i += blockDim.x) {
      int v = queue[i];
      for (int e = row[v]; e < row[v + 1]; ++e) {
        int w = column[e];
        if (atomicCAS(&level[w], -1, depth) == -1)
          queue[atomicAdd(count, 1)] = w;
      }
    }
    __syncthreads();
    if (threadIdx.x == 0) {
      first = last;
      last = *count;
    }
    __syncthreads();
  }
}
__global__ void levelBelow(const int *row, const int *column, int *level, int *queue, int *count,
                           int first, int last, int depth) {
  int i = first + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= last)
    return;
  int v = queue[i];
  for (int e = row[v]; e < row[v + 1]; ++e) {
    int w = column[e];
    if (atomicCAS(&level[w], -1, depth) == -1)
      queue[atomicAdd(count, 1)] = w;
  }
}
// The grid has met since the count was read.
__global__ void levelsOfGrid(const int *row, const int *column, int *level, int *queue, int *count,
                             int depth) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int last = *count;
  cooperative_groups::this_grid().sync();
  if (i < last) {
    int v = queue[i];
    for (int e = row[v]; e < row[v + 1]; ++e) {
      int w = column[e];
      if (atomicCAS(&level[w], -1, depth) == -1)
        queue[atomicAdd(count, 1)] = w;
    }
  }
}

static int *filled(int n) {
  int *Result;
  cudaMallocManaged(&Result, n * sizeof(int));
  for (int i = 0; i < n; ++i)
    Result[i] = rand() % n;
  return Result;
}

int main() {
  int n = 4096, size = 4 * n, blocks = (n + 255) / 256;
  int *keys = filled(size), *values = filled(size), *in = filled(n), *numbers = filled(n),
      *wanted = filled(n), *out = filled(size), *row = filled(n + 1), *column = filled(8 * n),
      *level = filled(n), *count = filled(1), *tail = filled(1), *other = filled(n);
  unsigned long long *table;
  cudaMallocManaged(&table, size * sizeof(*table));
  insertAndFind<<<blocks, 256>>>(keys, values, in, numbers, wanted, out, n, size - 1);
  insertMended<<<blocks, 256>>>(keys, values, in, numbers, n, size - 1);
  findMended<<<blocks, 256>>>(keys, values, wanted, out, n, size - 1);
  int mask = size - 1;
  void *arguments[] = {&keys, &values, &in, &numbers, &wanted, &out, &n, &mask};
  cudaLaunchCooperativeKernel((void *)insertAndFindMended, blocks, 256, arguments, 0, nullptr);
  insertAndLook<<<blocks, 256>>>(keys, values, in, numbers, wanted, out, n, mask);
  insertAndLookVolatile<<<blocks, 256>>>(keys, values, in, numbers, wanted, out, n, mask);
  buildAndProbe<<<blocks, 256>>>(keys, values, in, numbers, wanted, out, n, mask);
  findOrInsert<<<blocks, 256>>>(keys, values, in, numbers, out, n, mask);
  oneWordMended<<<blocks, 256>>>(table, in, numbers, wanted, out, n, mask);
  keyLastMended<<<blocks, 256>>>(keys, values, in, numbers, wanted, out, n, mask);
  polledMended<<<blocks, 256>>>(keys, values, in, numbers, wanted, out, n, mask);
  orNone<<<blocks, 256>>>(keys, values, in, numbers, wanted, out, n, mask);
  buildAndWalk<<<blocks, 256>>>(keys, values, in, wanted, out, n, 1023);
  buildMended<<<blocks, 256>>>(keys, values, in, n, 1023);
  walkMended<<<blocks, 256>>>(keys, values, in, wanted, out, n, 1023);
  otherList<<<blocks, 256>>>(keys, values, row, column, in, out, n, 1023);
  appendAndRead<<<blocks, 256>>>(in, keys, count, out, n);
  appendMended<<<blocks, 256>>>(in, keys, count, n);
  readMended<<<blocks, 256>>>(keys, count, out);
  workers<<<blocks, 256>>>(keys, count, tail, in);
  workersMended<<<blocks, 256>>>(keys, values, count, tail, in);
  workersUpTo<<<blocks, 256>>>(keys, count, tail, in, n);
  consumers<<<blocks, 256>>>(keys, count, tail, out);
  consumersMended<<<blocks, 256>>>(keys, count, tail, other, out);
  consumersOfOthers<<<blocks, 256>>>(keys, count, tail, values, out);
  workersBelow<<<blocks, 256>>>(keys, count, tail, in, n);
  levels<<<blocks, 256>>>(row, column, level, keys, count, 1);
  levelsMended<<<blocks, 256>>>(row, column, level, keys, count, other, tail, 1);
  levelsOfBlocks<<<64, 256>>>(row, column, level, keys, count, tail);
  void *ofBlocks[] = {&row, &column, &level, &keys, &count, &tail};
  cudaLaunchCooperativeKernel((void *)levelsOfBlocksMended, 64, 256, ofBlocks, 0, nullptr);
  endRead<<<1, 256>>>(row, column, level, keys);
  endReadMended<<<1, 256>>>(row, column, level, keys);
  levelsOfBlock<<<1, 256>>>(row, column, level, keys, count);
  levelBelow<<<blocks, 256>>>(row, column, level, keys, count, in[0], in[1], 1);
  int depth = 1;
  void *inGrid[] = {&row, &column, &level, &keys, &count, &depth};
  cudaLaunchCooperativeKernel((void *)levelsOfGrid, blocks, 256, inGrid, 0, nullptr);
  cudaDeviceSynchronize();
}
