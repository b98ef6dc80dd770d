// RUN: not %cuda-memlint --checks=-*,cuda-missing-fence,cuda-global-race %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// What other blocks read before they wait for any signal is ordered by no fence.

#include <cuda_runtime.h>

__device__ volatile int arrived, size, left;

__device__ void meet(int target) {
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd((int *)&arrived, 1);
    while (arrived < target)
      ;
  }
  __syncthreads();
}

// The first turn reads the size while the first block may still be about to store it.
__global__ void levels(int *out, const int *first, int n) {
  if (threadIdx.x == 0 && blockIdx.x == 0)
    // CHECK: :[[#@LINE+3]]:5: warning: missing order: other blocks read `size` at line [[#@LINE+7]] without waiting for this store; {{.*}} may read a stale value
    // CHECK: :[[#@LINE+6]]:25: note: read here, before the first wait for another block
    // CHECK: note: store it in an earlier kernel, or signal the store
    size = first[0];
  for (int level = 1; level <= n; ++level) {
    int count = 0;
    if (threadIdx.x == 0)
      out[blockIdx.x] = size;
    meet(gridDim.x * level);
  }
}

// All wait before they read: a fence is all that is missing.
__global__ void waitsFirst(int *out, const int *first) {
  if (threadIdx.x == 0 && blockIdx.x == 0)
    // CHECK: :[[#@LINE+1]]:5: warning: missing fence: `left` is published to other blocks without a `__threadfence()`
    left = first[0];
  meet(gridDim.x);
  if (threadIdx.x == 0)
    out[blockIdx.x] = left;
}

void run(int *out, int *first, int n) {
  levels<<<64, 128>>>(out, first, n);
  waitsFirst<<<64, 128>>>(out, first);
}
