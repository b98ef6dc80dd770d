// What a claim in shared memory is set to before a barrier is not a release: the claim is made once,
// and needs no fence. It does not keep away who reads what the winner stores. Each racy kernel, and the
// same one mended, whose name ends in Mended.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__global__ void picked(const float *x, float limit, int *out) {
  __shared__ int taken, found;
  if (threadIdx.x == 0) {
    taken = 0;
    found = -1;
  }
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (x[i] > limit && atomicCAS(&taken, 0, 1) == 0)
    found = threadIdx.x;
  // CHECK: :[[#@LINE+1]]:12: warning: shared memory race on `found`
  out[i] = found;
}
__global__ void pickedMended(const float *x, float limit, int *out) {
  __shared__ int taken, found;
  if (threadIdx.x == 0) {
    taken = 0;
    found = -1;
  }
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (x[i] > limit && atomicCAS(&taken, 0, 1) == 0)
    found = threadIdx.x;
  __syncthreads();
  out[i] = found;
}
__global__ void pickedInRounds(const float *x, float limit, int *out, int rounds) {
  __shared__ int taken, found;
  for (int r = 0; r < rounds; ++r) {
    if (threadIdx.x == 0) {
      taken = 0;
      found = -1;
    }
    __syncthreads();
    int i = r * blockDim.x + threadIdx.x;
    if (x[i] > limit && atomicCAS(&taken, 0, 1) == 0)
      found = threadIdx.x;
    __syncthreads();
    out[i] = found;
    __syncthreads();
  }
}

// How many have been counted says who takes part, and several do.
__global__ void appended(const float *x, int *out, int *size, int n) {
  __shared__ int count, base;
  __shared__ int local[256];
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0.5f)
    local[atomicAdd(&count, 1)] = i;
  __syncthreads();
  if (threadIdx.x == 0)
    base = atomicAdd(size, count);
  for (int k = threadIdx.x; k < count; k += blockDim.x)
    // CHECK: :[[#@LINE+1]]:9: warning: shared memory race on `base`
    out[base + k] = local[k];
}
__global__ void appendedMended(const float *x, int *out, int *size, int n) {
  __shared__ int count, base;
  __shared__ int local[256];
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0.5f)
    local[atomicAdd(&count, 1)] = i;
  __syncthreads();
  if (threadIdx.x == 0)
    base = atomicAdd(size, count);
  __syncthreads();
  for (int k = threadIdx.x; k < count; k += blockDim.x)
    out[base + k] = local[k];
}
