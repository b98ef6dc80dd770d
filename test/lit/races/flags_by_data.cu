// Threads that wait for the element that data name, as rows of a triangular system do for those they
// depend on, or for all blocks, and then read what data say: each needs fences, whatever its number. Each
// firing kernel, the same one mended, whose name ends in Mended, and near misses.
// RUN: not %cuda-memlint --checks=-*,cuda-missing-fence,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__global__ void solved(const int *previous, double *x, volatile int *ready) {
  int row = blockIdx.x;
  int c = previous[row];
  while (ready[c] == 0)
    ;
  // CHECK: :[[#@LINE+2]]:3: warning: missing fence: `x` is published to other blocks without a `__threadfence()` between the store and the store to `ready[row]` at line [[#@LINE+3]]; a thread of another block that waits for the element may read a stale value
  // CHECK: :[[#@LINE+1]]:18: warning: missing fence: `x` is loaded without a `__threadfence()` after the loop that waits for `ready[c]`; a thread of another block that waits for the element may read a stale value
  x[row] = 1.0 + x[c];
  ready[row] = 1;
}
__global__ void solvedMended(const int *previous, double *x, volatile int *ready) {
  int row = blockIdx.x;
  int c = previous[row];
  while (ready[c] == 0)
    ;
  __threadfence();
  x[row] = 1.0 + x[c];
  __threadfence();
  ready[row] = 1;
}

// In each row, several others.
__global__ void solvedRows(const int *start, const int *column, const double *value, double *x,
                           volatile int *ready) {
  int row = blockIdx.x;
  double sum = 1;
  for (int k = start[row]; k < start[row + 1]; ++k) {
    int c = column[k];
    while (ready[c] == 0)
      ;
    __threadfence();
    sum -= value[k] * x[c];
  }
  // CHECK: :[[#@LINE+1]]:3: warning: missing fence: `x` is published to other blocks without a `__threadfence()`
  x[row] = sum;
  ready[row] = 1;
}
__global__ void solvedRowsMended(const int *start, const int *column, const double *value,
                                 double *x, volatile int *ready) {
  int row = blockIdx.x;
  double sum = 1;
  for (int k = start[row]; k < start[row + 1]; ++k) {
    int c = column[k];
    while (ready[c] == 0)
      ;
    __threadfence();
    sum -= value[k] * x[c];
  }
  x[row] = sum;
  __threadfence();
  ready[row] = 1;
}

// Near miss: one block has nobody to wait for.
__global__ void oneBlock(const int *previous, double *x, volatile int *ready) {
  int c = previous[blockIdx.x];
  while (ready[c] == 0)
    ;
  x[blockIdx.x] = 1.0 + x[c];
  ready[blockIdx.x] = 1;
}
// Near miss: what is read lies elsewhere than where the others store.
__global__ void elsewhere(const int *previous, double *x, volatile int *ready) {
  int c = previous[blockIdx.x];
  while (ready[c] == 0)
    ;
  x[2 * blockIdx.x] = 1.0 + x[2 * c + 1];
  ready[blockIdx.x] = 1;
}
// Near miss: nothing that is waited for.
__global__ void setBack(const int *previous, double *x, volatile int *ready) {
  int c = previous[blockIdx.x];
  while (ready[c] == 0)
    ;
  x[blockIdx.x] = 1.0 + x[c];
  ready[blockIdx.x] = 0;
}

// Near miss: fences for the block are for elements of its own threads, as the data have it.
__global__ void inBlock(const int *previous, double *x, volatile int *ready) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = previous[i];
  while (ready[c] == 0)
    ;
  __threadfence_block();
  x[i] = 1.0 + x[c];
  __threadfence_block();
  ready[i] = 1;
}

//===--- Data choose what is stored, too -----------------------------------===//

// The one that has put the key stores its value, the others wait for that.
__global__ void claimed(const int *in, int *key, int *value, int *ready, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = in[i];
  if (atomicCAS(&key[s], -1, s) == -1) {
    // CHECK: :[[#@LINE+1]]:5: warning: missing fence: `value` is published to other blocks without a `__threadfence()` between the store and `atomicExch(&ready[s], 1)` at line [[#@LINE+2]]; a thread of another block that waits for the element may read a stale value
    value[s] = i;
    atomicExch(&ready[s], 1);
  } else {
    while (atomicAdd(&ready[s], 0) == 0)
      ;
    __threadfence();
    out[i] = value[s];
  }
}
__global__ void claimedMended(const int *in, int *key, int *value, int *ready, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = in[i];
  if (atomicCAS(&key[s], -1, s) == -1) {
    value[s] = i;
    __threadfence();
    atomicExch(&ready[s], 1);
  } else {
    while (atomicAdd(&ready[s], 0) == 0)
      ;
    __threadfence();
    out[i] = value[s];
  }
}

