// RUN: %json %s | %query | FileCheck %s

// Loops: each turn of a loop is a request of its own, and the totals are of all turns.

#include <cuda_runtime.h>

// 2 blocks of 64 walk n = 1000 elements, 128 at a time: 31 whole warps and one with 8
// lanes. Aligned: 31 * 4 + 1 = 125. Shifted by one: 31 * 5 + 2 = 157.
__global__ void gridStride(float *out, const float *in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    out[i] = in[i + 1];
  // CHECK: line [[#@LINE-1]]: global load requests=32 cost=157 ideal=125 worst=5; proved;
  // CHECK: line [[#@LINE-2]]: global store requests=32 cost=125 ideal=125 worst=4; proved;
}

// 8 warps, 8 turns. Side by side: 4 sectors. A row of 8 floats to each thread: 32 bytes
// between lanes, 32 sectors against 4.
__global__ void rowsOfEight(float *out, const float *in) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 8; ++k)
    sum += in[k * 256 + t];
  // CHECK: line [[#@LINE-1]]: global load requests=64 cost=256 ideal=256 worst=4; proved;
  for (int k = 0; k < 8; ++k)
    sum += in[t * 8 + k];
  // CHECK: line [[#@LINE-1]]: global load requests=64 cost=2048 ideal=256 worst=32; proved;
  out[t] = sum;
}

// One warp, k = t, t + 32, ... below 100: 3 whole turns and one of 4 lanes (16 bytes).
__global__ void strideByWarp(float *out, const float *in) {
  for (int k = threadIdx.x; k < 100; k += 32)
    out[k] = in[k];
  // CHECK: line [[#@LINE-1]]: global load requests=4 cost=13 ideal=13 worst=4; proved;
  // CHECK: line [[#@LINE-2]]: global store requests=4 cost=13 ideal=13 worst=4; proved;
}

// 64 threads, those that are multiples of 2*s, s = 1 ... 32. s = 1 to 16: both warps,
// s = 32: warp 0: 11 requests. Words that are different lanes' own: no conflict.
__global__ void reduceByRemainder(float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = 1;
  __syncthreads();
  for (int step = 1; step < 64; step *= 2) {
    if (t % (2 * step) == 0)
      s[t] += s[t + step];
    // CHECK: line [[#@LINE-1]]: shared load requests=11 cost=11 ideal=11 worst=1; proved;
    // CHECK: line [[#@LINE-2]]: shared load requests=11 cost=11 ideal=11 worst=1; proved;
    // CHECK: line [[#@LINE-3]]: shared store requests=11 cost=11 ideal=11 worst=1; proved;
    __syncthreads();
  }
  out[t] = s[0];
}

// 128 threads, halves: 64 threads are 2 warps, then 32, 16, 8, 4, 2, 1: one each: 8.
__global__ void reduceByHalves(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = 1;
  __syncthreads();
  for (int step = blockDim.x / 2; step > 0; step >>= 1) {
    if (t < step)
      s[t] += s[t + step];
    // CHECK: line [[#@LINE-1]]: shared load requests=8 cost=8 ideal=8 worst=1; proved;
    // CHECK: line [[#@LINE-2]]: shared load requests=8 cost=8 ideal=8 worst=1; proved;
    // CHECK: line [[#@LINE-3]]: shared store requests=8 cost=8 ideal=8 worst=1; proved;
    __syncthreads();
  }
  out[t] = s[0];
}

// One warp, 16 words a thread, from the last to the first: banks k and 16 + k, 16 words
// each: 16 wavefronts, 16 turns.
__global__ void downwards(float *out) {
  __shared__ float s[512];
  int t = threadIdx.x;
  for (int k = 15; k >= 0; --k)
    s[t * 16 + k] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=16 cost=256 ideal=16 worst=16; proved;
  out[t] = s[t];
}

