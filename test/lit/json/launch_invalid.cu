// RUN: %json %s | %query | FileCheck %s

// Launches that the run time refuses have no cost.

#include <cuda_runtime.h>

// -1 is 4294967295 where a dim3 takes unsigned numbers; a grid has at most 2147483647
// blocks along x, and 65535 along y and z.
__global__ void negative(float *out) {
  out[threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=null cost=null ideal=null worst=null; unknown; kernel=negative grid=4294967295,1,1 block=32,1,1 why_null=a grid of 4294967295 blocks in one dimension cannot be launched (as a signed number, -1)
}
__global__ void tooMany(float *out) {
  out[threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=null cost=null ideal=null worst=null; unknown; kernel=tooMany grid=1,65536,1 block=32,1,1 why_null=a grid of 65536 blocks in one dimension cannot be launched
}
__global__ void largest(float *out) {
  out[threadIdx.x] = 1;
  // 65535 warps of 4 sectors.
  // CHECK: line [[#@LINE-2]]: global store requests=65535 cost=262140 ideal=262140 worst=4; proved; kernel=largest grid=1,65535,1 block=32,1,1
}
__global__ void blockTooLarge(float *out) {
  out[threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=null cost=null ideal=null worst=null; unknown; kernel=blockTooLarge grid=1,1,1 block=32,64,1 why_null=a block of 32 x 64 x 1 threads cannot be launched
}
void launches(float *out) {
  negative<<<-1, 32>>>(out);
  tooMany<<<dim3(1, 65536), 32>>>(out);
  largest<<<dim3(1, 65535), 32>>>(out);
  blockTooLarge<<<1, dim3(32, 64)>>>(out);
}
