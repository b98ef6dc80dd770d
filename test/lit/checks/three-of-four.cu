// RUN: not %cuda-memlint --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --implicit-check-not=warning:

// Three of four elements that lie in one aligned piece of memory: one load takes them, with the
// fourth.

#include <cuda_runtime.h>

// 32,768 warps load 4 sectors three times and store 1; with one load each, 131,072 + 32,768.
__global__ void colours(unsigned char *out, const unsigned char *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced load
  // CHECK: help: access `in` as `uchar4`, one load for 3: 425,984 -> 163,840 sectors for the kernel
  out[i] = (in[4 * i] * 77 + in[4 * i + 1] * 151 + in[4 * i + 2] * 28) >> 8;
}

// The first one is left out. 8,192 warps load 16 sectors three times and store 4.
__global__ void lastThree(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced load
  // CHECK: help: access `in` as `float4`, one load for 3: 425,984 -> 163,840 sectors for the kernel
  out[i] = in[4 * i + 1] + in[4 * i + 2] + in[4 * i + 3];
}

// The three lie in two pieces.
__global__ void acrossPieces(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced load
  // CHECK-NOT: float4
  out[i] = in[4 * i + 2] + in[4 * i + 3] + in[4 * i + 4];
}

// A store of four would change the fourth.
__global__ void stores(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float value = in[i];
  // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: warning: uncoalesced store
  // CHECK: note: and 2 more accesses
  // CHECK-NOT: float4
  out[4 * i] = value;
  out[4 * i + 1] = value * 2;
  out[4 * i + 2] = value * 3;
}

void launch(float *out, const float *in, unsigned char *grey, const unsigned char *pixels) {
  colours<<<4096, 256>>>(grey, pixels);
  lastThree<<<1024, 256>>>(out, in);
  acrossPieces<<<1024, 256>>>(out, in);
  stores<<<1024, 256>>>(out, in);
}
