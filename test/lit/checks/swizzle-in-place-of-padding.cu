// Rows that are padded in vain: where they had a power of two of elements, these could change places.
// RUN: not %cuda-memlint --checks='-*,cuda-shared-bank-conflict' %s | FileCheck %s --implicit-check-not=warning:

#include <cuda_runtime.h>

// Two rows of 16 threads in a warp: 17 words apart, one word of both is in one bank.
__global__ void transpose(float *out, const float *in, int width, int height) {
  __shared__ float block[16][17];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  // CHECK: :[[#@LINE+3]]:5: warning: 2-way shared memory bank conflict: lanes store to `block[threadIdx.y][threadIdx.x]`
  // CHECK: help: declare `block` as `[16][16]`, and store element c of row r at index c ^ (r & 15): removes the bank conflicts of both accesses (-64 B shared memory)
  if (x < width && y < height)
    block[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  if (x < height && y < width)
    out[y * height + x] = block[threadIdx.x][threadIdx.y];
}

// Mended.
__global__ void swizzled(float *out, const float *in, int width, int height) {
  __shared__ float block[16][16];
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
  if (x < width && y < height)
    block[threadIdx.y][threadIdx.x ^ threadIdx.y] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  if (x < height && y < width)
    out[y * height + x] = block[threadIdx.x][threadIdx.y ^ threadIdx.x];
}

// Near miss: the last element of a row is needed.
__global__ void whole(float *out, const float *in) {
  __shared__ float block[16][17];
  // CHECK: :[[#@LINE+3]]:3: warning: 2-way shared memory bank conflict: lanes store to `block[threadIdx.y][threadIdx.x]`
  // CHECK: note: the advice is for other accesses to the array: this one costs as much with it
  // CHECK: help: pad `block` to `[16][18]`, which leaves
  block[threadIdx.y][threadIdx.x] = in[threadIdx.y * 17 + threadIdx.x];
  if (threadIdx.x == 0)
    block[threadIdx.y][16] = in[threadIdx.y * 17 + 16];
  __syncthreads();
  out[threadIdx.y * 16 + threadIdx.x] = block[threadIdx.x][threadIdx.y] + block[threadIdx.y][16];
}

void launch(float *out, const float *in, int width, int height) {
  dim3 grid((width + 15) / 16, (height + 15) / 16), block(16, 16);
  transpose<<<grid, block>>>(out, in, width, height);
  swizzled<<<grid, block>>>(out, in, width, height);
  whole<<<grid, block>>>(out, in);
}
