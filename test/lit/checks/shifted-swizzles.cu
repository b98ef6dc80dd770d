// RUN: not %cuda-memlint --remarks --checks='-*,cuda-shared-bank-conflict' %s | FileCheck %s

// Several rows lie side by side in all banks: those that do not differ in higher bits of their
// number, by which columns may change places.

#include <cuda_runtime.h>

// Four rows of 8 in a warp, 4 rows apart, and 32 rows of one column.
__global__ void turn(float *out, const float *in) {
  __shared__ float tile[32][8];
  int t = threadIdx.y * 32 + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:3: warning: 8-way shared memory bank conflict
  // CHECK: help: store element c of row r at index c ^ (r >> 2 & 7): removes the bank conflicts of both accesses (no extra shared memory)
  tile[threadIdx.x][threadIdx.y] = in[t];
  __syncthreads();
  out[t] = tile[t / 8][t % 8];
}

// Mended.
// CHECK-NOT: :[[#@LINE+1]]:{{.*}}bank conflict
__global__ void turned(float *out, const float *in) {
  __shared__ float tile[32][8];
  int t = threadIdx.y * 32 + threadIdx.x;
  tile[threadIdx.x][threadIdx.y ^ (threadIdx.x >> 2 & 7)] = in[t];
  __syncthreads();
  out[t] = tile[t / 8][(t % 8) ^ (t / 8 >> 2 & 7)];
}

// Rows as long as all banks differ in the lowest bits.
__global__ void longRows(float *out, const float *in) {
  __shared__ float tile[32][32];
  // CHECK: :[[#@LINE+2]]:3: warning: 32-way shared memory bank conflict
  // CHECK-NOT: r >>
  tile[threadIdx.x][threadIdx.y] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.y][threadIdx.x];
}

void launch(float *out, const float *in) {
  turn<<<64, dim3(32, 8)>>>(out, in);
  turned<<<64, dim3(32, 8)>>>(out, in);
  longRows<<<64, dim3(32, 8)>>>(out, in);
}
