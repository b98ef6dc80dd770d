// A volatile variable that threads update loses updates; one that they poll is a signal.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race,cuda-missing-syncwarp %s 2>&1 | FileCheck %s --implicit-check-not=warning:

#include <cuda_runtime.h>

__global__ void countVolatile(volatile int *count) {
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `count[0]`
  count[0] += 1;
}

// The first and the third block have one counter.
__global__ void countSelected(volatile int *even, volatile int *odd) {
  volatile int *count = blockIdx.x & 1 ? odd : even;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `even or odd`
  count[0] += 1;
}

__global__ void countAtomic(int *count) { atomicAdd(count, 1); }

// Each thread has its own.
__global__ void countOwn(volatile int *count) {
  count[blockIdx.x * blockDim.x + threadIdx.x] += 1;
}

// One thread of each block, behind a lock.
__global__ void countBehindLock(int *lock, volatile int *count) {
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0)
      ;
    __threadfence();
    count[0] += 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}

// A flag that the first block sets and the others poll.
__global__ void waitForFirst(volatile int *flag, int *out) {
  if (threadIdx.x == 0) {
    if (blockIdx.x == 0)
      flag[0] = 1;
    else
      while (flag[0] == 0)
        ;
  }
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

void launch(int *count, int *lock, int *out) {
  countVolatile<<<4, 256>>>(count);
  countSelected<<<4, 256>>>(count, lock);
  countAtomic<<<4, 256>>>(count);
  countOwn<<<4, 256>>>(count);
  countBehindLock<<<4, 256>>>(lock, count);
  waitForFirst<<<4, 256>>>(count, out);
}
