// RUN: %json %s | %query | FileCheck %s

// Which lanes are active, and which warps execute an access at all.

#include <cuda_runtime.h>

// 64 threads, 16 of them: half of warp 0. The load spans 128 bytes: 4 sectors; 64 bytes
// would fit in 2. The store is 64 bytes: 2.
__global__ void firstLanes(float *out, const float *in) {
  int t = threadIdx.x;
  if (t < 16)
    out[t] = in[2 * t];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=4 ideal=2 worst=4; proved;
  // CHECK: line [[#@LINE-2]]: global store requests=1 cost=2 ideal=2 worst=2; proved;
}

// 64 threads, every second lane of both warps: 4 sectors each, 64 bytes would fit in 2.
__global__ void evenLanes(float *out, const float *in) {
  int t = threadIdx.x;
  if (t % 2 == 0)
    out[t] = in[t];
  // CHECK: line [[#@LINE-1]]: global load requests=2 cost=8 ideal=4 worst=4; proved;
  // CHECK: line [[#@LINE-2]]: global store requests=2 cost=8 ideal=4 worst=4; proved;
}

// The odd lanes alone, by a bit test.
__global__ void oddLanes(float *out, const float *in) {
  int t = threadIdx.x;
  if (t & 1)
    out[t] = in[t];
  // CHECK: line [[#@LINE-1]]: global load requests=2 cost=8 ideal=4 worst=4; proved;
}

// One thread of each of 3 blocks.
__global__ void oneThread(float *out, const float *in) {
  if (threadIdx.x == 0)
    out[blockIdx.x] = in[blockIdx.x * 64];
  // CHECK: line [[#@LINE-1]]: global load requests=3 cost=3 ideal=3 worst=1; proved;
  // CHECK: line [[#@LINE-2]]: global store requests=3 cost=3 ideal=3 worst=1; proved;
}

// 64 threads, 40 stay: warp 0 whole, 4 sectors; warp 1 with 8 lanes, 32 bytes, 1.
__global__ void earlyReturn(float *out, const float *in) {
  int t = threadIdx.x;
  if (t >= 40)
    return;
  out[t] = in[t];
  // CHECK: line [[#@LINE-1]]: global load requests=2 cost=5 ideal=5 worst=4; proved;
}

// 5 blocks of 256 for n = 1000: 31 whole warps, one with 8 lanes, none after that.
// Aligned: 31 * 4 + 1 = 125. Shifted: 31 * 5 + 2 = 157 (32 bytes from byte 4: 2).
__global__ void partialLastBlock(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = in[i + 1];
  // CHECK: line [[#@LINE-1]]: global load requests=32 cost=157 ideal=125 worst=5; proved;
  // CHECK: line [[#@LINE-2]]: global store requests=32 cost=125 ideal=125 worst=4; proved;
}

// The same guard as an early return.
__global__ void partialLastBlockReturn(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[i] = in[i + 1];
  // CHECK: line [[#@LINE-1]]: global load requests=32 cost=157 ideal=125 worst=5; proved;
  // CHECK: line [[#@LINE-2]]: global store requests=32 cost=125 ideal=125 worst=4; proved;
}

// 64 threads. Odd lanes of warp 0: words 2, 6, ... 62: 16 lanes on 8 banks: 2 against 1.
__global__ void nested(float *out) {
  __shared__ float s[128];
  int t = threadIdx.x;
  s[t] = 1;
  __syncthreads();
  if (t < 32) {
    if (t & 1)
      out[t] = s[2 * t];
    // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=2 ideal=1 worst=2; proved;
  }
}

// One warp. Lanes 0 to 7, 32 bytes apart: 8 sectors, 32 bytes would fit in 1. The other
// 24 lanes: bytes 32 to 127, 3 sectors.
__global__ void bothBranches(float *out, const float *in) {
  int t = threadIdx.x;
  float value;
  if (t < 8)
    value = in[8 * t];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=8 ideal=1 worst=8; proved;
  else
    value = in[t];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=3 ideal=3 worst=3; proved;
  out[t] = value;
}

// 3 x 2 blocks of 16 x 16 over 40 x 20 floats, rows of 160 bytes, 5 sectors. A warp is
// two rows. Block columns 0 and 1 have 16 floats a row: 2 + 2 sectors. Block column 2
// has 8: 1 + 1. Block row 0 has 8 warps, block row 1 only 2 with y < 20: 10 warps a
// column. 20 * 4 + 10 * 2 = 100, all of it used.
__global__ void matrixEdge(float *out, const float *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    out[y * width + x] = in[y * width + x];
  // CHECK: line [[#@LINE-1]]: global load requests=30 cost=100 ideal=100 worst=4; proved;
  // CHECK: line [[#@LINE-2]]: global store requests=30 cost=100 ideal=100 worst=4; proved;
}

// 64 threads, s = 1, 2, 4, 8, 16: both warps have lanes with t >= s; s = 32: warp 1 only.
// 11 requests. The lanes that load touch consecutive words: 1 each.
__global__ void scan(float *out) {
  __shared__ float s[64];
  int t = threadIdx.x;
  s[t] = 1;
  __syncthreads();
  for (int step = 1; step < 64; step *= 2) {
    float left = 0;
    if (t >= step)
      left = s[t - step];
    // CHECK: line [[#@LINE-1]]: shared load requests=11 cost=11 ideal=11 worst=1; proved;
    __syncthreads();
    s[t] += left;
    // 6 steps, 2 warps.
    // CHECK: line [[#@LINE-2]]: shared load requests=12 cost=12 ideal=12 worst=1; proved;
    // CHECK: line [[#@LINE-3]]: shared store requests=12 cost=12 ideal=12 worst=1; proved;
    __syncthreads();
  }
  out[t] = s[t];
}

void launch(float *out, const float *in) {
  firstLanes<<<1, 64>>>(out, in);
  evenLanes<<<1, 64>>>(out, in);
  oddLanes<<<1, 64>>>(out, in);
  oneThread<<<3, 64>>>(out, in);
  earlyReturn<<<1, 64>>>(out, in);
  partialLastBlock<<<5, 256>>>(out, in, 1000);
  partialLastBlockReturn<<<5, 256>>>(out, in, 1000);
  nested<<<1, 64>>>(out);
  bothBranches<<<1, 32>>>(out, in);
  matrixEdge<<<dim3(3, 2), dim3(16, 16)>>>(out, in, 40, 20);
  scan<<<1, 64>>>(out);
}
