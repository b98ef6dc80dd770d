// Dynamic shared memory: as much as the indices need, and more than a block has by default.
//
// RUN: %harness %s %t.cu | FileCheck %s
// RUN: %if nvcc %{ %nvcc -std=c++17 -arch=sm_90 -Werror all-warnings -c %t.cu -o %t.o %}
//
// 256 integers for each block; 64 * 256 floats of 4 bytes.
// CHECK: reverse<<<64, 256, 1024>>>
// CHECK: large<<<64, 256, 65536>>>

__global__ void reverse(int *data, int n) {
  extern __shared__ int staged[];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    staged[threadIdx.x] = data[i];
  __syncthreads();
  if (i < n)
    data[i] = staged[blockDim.x - 1 - threadIdx.x];
}

__global__ void large(float *data) {
  extern __shared__ float wide[];
  for (int k = 0; k < 64; ++k)
    wide[k * blockDim.x + threadIdx.x] = data[k];
  __syncthreads();
  data[blockIdx.x * blockDim.x + threadIdx.x] = wide[threadIdx.x];
}
