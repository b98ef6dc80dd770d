// Reads before where a pointer points, strides, loops over the grid, and a pointer that is
// one of two.
//
// RUN: %harness %s %t.cu | FileCheck %s
// RUN: %host_cuda %t.cu -o %t.exe && %t.exe
// RUN: %if nvcc %{ %nvcc -std=c++17 -arch=sm_90 -Werror all-warnings -c %t.cu -o %t.o %}
//
// One float before the start, and one behind the end: each rounded up to 256 bytes.
// CHECK: stencil<<<64, 256, 0>>>
// CHECK-NEXT: argument 0: 0 + 65536 bytes
// CHECK-NEXT: argument 1: 256 + 65792 bytes
// 4 * (3 * 16,383 + 1) = 196,600 bytes.
// CHECK: everyThird<<<64, 256, 0>>>
// CHECK-NEXT: 0 + 196608 bytes
// CHECK: strideLoop<<<64, 256, 0>>>
// CHECK-NEXT: 0 + 65536 bytes
// CHECK-NEXT: bits 0 to 31 of argument 1: 16384
// CHECK: either<<<64, 256, 0>>>
// CHECK-NEXT: argument 0: 0 + 2048 bytes
// CHECK-NEXT: argument 1: 0 + 2048 bytes
// CHECK: optional<<<64, 256, 0>>>
// CHECK-NEXT: argument 0: 0 + 1024 bytes
// CHECK-NEXT: argument 1: 0 + 1024 bytes

__global__ void stencil(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i - 1] + in[i] + in[i + 1];
}

__global__ void everyThird(int *data) { data[3 * (blockIdx.x * blockDim.x + threadIdx.x)] = 1; }

__global__ void strideLoop(float *data, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    data[i] += 1;
}

__global__ void either(float *a, float *b, float *out, bool first) {
  const float *from = first ? a : b;
  out[threadIdx.x] = from[2 * threadIdx.x];
}

__global__ void optional(float *out, const float *bias) {
  out[threadIdx.x] = bias ? bias[threadIdx.x] : 0;
}
