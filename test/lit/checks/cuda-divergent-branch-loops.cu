// RUN: not %cuda-memlint --remarks --checks=-*,cuda-divergent-branch %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

#include <cuda_runtime.h>

// Lane l of each warp takes l iterations: in the first, 31 lanes of each of the 8 warps are active, in
// the last 1, and one warp could hold these.
__global__ void triangle(float *data) {
  int row = threadIdx.x % 32;
  // CHECK: :[[#@LINE+3]]:3: warning: divergent loop: lanes leave it after different numbers of iterations, and 16 of 32 lanes are active on average (248 iterations of warps in each of 64 blocks, 136 if threads with equal numbers were consecutive) [cuda-divergent-branch]
  // CHECK: note: for triangle<<<64, 256>>>
  // CHECK: help: give work of equal length to consecutive threads
  for (int i = 0; i < row; ++i)
    data[256 * i + threadIdx.x] += data[256 * i + threadIdx.x + 1];
}

// Mended: the threads of one warp have nearly equal numbers.
__global__ void packed(float *data) {
  int row = threadIdx.x / 8;
  for (int i = 0; i < row; ++i)
    data[256 * i + threadIdx.x] += data[256 * i + threadIdx.x + 1];
}

// Only the first warps have lanes that wait.
__global__ void byThread(float *data) {
  for (int i = 0; i < threadIdx.x; ++i)
    data[256 * i + threadIdx.x] += data[256 * i + threadIdx.x + 1];
}

// One lane in four has all of the work.
__global__ void someLanes(float *data, int n) {
  // CHECK: :[[#@LINE+1]]:3: warning: divergent loop: lanes leave it after different numbers of iterations, and 8 of 32 lanes are active on average (800 iterations of warps in each of 64 blocks, 200 if
  for (int i = 0; i < (threadIdx.x % 4 == 0 ? n : 0); ++i)
    data[256 * i + threadIdx.x] += data[256 * i + threadIdx.x + 1];
}

// Strides over an array: no two threads differ by more than one.
__global__ void strided(float *data, int n) {
  for (int s = threadIdx.x; s < n; s += blockDim.x)
    data[s] = 2 * data[s] + 1;
  for (int s = threadIdx.x; s < 8; s += blockDim.x)
    data[s] = 2 * data[s] + 1;
  for (int s = threadIdx.x % 8; s < 21; s += 8)
    data[s] = 2 * data[s] + 1;
}

// Data decide how long each lane goes on.
__global__ void rows(float *out, const float *values, const int *first) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = first[row]; i < first[row + 1]; ++i)
    out[row] += values[i];
}

__global__ void untilFound(float *data, float wanted) {
  for (int i = 0; i < threadIdx.x % 32; ++i) {
    if (data[256 * i + threadIdx.x] == wanted)
      break;
    data[256 * i + threadIdx.x] += data[256 * i + threadIdx.x + 1];
  }
}

// The number is not known.
__global__ void unknown(float *data, int n) {
  for (int i = 0; i < threadIdx.x % n; ++i)
    data[256 * i + threadIdx.x] += data[256 * i + threadIdx.x + 1];
}

// One warp cannot be packed.
__global__ void oneWarp(float *data) {
  for (int i = 0; i < threadIdx.x; ++i)
    data[32 * i + threadIdx.x] += data[32 * i + threadIdx.x + 1];
}

// Nothing is done to memory.
__global__ void inRegisters(float *data) {
  float x = data[threadIdx.x];
  for (int i = 0; i < threadIdx.x % 32; ++i)
    x = 2 * x + 1;
  data[threadIdx.x] = x;
}

// The lanes exchange what they have.
__global__ void exchanging(float *data) {
  for (int i = 0; i < threadIdx.x % 32; ++i)
    data[256 * i + threadIdx.x] += data[256 * i + threadIdx.x + 1];
  data[threadIdx.x] += __shfl_sync(~0u, data[threadIdx.x], 0);
}

void launch(float *data, const int *first, int n) {
  triangle<<<64, 256>>>(data);
  packed<<<64, 256>>>(data);
  byThread<<<64, 256>>>(data);
  someLanes<<<64, 256>>>(data, 100);
  strided<<<64, 256>>>(data, 100000);
  rows<<<64, 256>>>(data, data, first);
  untilFound<<<64, 256>>>(data, 1);
  unknown<<<64, 256>>>(data, n);
  oneWarp<<<64, 32>>>(data);
  inRegisters<<<64, 256>>>(data);
  exchanging<<<64, 256>>>(data);
}
