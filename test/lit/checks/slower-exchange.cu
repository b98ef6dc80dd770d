// RUN: %cuda-memlint --fail-on=none --no-fixes --checks=-*,cuda-uncoalesced-access %s | FileCheck %s --implicit-check-not=help:

// Fewer sectors take longer where those of loads become those of stores, which no cache serves.

#include <cuda_runtime.h>

// A row of threads reads 16 elements of a column, which both rows of a warp share. The other way round the warp stores in 16
// sectors each time, a part of each: 12 us of DRAM would become 25.
__global__ void spread(float *out, const float *in, int n) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced load
  // CHECK: note: no advice: swapping `threadIdx.x` and `threadIdx.y` helps this load, but the store on this line would take 4 times as many sectors{{$}}
  out[y * n + x] = in[x * n];
}

// Near miss: many such loads for one store.
__global__ void sums(float *out, const float *in, int n) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced load
    // CHECK: help: swap `threadIdx.x` and `threadIdx.y` in the kernel
    sum += in[(x * 64 + k * 65536) * n + y];
  out[y * n + x] = sum;
}

int main() {
  float *out, *in;
  cudaMalloc(&out, 1 << 28);
  cudaMalloc(&in, 1 << 28);
  spread<<<dim3(64, 64), dim3(16, 16)>>>(out, in, 1024);
  sums<<<dim3(64, 64), dim3(16, 16)>>>(out, in, 1024);
}
