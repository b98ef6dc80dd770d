// What an access costs in a launch is what the compiler makes of it, as in the summary in text: the first of several that it merges has
// it all. By hand: 16 blocks of 8 warps, lanes 16 bytes apart, 8 bytes each: 16 sectors, 8 needed; a load of 4 bytes by itself
// takes as many, 4 needed. A row of 32 floats is 8 loads of 16 bytes: 32 wavefronts each, 4 needed.
//
// RUN: %cuda-memlint --format=json --fail-on=none %s > %t.json
// RUN: %python %S/Inputs/merged_accesses.py %t.json | FileCheck %s
// RUN: %cuda-memlint --summary --fail-on=none --checks=-* %s | FileCheck %s --check-prefix=TEXT

#include <cuda_runtime.h>

// CHECK: in[t].x: requests=128 lanes=4096 cost=2048 ideal=1024 worst=16; 8 bytes into null; by itself requests=128 cost=2048 ideal=512 worst=16
// CHECK-NEXT: in[t].y: requests=0 lanes=0 cost=0 ideal=0 worst=null; 8 bytes into 0; by itself requests=128 cost=2048 ideal=512 worst=16
// CHECK-NEXT: out[t]: requests=128 lanes=4096 cost=512 ideal=512 worst=4{{$}}
// TEXT: in[t].x{{ +}}global{{ +}}load{{ +}}8{{ +}}128{{ +}}2,048{{ +}}1,024
__global__ void lowerHalf(float *out, const float4 *in) {
  int t = blockIdx.x * 256 + threadIdx.x;
  out[t] = in[t].x + in[t].y;
}

// CHECK: tile[t][k]: requests=32 lanes=1024 cost=1024 ideal=128 worst=32; 16 bytes into null; by itself requests=128 cost=4096 ideal=128 worst=32
// TEXT: tile[t][k]{{ +}}shared{{ +}}load{{ +}}16{{ +}}32{{ +}}1,024{{ +}}128
__global__ void rows(float *out, const float *in) {
  __shared__ float tile[32][32];
  int t = threadIdx.x;
  for (int k = 0; k < 32; ++k)
    tile[k][t] = in[32 * k + t];
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 32; ++k)
    sum += tile[t][k];
  out[32 * blockIdx.x + t] = sum;
}

int main() {
  float *out;
  float4 *in;
  cudaMalloc(&out, 1 << 20);
  cudaMalloc(&in, 1 << 20);
  lowerHalf<<<16, 256>>>(out, in);
  rows<<<4, 32>>>(out, (float *)in);
}
