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

// Firing: one block may still be at work when the last but one goes on.
// CHECK-LABEL: {{^}}countsTooFew:
// CHECK: data-race different-blocks line [[#@LINE+4]] line [[#@LINE+13]]
__global__ void countsTooFew(int *parts, int *out, const int *in) {
  __shared__ bool amLast;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    amLast = atomicAdd(&count, 1) == gridDim.x - 2;
    __threadfence();
  }
  __syncthreads();
  if (amLast) {
    int sum = 0;
    for (int b = 0; b < gridDim.x; ++b)
      sum += parts[b];
    out[threadIdx.x] = sum;
  }
}

// Near-miss: two threads of each block count, and how many that are together is not worked out.
// CHECK-LABEL: {{^}}countsTwice:
// CHECK-NOT: {{: race|data-race}}
__global__ void countsTwice(int *parts, int *out, const int *in) {
  __shared__ bool amLast;
  if (threadIdx.x == 0)
    amLast = false;
  __syncthreads();
  if (threadIdx.x < 2) {
    parts[blockIdx.x * 2 + threadIdx.x] = in[blockIdx.x * 2 + threadIdx.x];
    __threadfence();
    if (atomicAdd(&count, 1) == 2 * gridDim.x - 1)
      amLast = true;
    __threadfence();
  }
  __syncthreads();
  if (amLast) {
    int sum = 0;
    for (int b = 0; b < 2 * gridDim.x; ++b)
      sum += parts[b];
    out[threadIdx.x] = sum;
  }
}

// Near-miss: the host has set the counter to a negative number, of which the last block makes 0.
// CHECK-LABEL: {{^}}countsUpToZero:
// CHECK-NOT: {{: race|data-race}}
__global__ void countsUpToZero(int *parts, int *out, int *missing) {
  __shared__ int before;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = blockIdx.x;
    __threadfence();
    before = atomicAdd(missing, 1);
  }
  __syncthreads();
  if (before != 0)
    return;
  __threadfence();
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int b = 0; b < gridDim.x; ++b)
      sum += parts[b];
    *out = sum;
  }
}

// Near-miss: blocks that do not count have it stored that they do not go on.
// CHECK-LABEL: {{^}}someCount:
// CHECK-NOT: {{: race|data-race}}
__global__ void someCount(int *parts, int *out, int *counter) {
  __shared__ bool amLast;
  if (threadIdx.x == 0)
    amLast = false;
  __syncthreads();
  if (blockIdx.x < 4 && threadIdx.x == 0) {
    parts[blockIdx.x] = 1;
    __threadfence();
    amLast = atomicAdd(counter, 1) == 3;
  }
  __syncthreads();
  if (amLast && threadIdx.x == 0) {
    __threadfence();
    int sum = 0;
    for (int b = 0; b < 4; ++b)
      sum += parts[b];
    *out = sum;
  }
}

void launch(int *parts, int *out, const int *in, int *counter) {
  countsEarly<<<64, 256>>>(parts, out, in);
  counts<<<64, 256>>>(parts, out, in);
  countsTooFew<<<64, 256>>>(parts, out, in);
  countsTwice<<<64, 256>>>(parts, out, in);
  countsUpToZero<<<16, 32>>>(parts, out, counter);
  someCount<<<16, 32>>>(parts, out, counter);
}
