// RUN: %json %s | %query | FileCheck %s

// Launches by functions of the run time. Arguments are read through the array of pointers
// to them. Shifted by 1 a warp touches 5 sectors.

#include <cuda_runtime.h>

// 2 blocks of 2 warps.
__global__ void byArray(float *out, int shift) {
  out[blockIdx.x * blockDim.x + threadIdx.x + shift] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=4 cost=20 ideal=16 worst=5; proved; kernel=byArray grid=2,1,1 block=64,1,1
  // CHECK: line [[#@LINE-2]]: global store requests=4 cost=16 ideal=16 worst=4; proved; kernel=byArray grid=2,1,1 block=64,1,1
}
void arrays(float *out) {
  int shift = 1;
  void *arguments[] = {&out, &shift};
  cudaLaunchKernel((const void *)byArray, dim3(2), dim3(64), arguments, 0, nullptr);
  int other = 8;
  void *later[2];
  later[0] = &out;
  later[1] = (void *)&other;
  cudaLaunchKernel(byArray, 2, 64, later);
}

// 3 blocks of 1 warp.
__global__ void cooperative(float *out, int shift) {
  out[blockIdx.x * blockDim.x + threadIdx.x + shift] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=3 cost=15 ideal=12 worst=5; proved; kernel=cooperative grid=3,1,1 block=32,1,1
}
void together(float *out) {
  int shift = 1;
  void *arguments[] = {&out, &shift};
  cudaLaunchCooperativeKernel((void *)cooperative, dim3(3), dim3(32), arguments, 0, 0);
}

// 4 blocks of 3 warps. Attributes change nothing here.
__global__ void configured(float *out, int shift) {
  out[blockIdx.x * blockDim.x + threadIdx.x + shift] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=12 cost=60 ideal=48 worst=5; proved; kernel=configured grid=4,1,1 block=96,1,1
  // CHECK: line [[#@LINE-2]]: global store requests=8 cost=32 ideal=32 worst=4; proved; kernel=configured grid=8,1,1 block=32,1,1
}
void configuration(float *out) {
  cudaLaunchConfig_t config = {};
  config.gridDim = dim3(4);
  config.blockDim = 96;
  config.dynamicSmemBytes = 64;
  cudaLaunchAttribute attributes[1];
  attributes[0].id = cudaLaunchAttributeCooperative;
  attributes[0].val.cooperative = 1;
  config.attrs = attributes;
  config.numAttrs = 1;
  cudaLaunchKernelEx(&config, configured, out, 1);

  config.gridDim.x *= 2;
  config.blockDim.x = 32;
  int shift = 8;
  void *arguments[] = {&out, &shift};
  cudaLaunchKernelExC(&config, (const void *)configured, arguments);
}
