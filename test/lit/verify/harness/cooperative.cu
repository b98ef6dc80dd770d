// A kernel whose whole grid waits, and one in clusters of four blocks.
//
// RUN: %harness %s %t.cu | FileCheck %s
// RUN: %if nvcc %{ %nvcc -std=c++17 -arch=sm_90 -Werror all-warnings -c %t.cu -o %t.o %}
//
// CHECK: {{^}}wait<<<64, 256, 0>>>
// CHECK: {{^}}clustered<<<64, 256, 0>>>
// RUN: FileCheck %s --check-prefix=TEXT --input-file=%t.cu
// TEXT: {"wait",
// TEXT: 0ull, true, memlint_harness_buffers_0
// TEXT: {"clustered",
// TEXT: 0ull, false, memlint_harness_buffers_1

#include <cooperative_groups.h>

__global__ void wait(float *data) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = 1;
  cooperative_groups::this_grid().sync();
  data[i] += data[gridDim.x * blockDim.x - 1 - i];
}

__global__ void __cluster_dims__(4) clustered(float *data) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}