// One warp, two nested loops, 4 * 2 turns of 4 sectors.
__global__ void nestedLoops(float *out, const float *in) {
  int t = threadIdx.x;
  float sum = 0;
  for (int a = 0; a < 4; ++a)
    for (int b = 0; b < 2; ++b)
      sum += in[(a * 2 + b) * 32 + t];
  // CHECK: line [[#@LINE-1]]: global load requests=8 cost=32 ideal=32 worst=4; proved;
  out[t] = sum;
}

// One warp, stride 1, 2, 4, 8, 16, 32 words: 1 + 2 + 4 + 8 + 16 + 32 = 63 against 6.
__global__ void growingStride(float *out) {
  __shared__ float s[1024];
  int t = threadIdx.x;
  s[t] = 1;
  __syncthreads();
  float sum = 0;
  for (int stride = 1; stride <= 32; stride <<= 1)
    sum += s[t * stride];
  // CHECK: line [[#@LINE-1]]: shared load requests=6 cost=63 ideal=6 worst=32; proved;
  out[t] = sum;
}

// One warp, a while loop of 4 turns, 8 bytes between lanes: 8 against 4.
__global__ void whileLoop(float *out, const float *in) {
  int t = threadIdx.x;
  float sum = 0;
  int k = 0;
  while (k < 4) {
    sum += in[k * 64 + 2 * t];
    // CHECK: line [[#@LINE-1]]: global load requests=4 cost=32 ideal=16 worst=8; proved;
    ++k;
  }
  out[t] = sum;
}

// The same with the test at the end.
__global__ void doLoop(float *out, const float *in) {
  int t = threadIdx.x;
  float sum = 0;
  int k = 0;
  do {
    sum += in[k * 64 + 2 * t];
    // CHECK: line [[#@LINE-1]]: global load requests=4 cost=32 ideal=16 worst=8; proved;
    k++;
  } while (k < 4);
  out[t] = sum;
}

// One warp, a window that moves on by a float: k = 0 aligned, 4; k = 1 to 7: 5.
// 4 + 7 * 5 = 39 against 32.
__global__ void movingWindow(float *out, const float *in) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 8; ++k)
    sum += in[t + k];
  // CHECK: line [[#@LINE-1]]: global load requests=8 cost=39 ideal=32 worst=5; proved;
  out[t] = sum;
}

// One warp, two buffers of 64 words in turn, stride 2 in each: 2 wavefronts, 4 turns.
__global__ void twoBuffers(float *out) {
  __shared__ float s[2][64];
  int t = threadIdx.x;
  int buffer = 0;
  for (int k = 0; k < 4; ++k) {
    s[buffer][2 * t] = 1;
    // CHECK: line [[#@LINE-1]]: shared store requests=4 cost=8 ideal=4 worst=2; proved;
    buffer ^= 1;
  }
  out[t] = s[0][t];
}

// A loop whose length is an argument: 5 turns of 4 sectors; the column of 32-float rows
// puts lanes 128 bytes apart, 32 sectors: 160.
__global__ void argumentCount(float *out, const float *in, int count) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < count; ++k)
    sum += in[t * 32 + k];
  // CHECK: line [[#@LINE-1]]: global load requests=5 cost=160 ideal=20 worst=32; proved;
  out[t] = sum;
}

void launch(float *out, const float *in) {
  gridStride<<<2, 64>>>(out, in, 1000);
  rowsOfEight<<<1, 256>>>(out, in);
  strideByWarp<<<1, 32>>>(out, in);
  reduceByRemainder<<<1, 64>>>(out);
  reduceByHalves<<<1, 128>>>(out);
  downwards<<<1, 32>>>(out);
  nestedLoops<<<1, 32>>>(out, in);
  growingStride<<<1, 32>>>(out);
  whileLoop<<<1, 32>>>(out, in);
  doLoop<<<1, 32>>>(out, in);
  movingWindow<<<1, 32>>>(out, in);
  twoBuffers<<<1, 32>>>(out);
  argumentCount<<<1, 32>>>(out, in, 5);
}