// The others lack a fence, too: one that polls by an atomic, and one that reads around the caches.
__global__ void bothLack(const int *in, int *key, int *value, int *ready, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = in[i];
  if (atomicCAS(&key[s], -1, s) == -1) {
    // CHECK: :[[#@LINE+3]]:5: warning: missing fence: `value` is published
    // CHECK: :[[#@LINE+3]]:5: note: published here
    // CHECK: :[[#@LINE+4]]:12: note: other blocks observe it here; insert another `__threadfence();` behind this, before they read the data
    value[s] = i;
    atomicExch(&ready[s], 1);
  } else {
    while (atomicAdd(&ready[s], 0) == 0)
      ;
    out[i] = value[s];
  }
}
__global__ void bothLackVolatile(const int *previous, volatile double *x, volatile int *ready) {
  int row = blockIdx.x;
  int c = previous[row];
  // CHECK: :[[#@LINE+5]]:3: warning: missing fence: `x` is published
  // CHECK: :[[#@LINE+5]]:3: note: published here
  // CHECK: :[[#@LINE+1]]:10: note: other blocks observe it here; insert another `__threadfence();` behind this, before they read the data
  while (ready[c] == 0)
    ;
  x[row] = 1.0 + x[c];
  ready[row] = 1;
}
// CHECK-NOT: insert another

// A table that is probed.
__global__ void interned(const int *in, int *key, int *number, volatile int *ready, int *next, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int k = in[i];
  for (int s = k & 1023;; s = (s + 1) & 1023) {
    int old = atomicCAS(&key[s], -1, k);
    if (old == -1) {
      // CHECK: :[[#@LINE+1]]:7: warning: missing fence: `number` is published to other blocks without a `__threadfence()` between the store and the store to `ready[s]` at line [[#@LINE+2]]; a thread of another block that waits for the element
      number[s] = atomicAdd(next, 1);
      ready[s] = 1;
      return;
    }
    if (old == k) {
      while (ready[s] == 0)
        ;
      // CHECK: :[[#@LINE+1]]:16: warning: missing fence: `number` is loaded without a `__threadfence()` after the loop that waits for `ready[s]`
      out[i] = number[s];
      return;
    }
  }
}
__global__ void internedMended(const int *in, int *key, int *number, volatile int *ready, int *next, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int k = in[i];
  for (int s = k & 1023;; s = (s + 1) & 1023) {
    int old = atomicCAS(&key[s], -1, k);
    if (old == -1) {
      number[s] = atomicAdd(next, 1);
      __threadfence();
      ready[s] = 1;
      return;
    }
    if (old == k) {
      while (ready[s] == 0)
        ;
      __threadfence();
      out[i] = number[s];
      return;
    }
  }
}

// Near miss: one block, which needs fences for itself alone.
__global__ void claimedInBlock(const int *in, int *key, int *value, int *ready, int *out) {
  int i = threadIdx.x;
  int s = in[i];
  if (atomicCAS(&key[s], -1, s) == -1) {
    value[s] = i;
    __threadfence_block();
    atomicExch(&ready[s], 1);
  } else {
    while (atomicAdd(&ready[s], 0) == 0)
      ;
    __threadfence_block();
    out[i] = value[s];
  }
}
// Near miss: each block has an element of its own.
__global__ void ofBlocks(const int *in, int *value, int *ready, int *out) {
  int s = in[blockIdx.x];
  if (threadIdx.x == 0) {
    value[s] = 1;
    __threadfence_block();
    atomicExch(&ready[s], 1);
  }
  while (atomicAdd(&ready[s], 0) == 0)
    ;
  out[blockIdx.x * blockDim.x + threadIdx.x] = value[s];
}
// Near miss: the element of the round before is signalled, behind a fence.
__global__ void inRounds(const int *in, int *value, int *ready, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < n; ++k) {
    int s = in[k * 1024 + i];
    if (k % 2) {
      __threadfence();
      atomicExch(&ready[s], 1);
      while (atomicAdd(&ready[s], 0) == 0)
        ;
      out[k * 1024 + i] = value[s];
    }
    value[s] = i;
  }
}

