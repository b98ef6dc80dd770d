// RUN: %json --checks=-*,cuda-shared-race %s >%t.json
// RUN: %python %S/../Inputs/blocks.py <%t.json | FileCheck --check-prefix=BLOCKS %s
// RUN: %cuda-memlint --remarks --fail-on=none --checks=-*,cuda-shared-race %s \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// What a kernel states about one extent of its block leaves the others as they are by default.

#include <cuda_runtime.h>

// BLOCKS: line: 256,1,1 default
__global__ void line(float *out, int n) {
  __builtin_assume(blockDim.y == 1);
  __shared__ float s[1024];
  s[threadIdx.x] = n;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: {{remark|warning}}: shared memory race
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 64];
}

// BLOCKS: lineWithBounds: 128,1,1 launch_bounds
__global__ void __launch_bounds__(128) lineWithBounds(float *out, int n) {
  __builtin_assume(blockDim.y == 1);
  __shared__ float s[1024];
  s[threadIdx.x] = n;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: {{remark|warning}}: shared memory race
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 64];
}

// Near miss: the one warp that there is has no element 64 on.
// BLOCKS: warp: 32,1,1 assert
__global__ void warp(float *out, int n) {
  __builtin_assume(blockDim.x == 32 && blockDim.y == 1);
  __shared__ float s[1024];
  s[threadIdx.x] = n;
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 64];
}

// Blocks of another size do nothing.
// BLOCKS: leaves: 64,1,1 assert
__global__ void leaves(float *out, int n) {
  if (blockDim.x != 64)
    return;
  __shared__ float s[1024];
  s[threadIdx.x] = n;
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 64];
}

// The fixed code.
// BLOCKS: fixed: 256,1,1 default
__global__ void fixed(float *out, int n) {
  __builtin_assume(blockDim.y == 1);
  __shared__ float s[1024];
  s[threadIdx.x] = n;
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x ^ 64];
}
