// RUN: rm -rf %t && split-file %s %t && %cuda-memlint --no-config --fail-on=none %t/kernel.cu | FileCheck %s

// The loop whose second iteration writes what the first one still reads is not in the file of the two accesses.
// CHECK: {{.*}}reduce.cuh:8:{{.*}}shared memory race on `sums[0]`: thread {{.*}}(in iteration 1 of the loop at line 4 of '{{.*}}kernel.cu')

//--- reduce.cuh
#pragma once
__device__ inline float reduce(float value) {
  __shared__ float sums[8];
  if (threadIdx.x % 32 == 0)
    sums[threadIdx.x / 32] = value;
  __syncthreads();
  float sum = 0;
  for (int i = 0; i < 8; ++i) sum += sums[i];
  return sum;
}

//--- kernel.cu
#include "reduce.cuh"
__global__ void rows(float *out, const float *in) {
  int t = threadIdx.x;
  for (int row = 0; row < 4; ++row)
    out[row * 256 + t] = reduce(in[row * 256 + t]);
}

int main() {
  float *out, *in;
  cudaMalloc(&out, 4096);
  cudaMalloc(&in, 4096);
  rows<<<1, 256>>>(out, in);
}
