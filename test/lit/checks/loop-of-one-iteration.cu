// RUN: not %cuda-memlint --checks='-*,cuda-shared-bank-conflict' %s | FileCheck %s --implicit-check-not=warning:

// A loop that has one iteration for this block does not lead out of the row.

#include <cuda_runtime.h>

template <int Step> __global__ void transpose(float *out, const float *in, int width) {
  __shared__ float tile[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  for (int i = 0; i < 16; i += Step)
    tile[threadIdx.y + i][threadIdx.x] = in[(y + i) * width + x];
  __syncthreads();
  for (int i = 0; i < 16; i += Step)
    out[(y + i) * width + x] = tile[threadIdx.x][threadIdx.y + i];
}

// CHECK: warning: 2-way shared memory bank conflict
// CHECK: help: declare `tile` as `[16][16]`, and store element c of row r at index c ^ (r & 15): removes the bank conflicts of both accesses (-64 B shared memory)
template __global__ void transpose<16>(float *, const float *, int);

// The column that the second iteration begins with is not among the first 16.
__global__ void seventeenColumns(float *out, const float *in, int width) {
  __shared__ float tile[16][17];
  for (int i = 0; i < 17; i += 16)
    // CHECK: :[[#@LINE+3]]:7: warning: shared memory bank conflict
    // CHECK-NOT: index c ^
    if (threadIdx.x + i < 17)
      tile[threadIdx.y][threadIdx.x + i] = in[threadIdx.y * width + threadIdx.x + i];
  __syncthreads();
  out[threadIdx.y * width + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

void launch(float *out, const float *in) {
  transpose<16><<<dim3(64, 64), dim3(16, 16)>>>(out, in, 1024);
  seventeenColumns<<<dim3(64, 64), dim3(16, 16)>>>(out, in, 1024);
}
