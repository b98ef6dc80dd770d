// RUN: %json %s | %query | FileCheck %s

// Where grid, block and scalar arguments come from: the calls in the same file. Every
// call is a launch of its own, in the order of the file.

#include <cuda_runtime.h>

#define THREADS 64
constexpr int total = 1000;
constexpr int ceilDiv(int a, int b) { return (a + b - 1) / b; }

// Offset 0: 8 warps of 4 sectors. Offset 1: 8 warps of 5. Offset 8: 32 bytes on, again
// aligned: 4 warps of 4.
__global__ void copyFrom(float *out, const float *in, int offset) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + offset];
  // CHECK: line [[#@LINE-1]]: global load requests=8 cost=32 ideal=32 worst=4; proved; kernel=copyFrom grid=4,1,1 block=64,1,1
  // CHECK: line [[#@LINE-2]]: global load requests=8 cost=40 ideal=32 worst=5; proved; kernel=copyFrom grid=4,1,1 block=64,1,1
  // CHECK: line [[#@LINE-3]]: global load requests=4 cost=16 ideal=16 worst=4; proved; kernel=copyFrom grid=2,1,1 block=64,1,1
}

// One kernel, two shapes of block over a 32 x 32 matrix of floats, column by column.
//   32 x 8: a warp is 32 rows 128 bytes apart: 32 sectors; 4 blocks of 8 warps: 1024.
//   16 x 16: 16 rows, two neighbours in each: 16; 4 blocks of 8 warps: 512.
__global__ void columnsFirst(float *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  out[x * 32 + y] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=32 cost=1024 ideal=128 worst=32; proved; kernel=columnsFirst grid=1,4,1 block=32,8,1
  // CHECK: line [[#@LINE-2]]: global store requests=32 cost=512 ideal=128 worst=16; proved; kernel=columnsFirst grid=2,2,1 block=16,16,1
}

// ceil(1000 / 256) = 4 blocks, n = 1000: 31 whole warps of 4, one of 8 lanes: 125.
__global__ void guarded(float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=32 cost=125 ideal=125 worst=4; proved; kernel=guarded grid=4,1,1 block=256,1,1
}

// A scalar argument of 64 bits and one by way of a const local: pitch 48 floats = 192
// bytes, column t: 32 sectors.
__global__ void pitched(float *out, long long pitch, unsigned column) {
  out[threadIdx.x * pitch + column] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=32 ideal=4 worst=32; proved; kernel=pitched grid=1,1,1 block=32,1,1
}

// The pitch in every spelling comes to 40 floats = 160 bytes, 5 sectors: row 1 starts at
// a sector: 4.
__global__ void secondRow(float *out, int pitch) {
  out[pitch + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved; kernel=secondRow grid=1,1,1 block=32,1,1
  // The two calls come to the same, so there is one launch of them.
  // CHECK-NOT: line [[#@LINE-3]]:
}

void launch(float *out, const float *in) {
  copyFrom<<<4, THREADS>>>(out, in, 0);
  copyFrom<<<4, THREADS>>>(out, in, 1);
  const int offset = 8;
  copyFrom<<<2, THREADS>>>(out, in, offset);

  dim3 block(32, 8);
  dim3 grid(32 / block.x, 32 / block.y);
  columnsFirst<<<grid, block>>>(out);
  columnsFirst<<<dim3(2, 2, 1), dim3(16, 16, 1)>>>(out);

  int threads = 256;
  int blocks = (total + threads - 1) / threads;
  guarded<<<blocks, threads>>>(out, total);

  const unsigned column = 3;
  pitched<<<1, 32>>>(out, 48, column);

  int width = 33;
  int padded = ceilDiv(width, 8) * 8;
  secondRow<<<1, 32, 0>>>(out, padded);
  secondRow<<<1, 32, 0, nullptr>>>(out, static_cast<int>(160 / sizeof(float)));
}
