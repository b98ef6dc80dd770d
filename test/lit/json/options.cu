// The launch is given on the command line, where no call is.
// RUN: %json --launch 'transpose<<<(8,8),(32,32)>>>(_, _, 256)' \
// RUN:   --launch 'shifted<<<2,128>>>(_, _, 1)' \
// RUN:   --launch 'dynamic<<<1,64,512>>>(_)' %s | %query | FileCheck %s

#include <cuda_runtime.h>

// 2048 warps: rows 4 sectors, columns of 1024-byte rows 32.
__global__ void transpose(float *out, const float *in, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  out[x * n + y] = in[y * n + x];
  // CHECK: line [[#@LINE-1]]: global load requests=2048 cost=8192 ideal=8192 worst=4; proved; kernel=transpose grid=8,8,1 block=32,32,1
  // CHECK: line [[#@LINE-2]]: global store requests=2048 cost=65536 ideal=8192 worst=32; proved; kernel=transpose grid=8,8,1 block=32,32,1
}

// 8 warps, 5 sectors each.
__global__ void shifted(float *out, const float *in, int offset) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i + offset];
  // CHECK: line [[#@LINE-1]]: global load requests=8 cost=40 ideal=32 worst=5; proved; kernel=shifted grid=2,1,1 block=128,1,1
}

// 2 warps, 2 words apart.
__global__ void dynamic(float *out) {
  extern __shared__ float s[];
  s[2 * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=2 cost=4 ideal=2 worst=2; proved; kernel=dynamic grid=1,1,1 block=64,1,1
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x];
}
