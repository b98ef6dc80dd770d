// A load uses bytes that another one wastes where one warp makes both: the condition between them is one between lanes.
//
// RUN: not %cuda-memlint --checks=-*,cuda-uncoalesced-access %s | FileCheck %s

#include <cuda_runtime.h>

// The first warp and the others never load for each other.
__global__ void warps(float *out, const float *in) {
  // CHECK: :[[#@LINE+2]]:24: warning: uncoalesced load
  if (threadIdx.x < 32)
    out[threadIdx.x] = in[2 * threadIdx.x];
  else
    // CHECK-NOT: uses some of these bytes
    out[threadIdx.x] = in[2 * threadIdx.x + 1];
}

// Nor do they where an argument chooses the warp.
__global__ void chosenWarp(float *out, const float *in, int chosen) {
  // CHECK: :[[#@LINE+2]]:24: warning: uncoalesced load
  if (threadIdx.x / 32 == chosen)
    out[threadIdx.x] = in[2 * threadIdx.x];
  else
    // CHECK-NOT: uses some of these bytes
    out[threadIdx.x] = in[2 * threadIdx.x + 1];
}

// Blocks do not either.
__global__ void blocks(float *out, const float *in) {
  int i = blockIdx.x * 64 + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:14: warning: uncoalesced load
  if (blockIdx.x == 0)
    out[i] = in[2 * i];
  else
    // CHECK-NOT: uses some of these bytes
    out[i] = in[2 * i + 1];
}

// Lanes 0 to 15 touch other sectors than lanes 16 to 31.
__global__ void halves(float *out, const float *in) {
  // CHECK: :[[#@LINE+2]]:24: warning: uncoalesced load
  if (threadIdx.x % 32 < 16)
    out[threadIdx.x] = in[2 * threadIdx.x];
  else
    // CHECK-NOT: uses some of these bytes
    out[threadIdx.x] = in[2 * threadIdx.x + 1];
}

// Even and odd lanes touch the same ones.
__global__ void alternating(float *out, const float *in) {
  // CHECK: :[[#@LINE+3]]:24: warning: uncoalesced load
  // CHECK: note: the load of `in` at line [[#@LINE+4]] uses some of these bytes, under another condition
  if (threadIdx.x % 2 == 0)
    out[threadIdx.x] = in[2 * threadIdx.x];
  else
    out[threadIdx.x] = in[2 * threadIdx.x + 1];
}

// Data decide for each lane.
__global__ void byData(float *out, const float *in, const int *wanted) {
  int i = blockIdx.x * 64 + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:15: warning: uncoalesced load
  // CHECK: note: the load of `in` at line [[#@LINE+3]] uses some of these bytes, under another condition
  float sum = in[2 * i];
  if (wanted[i])
    sum += in[2 * i + 1];
  out[i] = sum;
}

void launch(float *out, const float *in, const int *wanted, int chosen) {
  warps<<<4096, 64>>>(out, in);
  chosenWarp<<<4096, 64>>>(out, in, chosen);
  blocks<<<4096, 64>>>(out, in);
  halves<<<4096, 64>>>(out, in);
  alternating<<<4096, 64>>>(out, in);
  byData<<<4096, 64>>>(out, in, wanted);
}
