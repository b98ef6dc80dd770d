// RUN: %json %s | %query | FileCheck %s
// RUN: %cuda-memlint --fail-on=none %s | FileCheck %s --check-prefix=NOTE --implicit-check-not='cannot run'

// Launches that the run time refuses have no cost, and a note says so; but one with a grid of 0 that
// is written as a constant is not read at all, and where the grid is computed, the host has often
// checked the size.

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
__global__ void noBlocks(float *out) {
  out[threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=null cost=null ideal=null worst=4; proved; kernel=noBlocks grid=null,null,null block=256,1,1 why_null=unknown grid size
}
void launches(float *out) {
  // NOTE: :[[#@LINE+1]]:3: note: this launch of 'negative' cannot run on the device: a grid of
  negative<<<-1, 32>>>(out);
  // NOTE: :[[#@LINE+1]]:3: note: this launch of 'tooMany' cannot run on the device: a grid of
  tooMany<<<dim3(1, 65536), 32>>>(out);
  largest<<<dim3(1, 65535), 32>>>(out);
  // NOTE: :[[#@LINE+1]]:3: note: this launch of 'blockTooLarge' cannot run on the device: a block of
  blockTooLarge<<<1, dim3(32, 64)>>>(out);
  noBlocks<<<0, 32>>>(out);
}
