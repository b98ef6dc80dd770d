// Layouts that lessen what other accesses to the array take, and leave the one that is reported.
// RUN: not %cuda-memlint --checks='-*,cuda-shared-bank-conflict' %s | FileCheck %s --implicit-check-not=warning: --implicit-check-not='costs as much'

#include <cuda_runtime.h>

// The skew frees the loads; two elements of the store, 17 apart, are in one bank with it, too.
__global__ void wavelet(float *out, const float *in) {
  extern __shared__ float shared[];
  int t = threadIdx.x;
  shared[t] = in[t];
  shared[t + 256] = in[t + 256];
  __syncthreads();
  float first = shared[2 * t], second = shared[2 * t + 1];
  __syncthreads();
  // CHECK: :[[#@LINE+3]]:3: warning: 2-way shared memory bank conflict: lanes store to `shared[t + (t >> 4)]`
  // CHECK: note: the advice is for other accesses to the array: this one costs as much with it
  // CHECK: help: access `shared[i + i / 32]` instead of `shared[i]`, which leaves
  shared[t + (t >> 4)] = first + second;
  __syncthreads();
  out[t] = shared[t + (t >> 4)] + first - second;
}

// Near miss: it removes the conflicts of all.
__global__ void pairs(float *out, const float *in) {
  extern __shared__ float shared[];
  int t = threadIdx.x;
  shared[t] = in[t];
  shared[t + 256] = in[t + 256];
  __syncthreads();
  // CHECK: :[[#@LINE+2]]:12: warning: 2-way shared memory bank conflict: lanes load `shared[2 * t]`
  // CHECK: help: access `shared[i + i / 32]` instead of `shared[i]` to remove
  out[t] = shared[2 * t];
}

void launch(float *out, const float *in) {
  wavelet<<<64, 256, 4096>>>(out, in);
  pairs<<<64, 256, 4096>>>(out, in);
}
