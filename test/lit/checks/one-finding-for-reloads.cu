// Loads that are repeated, and start anywhere, have one finding: a tile mends both.
//
// RUN: %cuda-memlint --remarks --fail-on=none --checks=-*,cuda-block-reload,cuda-misaligned-access %s \
// RUN:     | FileCheck %s --implicit-check-not=remark: --implicit-check-not=warning:

#include <cuda_runtime.h>

// CHECK: :[[#@LINE+6]]:10: remark: repeated loads: a block loads the same 1,152 B of `x` 34.7 times
// CHECK: note: misaligned as well: up to 5 sectors per request, 4 needed, which a tile that starts on a boundary mends, too
// CHECK: help: load them once into a tile
__global__ void window(float *o, const float *x) {
  float s = 0;
  for (int k = 0; k < 64; ++k)
    s += x[blockIdx.x * 256 + threadIdx.x + k];
  o[blockIdx.x * 256 + threadIdx.x] = s;
}

// Loaded once, it starts past a boundary by itself.
// CHECK: :[[#@LINE+2]]:39: remark: misaligned load: contiguous, but 4 B past
__global__ void one(float *o, const float *y) {
  o[blockIdx.x * 256 + threadIdx.x] = y[blockIdx.x * 256 + threadIdx.x + 1];
}

// With the tile, which 256 threads fill, from a boundary on.
__global__ void tiled(float *o, const float *x) {
  __shared__ float tile[256 + 64];
  tile[threadIdx.x] = x[blockIdx.x * 256 + threadIdx.x];
  if (threadIdx.x < 64)
    tile[256 + threadIdx.x] = x[blockIdx.x * 256 + 256 + threadIdx.x];
  __syncthreads();
  float s = 0;
  for (int k = 0; k < 64; ++k)
    s += tile[threadIdx.x + k];
  o[blockIdx.x * 256 + threadIdx.x] = s;
}

void launch(float *o, float *x) {
  window<<<4096, 256>>>(o, x);
  one<<<4096, 256>>>(o, x);
  tiled<<<4096, 256>>>(o, x);
}
