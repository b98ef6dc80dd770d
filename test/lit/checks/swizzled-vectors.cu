// RUN: not %cuda-memlint --checks='-*,cuda-shared-bank-conflict' %s | FileCheck %s --implicit-check-not=warning:

// Four iterations of a loop that is unrolled become one load of 16 bytes: elements that change
// places by fours leave it one.

#include <cuda_runtime.h>

__global__ void rows(int *out, const int *in) {
  __shared__ int s[64][16];
  int t = threadIdx.x;
  for (int i = t; i < 64 * 16; i += 64)
    s[i / 16][i % 16] = in[blockIdx.x * 1024 + i];
  __syncthreads();
  // CHECK: :[[#@LINE+4]]:43: warning: shared memory bank conflict: lanes load `s[t][c]` with a stride of 64 B (16 wavefronts per request, 4 needed; 4.0x)
  // CHECK: note: the compiler merges 4 iterations into one 16-byte load
  // CHECK: help: store 16-byte column c of row r at index c ^ (r >> 1 & 3): removes the bank conflicts of both accesses (no extra shared memory)
  for (int c = 0; c < 16; ++c)
    out[blockIdx.x * 1024 + c * 64 + t] = s[t][c];
}

// Mended.
__global__ void permuted(int *out, const int *in) {
  __shared__ __align__(16) int s[64][16];
  int t = threadIdx.x;
  for (int i = t; i < 64 * 16; i += 64) {
    int r = i / 16, c = i % 16;
    s[r][(c / 4 ^ (r >> 1 & 3)) * 4 + c % 4] = in[blockIdx.x * 1024 + i];
  }
  __syncthreads();
  for (int c = 0; c < 4; ++c) {
    int4 four = *(const int4 *)&s[t][(c ^ (t >> 1 & 3)) * 4];
    int *to = out + blockIdx.x * 1024 + c * 4 * 64 + t;
    to[0] = four.x, to[64] = four.y, to[128] = four.z, to[192] = four.w;
  }
}

// Near miss: the loop stays one, with a load of 4 bytes in each iteration.
__global__ void single(int *out, const int *in) {
  __shared__ int s[64][16];
  int t = threadIdx.x;
  for (int i = t; i < 64 * 16; i += 64)
    s[i / 16][i % 16] = in[blockIdx.x * 1024 + i];
  __syncthreads();
  // CHECK: :[[#@LINE+4]]:43: warning: 16-way shared memory bank conflict
  // CHECK: help: {{.*}}element c of row r at index c ^ (r >> 1 & 15)
#pragma unroll 1
  for (int c = 0; c < 16; ++c)
    out[blockIdx.x * 1024 + c * 64 + t] = s[t][c];
}

void launch(int *out, const int *in) {
  rows<<<4096, 64>>>(out, in);
  permuted<<<4096, 64>>>(out, in);
  single<<<4096, 64>>>(out, in);
}
