// Two dimensions, one row length for rows and columns, and one that is only a row length.
//
// RUN: %harness %s %t.cu | FileCheck %s
// RUN: %host_cuda %t.cu -o %t.exe && %t.exe
// RUN: %if nvcc %{ %nvcc -std=c++17 -arch=sm_90 -Werror all-warnings -c %t.cu -o %t.o %}
//
// 8 x 8 blocks of 32 x 8 threads: 256 columns and 64 rows. 256 * 64 * 4 = 65,536 bytes.
// CHECK: transpose<<<(8,8,1), (32,8,1), 0>>>
// CHECK-NEXT: byte 0 of argument 0: 0 + 65536 bytes, elements of 4 with 1 numbers
// CHECK-NEXT: byte 0 of argument 1: 0 + 65536 bytes
// CHECK-NEXT: bits 0 to 31 of argument 2: 256
// CHECK-NEXT: bits 0 to 31 of argument 3: 64
// CHECK: transpose<<<(8,8,1), (16,16,1), 0>>>
// CHECK: bits 0 to 31 of argument 2: 128
// CHECK-NEXT: bits 0 to 31 of argument 3: 128
// No guard: rows are as long as there are threads along x. 8 bytes each.
// CHECK: scaleRows<<<(8,8,1), (32,8,1), 0>>>
// CHECK-NEXT: 0 + 131072 bytes, elements of 8
// CHECK-NEXT: bits 0 to 31 of argument 1: 256
// CHECK: assumed: transpose: a grid of (8,8,1) blocks, `width` = 256, `height` = 64

__global__ void transpose(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    out[x * height + y] = in[y * width + x];
}

__global__ void scaleRows(double *data, unsigned pitch) {
  unsigned x = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned y = blockIdx.y * blockDim.y + threadIdx.y;
  data[y * pitch + x] *= 2;
}
