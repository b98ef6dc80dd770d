// Data say when a loop ends, but two threads race in its first iteration already.
// RUN: not %cuda-memlint --checks=-*,cuda-shared-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__device__ volatile int goesOn;

__global__ void levels(int *even, int *odd, int n) {
  __shared__ int isOdd;
  if (threadIdx.x == 0)
    isOdd = 1;
  while (true) {
    __syncthreads();
    int *out = isOdd ? odd : even;
    out[blockIdx.x * blockDim.x + threadIdx.x] = n;
    if (threadIdx.x == 0)
      // CHECK: :[[#@LINE+1]]:7: warning: shared memory race on `isOdd`: thread (0,0,0) writes it here while thread (32,0,0) reads it at line [[#@LINE-3]], with no barrier in between
      isOdd = (isOdd + 1) % 2;
    __syncthreads();
    if (goesOn == 0)
      return;
  }
}
__global__ void levelsMended(int *even, int *odd, int n) {
  __shared__ int isOdd;
  if (threadIdx.x == 0)
    isOdd = 1;
  while (true) {
    __syncthreads();
    int *out = isOdd ? odd : even;
    out[blockIdx.x * blockDim.x + threadIdx.x] = n;
    __syncthreads();
    if (threadIdx.x == 0)
      isOdd = (isOdd + 1) % 2;
    __syncthreads();
    if (goesOn == 0)
      return;
  }
}
// Data decide in the first iteration, too, whether a thread comes to its access.
__global__ void found(const int *key, int *out, int n) {
  __shared__ int best;
  if (threadIdx.x == 0)
    best = 0;
  __syncthreads();
  while (true) {
    if (key[threadIdx.x] == int(threadIdx.x))
      best = threadIdx.x;
    __syncthreads();
    if (goesOn == 0)
      return;
    __syncthreads();
  }
}
