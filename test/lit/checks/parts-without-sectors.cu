// Blocks that each take a part of an array which sectors do not divide: what to launch instead.
//
// RUN: %cuda-memlint --remarks --fail-on=none --checks=-*,cuda-misaligned-access %s \
// RUN:     | FileCheck %s --implicit-check-not=remark: --implicit-check-not=warning:

#include <cuda_runtime.h>

// 24 bytes for each block: every other part lies in two sectors.
// CHECK: :[[#@LINE+3]]:3: warning: misaligned store: contiguous, but 24 B past a sector boundary
// CHECK: help: launch blocks of a multiple of 8 threads (better of 32), and let each block take as many elements: then no two blocks share a sector
__global__ void six(float *__restrict__ out, const float *__restrict__ in) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
}

// Rows of 6 that do not follow each other: the start of a row is what counts.
// CHECK: :[[#@LINE+3]]:37: warning: misaligned store
// CHECK-NOT: launch blocks
// CHECK: note: no advice: no start of the array and no length of rows that is tried helps
__global__ void apart(float *out) { out[blockIdx.x * 10 + threadIdx.x] = 1; }

__global__ void eight(float *__restrict__ out, const float *__restrict__ in) {
  out[blockIdx.x * blockDim.x + threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
}

void launch(float *out, float *in) {
  six<<<40960, 6>>>(out, in);
  apart<<<40960, 6>>>(out);
  eight<<<40960, 8>>>(out, in);
}
