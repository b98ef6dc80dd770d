// RUN: %json %s | %query | FileCheck %s

// Properties of the device: what all devices have in common is known, the rest is not.

#include <cuda_runtime.h>

// As many threads as a block may have, 1024: 32 warps of 4 sectors in each block.
__global__ void largestBlock(float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=64 cost=256 ideal=256 worst=4; proved; kernel=largestBlock grid=2,1,1 block=1024,1,1
}
// The number of multiprocessors differs from device to device.
__global__ void everyMultiprocessor(float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=null cost=null ideal=null worst=4; proved; kernel=everyMultiprocessor grid=null,1,1 block=32,1,1 why_null=unknown grid size
}
// A grid that is cut where the device ends is not cut here: 1,000,000 / 100 blocks of 100:
// 3 warps of 4 and one of 4 lanes; 400 bytes a block are 12.5 sectors. Blocks at even
// places start at a sector: 4 + 4 + 4 + 1; others 16 bytes on: 5 + 5 + 5 + 1. The ideal
// counts 4 + 4 + 4 + 1.
__global__ void cut(float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=40000 cost=145000 ideal=130000 worst=5; proved; kernel=cut grid=10000,1,1 block=100,1,1
}
void properties(float *out) {
  cudaDeviceProp device;
  cudaGetDeviceProperties(&device, 0);
  largestBlock<<<2, device.maxThreadsPerBlock>>>(out);
  everyMultiprocessor<<<4 * device.multiProcessorCount, device.warpSize>>>(out);
  int blocks = 10000;
  if (blocks > device.maxGridSize[0])
    blocks = device.maxGridSize[0];
  cut<<<blocks, 100>>>(out);
}

// 2 blocks of a warp.
__global__ void byAttribute(float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=2 cost=8 ideal=8 worst=4; proved; kernel=byAttribute grid=2,1,1 block=32,1,1
}
void attributes(float *out) {
  int threads = 0;
  cudaDeviceGetAttribute(&threads, cudaDevAttrWarpSize, 0);
  byAttribute<<<2, threads>>>(out);
}

// The block that gives the best occupancy is some number of warps, not the value that the
// variable had before; the default stands for it, and the grid follows: 100,000 / 256 = 390.6, 391
// blocks of 8 warps that store 128 bytes each.
__global__ void occupying(float *out) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=3128 cost=12512 ideal=12512 worst=4; proved; kernel=occupying grid=391,1,1 block=256,1,1
}
void occupancy(float *out) {
  int blocks = 1, threads = 1;
  cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, occupying, 0, 0);
  occupying<<<(100000 + threads - 1) / threads, threads>>>(out);
}

// As an argument, such a number says how a row begins: `threads` floats are whole
// sectors, 32 * 4 bytes.
__global__ void rowOfThreads(float *out, int threads) {
  out[threads + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved; kernel=rowOfThreads grid=1,1,1 block=32,1,1
}
void rows(float *out) {
  int blocks, threads;
  cudaOccupancyMaxPotentialBlockSize(&blocks, &threads, occupying);
  rowOfThreads<<<1, 32>>>(out, threads);
}
