// RUN: not %cuda-memlint --checks=-*,cuda-global-race,cuda-missing-fence --remarks %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// A lock that is looked at by one atomic and taken by another: two threads may find it free before
// either has taken it.

#include <cuda_runtime.h>

__global__ void lookThenTake(int *sum, int *lock) {
  if (threadIdx.x == 0) {
    while (atomicOr(lock, 0) != 0) {
    }
    atomicExch(lock, 1);
    __threadfence();
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `sum[0]`
    *sum += 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}

// Mended: who has not found it free when taking it, looks again.
__global__ void takeOrLook(int *sum, int *lock) {
  if (threadIdx.x == 0) {
    do {
      while (atomicOr(lock, 0) != 0) {
      }
    } while (atomicExch(lock, 1) != 0);
    __threadfence();
    *sum += 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}

// The block's turn is what the block before it hands on.
__global__ void turns(int *sum, int *turn) {
  if (threadIdx.x == 0) {
    while (atomicOr(turn, 0) != blockIdx.x) {
    }
    __threadfence();
    *sum += 1;
    __threadfence();
    atomicExch(turn, blockIdx.x + 1);
  }
}

void launch(int *sum, int *lock) {
  lookThenTake<<<8, 64>>>(sum, lock);
  takeOrLook<<<8, 64>>>(sum, lock);
  turns<<<8, 64>>>(sum, lock);
}
