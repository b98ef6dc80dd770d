// RUN: %json %s | %query | FileCheck %s

// Kernels that nobody launches: the block is taken from __launch_bounds__ or from a
// documented default, the grid is not known, and so no total is.

#include <cuda_runtime.h>

// Every warp of every block starts at a multiple of 128 bytes, plus 4: 5 sectors.
__global__ void __launch_bounds__(128) bounded(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + 1];
  // CHECK: line [[#@LINE-1]]: global load requests=null cost=null ideal=null worst=5; {{.*}}kernel=bounded {{.*}} block=128,1,1 why_null=
  // CHECK: line [[#@LINE-2]]: global store requests=null cost=null ideal=null worst=4; {{.*}}kernel=bounded {{.*}} block=128,1,1 why_null=
}

// One dimension: blocks of 256. Two words apart: 2 wavefronts in every warp.
__global__ void oneDimension(float *out) {
  __shared__ float s[512];
  s[2 * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=null cost=null ideal=null worst=2; {{.*}}kernel=oneDimension {{.*}} block=256,1,1 why_null=
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x];
}

// With 256 threads the upper half of the array would be read and never written.
__global__ void upperHalf(float *out) {
  __shared__ float s[512];
  s[threadIdx.x] = 1;
  __syncthreads();
  if (threadIdx.x < 256)
    out[blockIdx.x * blockDim.x + threadIdx.x] = s[threadIdx.x + 256];
  // CHECK: line [[#@LINE-1]]: shared load {{.*}}kernel=upperHalf {{.*}} block=512,1,1
}

// Two dimensions: 32 x 8 does not fit a tile of 16 columns, 16 x 16 does: 16*x + y, 8
// words in each of 4 banks: 8.
__global__ void twoDimensions(float *out) {
  __shared__ float tile[16][16];
  tile[threadIdx.y][threadIdx.x] = 1;
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
  // CHECK-NOT: line [[#@LINE-1]]: shared load {{.*}} block=32,8,1
  // CHECK: line [[#@LINE-2]]: shared load requests=null cost=null ideal=null worst=8; {{.*}}kernel=twoDimensions {{.*}} block=16,16,1
}

// Constant memory by lane: 32 addresses whatever the block's length.
__constant__ float table[256];
__global__ void constantByLane(float *out) {
  out[threadIdx.x] = table[threadIdx.x];
  // CHECK: line [[#@LINE-1]]: constant load requests=null cost=null ideal=null worst=32; {{.*}}kernel=constantByLane {{.*}} block=256,1,1
}
