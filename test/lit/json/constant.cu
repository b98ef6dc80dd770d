// RUN: %json %s | %query | FileCheck %s

// Constant memory: as many addresses as the active lanes of a request ask for, one at
// a time. One is the least.

#include <cuda_runtime.h>

struct Layer {
  float weight, bias;
};

__constant__ float table[256];
__constant__ double doubles[64];
__constant__ unsigned char bytes[256];
__constant__ float grid2d[8][16];
__constant__ Layer layers[32];
__constant__ int scalar;

// Two warps. Every lane its own word: 32 addresses.
__global__ void byLane(float *out) {
  int t = threadIdx.x;
  out[t] = table[t];
  // CHECK: line [[#@LINE-1]]: constant load requests=2 cost=64 ideal=2 worst=32; proved;
}

// Two warps, one address for the whole warp.
__global__ void uniform(float *out) {
  int t = threadIdx.x;
  float sum = scalar;
  // CHECK: line [[#@LINE-1]]: constant load requests=2 cost=2 ideal=2 worst=1; proved;
  sum += table[7];
  // CHECK: line [[#@LINE-1]]: constant load requests=2 cost=2 ideal=2 worst=1; proved;
  sum += table[blockIdx.x];
  // CHECK: line [[#@LINE-1]]: constant load requests=2 cost=2 ideal=2 worst=1; proved;
  // One address for each warp, another for the next.
  sum += table[t / 32];
  // CHECK: line [[#@LINE-1]]: constant load requests=2 cost=2 ideal=2 worst=1; proved;
  // 16 turns of 2 warps.
  for (int k = 0; k < 16; ++k)
    sum += table[k];
  // CHECK: line [[#@LINE-1]]: constant load requests=32 cost=32 ideal=32 worst=1; proved;
  out[t] = sum;
}

// 128 x 3 threads: a warp lies in one row, so threadIdx.y is one value in each: 12 warps.
__global__ void byRowWide(float *out) {
  out[threadIdx.y * 128 + threadIdx.x] = table[threadIdx.y];
  // CHECK: line [[#@LINE-1]]: constant load requests=12 cost=12 ideal=12 worst=1; proved;
}

// 16 x 16 threads: a warp is two rows: 2 addresses, 8 warps.
__global__ void byRowNarrow(float *out) {
  out[threadIdx.y * 16 + threadIdx.x] = table[threadIdx.y];
  // CHECK: line [[#@LINE-1]]: constant load requests=8 cost=16 ideal=8 worst=2; proved;
}

// One warp, a few addresses.
__global__ void someLanes(float *out) {
  int t = threadIdx.x;
  float sum = 0;
  sum += table[t % 4];
  // CHECK: line [[#@LINE-1]]: constant load requests=1 cost=4 ideal=1 worst=4; proved;
  sum += table[t / 4];
  // CHECK: line [[#@LINE-1]]: constant load requests=1 cost=8 ideal=1 worst=8; proved;
  // 2 rows and 2 columns: 4.
  sum += grid2d[t % 2][t / 16];
  // CHECK: line [[#@LINE-1]]: constant load requests=1 cost=4 ideal=1 worst=4; proved;
  // 8 active lanes, 8 addresses.
  if (t < 8)
    sum += table[t];
  // CHECK: line [[#@LINE-1]]: constant load requests=1 cost=8 ideal=1 worst=8; proved;
  // One active lane.
  if (t == 5)
    sum += table[t];
  // CHECK: line [[#@LINE-1]]: constant load requests=1 cost=1 ideal=1 worst=1; proved;
  out[t] = sum;
}

// One warp. Addresses count, not bytes: 8-byte elements 32, single bytes 32 (those of
// one word are not merged), members of structures 32.
__global__ void otherSizes(float *out) {
  int t = threadIdx.x;
  float sum = 0;
  sum += doubles[t];
  // CHECK: line [[#@LINE-1]]: constant load requests=1 cost=32 ideal=1 worst=32;
  sum += bytes[t];
  // CHECK: line [[#@LINE-1]]: constant load requests=1 cost=32 ideal=1 worst=32;
  sum += layers[t].bias;
  // CHECK: line [[#@LINE-1]]: constant load requests=1 cost=32 ideal=1 worst=32; proved;
  out[t] = sum;
}

void launch(float *out) {
  byLane<<<1, 64>>>(out);
  uniform<<<1, 64>>>(out);
  byRowWide<<<1, dim3(128, 3)>>>(out);
  byRowNarrow<<<1, dim3(16, 16)>>>(out);
  someLanes<<<1, 32>>>(out);
  otherSizes<<<1, 32>>>(out);
}
