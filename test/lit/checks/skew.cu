// RUN: not %cuda-memlint %s | FileCheck %s --implicit-check-not='instead of' --implicit-check-not='no rows'

// One-dimensional arrays whose accesses no row length suits: one element more after each pass over
// the banks.

#include <cuda_runtime.h>

// Words 32 t become 33 t; words 2 t become 2 t + t / 16, which are even banks for 16 lanes and odd
// ones for the others.
__global__ void twoStrides(float *out) {
  // One change mends both, so both are one finding.
  // CHECK: 32-way shared memory bank conflict
  // CHECK: note: and 1 more access to `words`: line [[#@LINE+7]]
  // CHECK: note: no automatic fix: requires changing every index of `words`
  // CHECK: help: access `words[i + i / 32]` instead of `words[i]` to remove the bank conflicts of both accesses (+128 B shared memory)
  __shared__ float words[1024];
  int t = threadIdx.x;
  words[32 * t] = t;
  __syncthreads();
  out[t] = words[2 * t];
}

// 8 bytes: 16 t becomes 17 t, and t becomes t + t / 16, still next to each other in each half.
__global__ void doubles(double *out) {
  // CHECK: help: access `pairs[i + i / 16]` instead of `pairs[i]` to remove the bank conflicts of both accesses (+512 B shared memory)
  __shared__ double pairs[1024];
  int t = threadIdx.x;
  pairs[16 * t] = t;
  __syncthreads();
  out[t] = pairs[t];
}

// Rows that padding frees.
__global__ void rows(float *out) {
  // CHECK: pad the rows of `tile` from 32 to 33 elements
  __shared__ float tile[1024];
  int t = threadIdx.x, y = threadIdx.y;
  tile[32 * y + t] = t;
  __syncthreads();
  out[32 * y + t] = tile[32 * t + y];
}

// No room: 48 KiB are all there is.
__global__ void full(float *out) {
  // CHECK: warning: 32-way shared memory bank conflict
  __shared__ float words[12288];
  int t = threadIdx.x;
  words[32 * t] = t;
  __syncthreads();
  out[t] = words[2 * t];
}

void launch(float *out, double *doublesOut) {
  twoStrides<<<1, 32>>>(out);
  doubles<<<1, 32>>>(doublesOut);
  rows<<<1, dim3(32, 32)>>>(out);
  full<<<1, 32>>>(out);
}
