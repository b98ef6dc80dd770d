// RUN: %cuda-memlint --summary --fail-on=none --show-unknown %s | FileCheck %s

// The stages of butterflies: how many threads are in one row depends on a shift. Early ones have rows of 1, 2, 4 threads, so no
// warp is taken to be in one row.

#include <cuda_runtime.h>

__global__ void quotient(float *out, int stage) {
  __shared__ float row[2048];
  for (int k = threadIdx.x; k < 2048; k += 256)
    row[k] = float(k);
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: note: the cost of this load in 'quotient' is unknown: the address depends on the value of `stage`
  out[threadIdx.x] = row[((threadIdx.x >> stage) << (stage + 1)) & 2047];
}

__global__ void pairs(float *out, int stage) {
  __shared__ float row[2048];
  for (int k = threadIdx.x; k < 2048; k += 256)
    row[k] = float(k);
  __syncthreads();
  int within = threadIdx.x & ((1 << stage) - 1);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: note: the cost of this load in 'pairs' is unknown: the address depends on the value of `stage`
  out[threadIdx.x] = row[((threadIdx.x >> stage) << (stage + 1)) + within];
}

// Near miss: a matrix of unknown width, whose rows are taken to be longer than a warp.
__global__ void matrix(float *out, const float *in, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: in[i / width * 4096 + i % wid{{.*}}assumed
  out[i] = in[i / width * 4096 + i % width];
}

// Mended: rows of 32, which is known.
__global__ void known(float *out) {
  __shared__ float row[2048];
  for (int k = threadIdx.x; k < 2048; k += 256)
    row[k] = float(k);
  __syncthreads();
  // CHECK: row[{{.*}}proved
  out[threadIdx.x] = row[((threadIdx.x >> 5) << 6) & 2047];
}

void launch(float *out, const float *in, int stage, int width) {
  quotient<<<1, 256>>>(out, stage);
  pairs<<<1, 256>>>(out, stage);
  matrix<<<64, 256>>>(out, in, width);
  known<<<1, 256>>>(out);
}
