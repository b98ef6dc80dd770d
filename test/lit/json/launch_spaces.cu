// RUN: %json %s | %query | FileCheck %s

// Some formatters separate the brackets of launches.

#include <cuda_runtime.h>

__global__ void fill(float *out) { out[blockIdx.x * blockDim.x + threadIdx.x] = 1; }
// CHECK: line [[#@LINE-1]]: global store requests=4 cost=16 ideal=16 worst=4; proved; kernel=fill grid=2,1,1 block=64,1,1
// CHECK: line [[#@LINE-2]]: global store requests=16 cost=64 ideal=64 worst=4; proved; kernel=fill grid=4,1,1 block=128,1,1
// CHECK: line [[#@LINE-3]]: global store requests=2 cost=8 ideal=8 worst=4; proved; kernel=fill grid=1,1,1 block=64,1,1

#include "Inputs/launch_spaces.cuh"

int main() {
  float *out;
  cudaMalloc(&out, 1 << 20);
  fill << < 4, 128 >> > (out);
  fill<< <dim3(1), 128 >> 1>> >(out);
  launchFill(out);
}
