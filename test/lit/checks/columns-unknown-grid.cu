// An array by columns is advised wherever the grid ends: what a thread accesses of its row says enough.
//
// RUN: not %cuda-memlint --remarks --no-fixes --checks=-*,cuda-uncoalesced-access %s \
// RUN:     | FileCheck %s --implicit-check-not=help:

#include <cuda_runtime.h>

// 3 loads of 20 sectors, which become 3 of 4.
__global__ void sums(float *out, const float *cells, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: warning: uncoalesced load: lanes are 20 B apart
  // CHECK: no totals: unknown value of `n`
  // CHECK: help: keep `cells` as 5 arrays one behind the other, `cells[k * rows + row]` instead of `cells[row * 5 + k]`, in all kernels and host code that use it: 60 -> 12 sectors per warp
  out[i] = cells[i * 5] + cells[i * 5 + 2] + cells[i * 5 + 4];
}

// So it is where no launch is seen.
__global__ void rotate(float *out, const float *pairs) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: uncoalesced store: lanes are 24 B apart
  // CHECK: help: keep `out` without the elements in between
  out[i * 6] = pairs[i];
}

// Near miss: which column it is depends on an argument that may lead into another row.
__global__ void column(float *out, const float *cells, int n, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced load: lanes are 20 B apart
  // CHECK: note: no advice
  out[i] = cells[i * 5 + k];
}

void launch(float *out, const float *cells, int n, int k) {
  sums<<<(n + 255) / 256, 256>>>(out, cells, n);
  column<<<(n + 255) / 256, 256>>>(out, cells, n, k);
}
