// RUN: not %cuda-memlint --checks=-*,cuda-shared-bank-conflict %s | FileCheck %s --implicit-check-not=help:

// Tiles in one buffer that have no names of their own are distinguished by where they begin: 1,024
// elements of 4 bytes are 4,096 bytes.

#include <cuda_runtime.h>

__global__ void three(float *out, const float *in) {
  extern __shared__ float buffer[];
  int x = threadIdx.x, y = threadIdx.y;
  buffer[y * 32 + x] = in[y * 32 + x];
  buffer[1024 + y * 32 + x] = in[1024 + y * 32 + x];
  buffer[2048 + y * 32 + x] = in[2048 + y * 32 + x];
  __syncthreads();
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: 32-way shared memory bank conflict: lanes load `buffer[x * 32 + y]`
  // CHECK: help: pad the rows of `buffer` from 32 to 33 elements to remove the bank conflicts of both accesses
  out[y * 32 + x] = buffer[x * 32 + y];
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: 32-way shared memory bank conflict: lanes load `buffer[1024 + x * 32 + y]`
  // CHECK: help: pad the rows of `buffer` at byte 4,096 from 32 to 33 elements to remove the bank conflicts of both accesses
  out[1024 + y * 32 + x] = buffer[1024 + x * 32 + y];
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: 32-way shared memory bank conflict: lanes load `buffer[2048 + x * 32 + y]`
  // CHECK: help: pad the rows of `buffer` at byte 8,192 from 32 to 33 elements to remove the bank conflicts of both accesses
  out[2048 + y * 32 + x] = buffer[2048 + x * 32 + y];
}

// Names distinguish them.
__global__ void named(float *out, const float *in) {
  extern __shared__ float buffer[];
  float *second = buffer + 1024;
  int x = threadIdx.x, y = threadIdx.y;
  buffer[y * 32 + x] = in[y * 32 + x];
  second[y * 32 + x] = in[1024 + y * 32 + x];
  __syncthreads();
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: 32-way shared memory bank conflict
  // CHECK: help: pad the rows of `buffer` from 32 to 33 elements
  out[y * 32 + x] = buffer[x * 32 + y];
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: 32-way shared memory bank conflict
  // CHECK: help: pad the rows of `second` from 32 to 33 elements
  out[1024 + y * 32 + x] = second[x * 32 + y];
}

void run(float *out, const float *in) {
  three<<<8, dim3(32, 32), 12288>>>(out, in);
  named<<<8, dim3(32, 32), 8192>>>(out, in);
}