//===--- All blocks wait, and data say what is read ------------------------===//

__global__ void grid(int *arrived, int *mine, const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:3: warning: missing fence: `mine` is published to other blocks without a `__threadfence()` between the store and `atomicAdd(arrived, 1)` at line [[#@LINE+4]]; a thread of another block that waits for this may read a stale value
  mine[i] = i;
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(arrived, 1);
    while (*(volatile int *)arrived < gridDim.x)
      ;
  }
  __syncthreads();
  out[i] = mine[in[i]];
}
__global__ void gridMended(int *arrived, int *mine, const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  mine[i] = i;
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(arrived, 1);
    while (*(volatile int *)arrived < gridDim.x)
      ;
    __threadfence();
  }
  __syncthreads();
  out[i] = mine[in[i]];
}
__global__ void lastBlock(unsigned *arrived, int *mine, const int *in, int *out) {
  __shared__ bool isLast;
  // CHECK: :[[#@LINE+1]]:3: warning: missing fence: `mine` is published to other blocks
  mine[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0)
    isLast = atomicAdd(arrived, 1u) == gridDim.x - 1;
  __syncthreads();
  if (isLast)
    out[threadIdx.x] = mine[in[threadIdx.x]];
}
__global__ void lastBlockMended(unsigned *arrived, int *mine, const int *in, int *out) {
  __shared__ bool isLast;
  mine[blockIdx.x * blockDim.x + threadIdx.x] = threadIdx.x;
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    isLast = atomicAdd(arrived, 1u) == gridDim.x - 1;
  __syncthreads();
  if (isLast)
    out[threadIdx.x] = mine[in[threadIdx.x]];
}
// Near miss: a block waits for the one before, and may read what it has stored itself.
__global__ void forOneBlock(volatile int *done, int *mine, const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0 && blockIdx.x > 0)
    while (done[blockIdx.x - 1] == 0)
      ;
  __syncthreads();
  mine[i] = i;
  __syncthreads();
  out[i] = mine[in[i]];
  if (threadIdx.x == 0)
    done[blockIdx.x] = 1;
}
// Near miss: other members of the records are read.
__global__ void otherMember(int *arrived, int2 *mine, const int *in, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  mine[i].x = i;
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(arrived, 1);
    while (*(volatile int *)arrived < gridDim.x)
      ;
  }
  __syncthreads();
  out[i] = mine[in[i]].y;
}

void run(const int *previous, const int *column, const double *value, double *x, int *ready,
         int *key, int *number, int *next, int *out,
         unsigned *count, int2 *pairs) {
  solved<<<100, 1>>>(previous, x, ready);
  solvedMended<<<100, 1>>>(previous, x, ready);
  solvedRows<<<100, 1>>>(previous, column, value, x, ready);
  solvedRowsMended<<<100, 1>>>(previous, column, value, x, ready);
  oneBlock<<<1, 1>>>(previous, x, ready);
  elsewhere<<<100, 1>>>(previous, x, ready);
  inBlock<<<100, 32>>>(previous, x, ready);
  setBack<<<100, 1>>>(previous, x, ready);
  claimed<<<64, 256>>>(previous, key, number, ready, out);
  claimedMended<<<64, 256>>>(previous, key, number, ready, out);
  bothLack<<<64, 256>>>(previous, key, number, ready, out);
  bothLackVolatile<<<100, 1>>>(previous, x, ready);
  interned<<<64, 256>>>(previous, key, number, ready, next, out);
  internedMended<<<64, 256>>>(previous, key, number, ready, next, out);
  claimedInBlock<<<1, 256>>>(previous, key, number, ready, out);
  ofBlocks<<<64, 256>>>(previous, number, ready, out);
  grid<<<16, 256>>>(next, key, previous, out);
  gridMended<<<16, 256>>>(next, key, previous, out);
  lastBlock<<<16, 256>>>(count, key, previous, out);
  lastBlockMended<<<16, 256>>>(count, key, previous, out);
  forOneBlock<<<16, 256>>>(ready, key, previous, out);
  otherMember<<<16, 256>>>(next, pairs, previous, out);
  inRounds<<<4, 256>>>(previous, number, ready, out, 100);
}
