// RUN: %json %source/test/lit/Inputs/launch_unknown_across_files.cpp %s | %query | FileCheck %s

// A number that another file passes without knowing it stays unknown where a number of this file
// is seen to be 0.

#include <cuda_runtime.h>

__global__ void fill(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
// CHECK: line [[#@LINE-1]]: global store requests=null cost=null ideal=null worst=4; proved; kernel=fill grid=null,1,1 block=64,1,1

void fillAll(float *out, int n) {
  int error = cudaMemset(out, 0, 4);
  if (error != 0)
    return;
  fill<<<(n - 1) / 64 + 1, 64>>>(out);
}
