// RUN: not %cuda-memlint --checks=-*,cuda-shared-race,cuda-global-race --races=may --show-remarks %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:
//
// Values that the kernel sets itself decide who comes to an access: no two threads need have those
// that a race would take.

#include <cuda_runtime.h>

__device__ unsigned count;

// One block alone is the last to count.
__global__ void lastBlock(float *out) {
  __shared__ bool isLast;
  if (threadIdx.x == 0) {
    out[blockIdx.x] = 1.0f;
    __threadfence();
    isLast = atomicInc(&count, gridDim.x) == gridDim.x - 1;
  }
  __syncthreads();
  if (isLast) {
    float sum = out[threadIdx.x];
    if (threadIdx.x == 0) {
      out[0] = sum;
      count = 0;
    }
  }
}

// All threads leave the loop in one iteration, behind its barrier.
__global__ void halves(int *out, int n) {
  __shared__ int part[64];
  int left = min(n, 64);
  if (threadIdx.x < left)
    part[threadIdx.x] = threadIdx.x;
  __syncthreads();
  for (; left > 1; left /= 2) {
    if (threadIdx.x < left / 2)
      part[threadIdx.x] += 1;
    __syncthreads();
  }
  out[threadIdx.x] = part[0];
}

// Firing: what the kernel only reads may be any number.
__global__ void readOnly(int *out, const int *n) {
  __shared__ int first;
  int limit = *n;
  if (threadIdx.x == 0 && limit > 4)
    first = 7;
  if (threadIdx.x == 40 && limit > 9)
    // CHECK: :[[#@LINE+1]]:14: warning: shared memory race on `first`: {{.*}} when the data let both threads come here (`threadIdx.x == 0 && limit > 4`, `threadIdx.x == 40 && limit > 9`)
    out[0] = first;
}

// Fixed.
__global__ void ordered(int *out, const int *n) {
  __shared__ int first;
  int limit = *n;
  if (threadIdx.x == 0 && limit > 4)
    first = 7;
  __syncthreads();
  if (threadIdx.x == 40 && limit > 9)
    out[0] = first;
}
