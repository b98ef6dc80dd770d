// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s

// The block that counts last goes on with what the others have stored.

#include <cuda_runtime.h>

__device__ unsigned int count;

// Firing: the first thread counts when others of its block may still be storing.
// CHECK-LABEL: {{^}}countsEarly:
// CHECK: data-race different-blocks line [[#@LINE+4]] line [[#@LINE+14]]
// CHECK-NOT: {{: race|data-race}}
__global__ void countsEarly(int *parts, int *out, const int *in) {
  __shared__ bool amLast;
  parts[blockIdx.x * 256 + threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  if (threadIdx.x == 0) {
    __threadfence();
    amLast = atomicAdd(&count, 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (amLast) {
    int sum = 0;
    for (int b = 0; b < gridDim.x; ++b)
      sum += parts[b * 256 + threadIdx.x];
    out[threadIdx.x] = sum;
  }
}

// The fixed code: one block alone goes on, and sets the counter back.
// CHECK-LABEL: {{^}}counts:
// CHECK-NOT: {{: race|data-race}}
__global__ void counts(int *parts, int *out, const int *in) {
  __shared__ bool amLast;
  parts[blockIdx.x * 256 + threadIdx.x] = in[blockIdx.x * 256 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    amLast = atomicAdd(&count, 1) == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (amLast) {
    int sum = 0;
    for (int b = 0; b < gridDim.x; ++b)
      sum += parts[b * 256 + threadIdx.x];
    out[threadIdx.x] = sum;
    if (threadIdx.x == 0)
      count = 0;
  }
}

void launch(int *parts, int *out, const int *in) {
  countsEarly<<<64, 256>>>(parts, out, in);
  counts<<<64, 256>>>(parts, out, in);
}
