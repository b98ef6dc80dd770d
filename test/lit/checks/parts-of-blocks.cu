// RUN: %cuda-memlint --remarks --fail-on=none --checks=-*,cuda-misaligned-access %s | FileCheck %s --implicit-check-not="help:"

// Parts of a sequence, one for each block, are not rows: their length is what has to change. Each
// iteration goes on in the sector where the one before ends.

#include <cuda_runtime.h>

__global__ void parts(float *sums, const float *all, size_t bytes) {
  size_t n = bytes / sizeof(float);
  size_t length = (n + (gridDim.x - 1)) / gridDim.x + 1, first = length * blockIdx.x;
  float sum = 0;
  for (size_t i = threadIdx.x; i < length; i += blockDim.x)
    if (first + i < n)
      // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: remark: misaligned load
      // CHECK: note: minor: warps of the block share sectors, so that at most 2.7 % of those it touches are in excess
      // CHECK: help: make the length of each block's part a multiple of 32 B: 4.9 -> 4 sectors per request
      sum += all[first + i];
  sums[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}

void launchParts(float *sums, const float *all, size_t bytes, int blocks) {
  parts<<<blocks, 256>>>(sums, all, bytes);
}

// Near miss: a block walks several rows, by 514 elements. No start suits them all.
__global__ void rows(float *out, const float *in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * 8;
  for (int r = 0; r < 8; ++r)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: {{warning|remark}}: misaligned load
    // CHECK: help: make both the base offset and the row pitch multiples of 32 B
    out[(y + r) * 512 + x] = in[(y + r) * 514 + x + 1];
}
void launch(float *out, const float *in) { rows<<<dim3(2, 64), 256>>>(out, in); }

// Near miss: one row for each `blockIdx.y`.
__global__ void rowOfBlock(float *out, int n) {
  int x = blockIdx.x * 32 + threadIdx.x + 1, y = blockIdx.y + 1;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: {{warning|remark}}: misaligned store
  // CHECK: help: make both the base offset and the row pitch multiples of 32 B
  out[y * n + x] = 1;
}
void launchRows(float *out) { rowOfBlock<<<dim3(100, 1000), 32>>>(out, 3203); }
