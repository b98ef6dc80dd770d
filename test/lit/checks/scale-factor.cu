// RUN: not %cuda-memlint --remarks --checks='-*,cuda-uncoalesced-access' %s | FileCheck %s --implicit-check-not=warning:

// A number that scales both dimensions of an image is small, so that lanes that are so many elements
// apart share sectors.

#include <cuda_runtime.h>

__global__ void toPixels(int n, const float *in, int w, int h, int c, int s, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int channel = i / w / h % c, rest = channel / 4;
  int x = i % w * s + rest % s, y = i / w % h * s + rest / s;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: uncoalesced store: lanes are `s` * 4 B apart
  // CHECK: note: the excess is assumed: with a small `s`, which looks like the factor of a scale, there is little of it
  out[x + w * s * (y + h * s * (channel % 4))] = in[i];
}

// Near misses: rows and columns of a flat index change places.
__global__ void transpose(int n, const float *in, int w, int h, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced store: lanes are `h` * 4 B apart
    out[i % w * h + i / w % h + i / w / h * h * w] = in[i];
}

// Squares one behind another.
__global__ void squares(int n, const float *in, int m, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced store: lanes are `m` * 4 B apart
    out[i % m * m + i / m % m + i / m / m * m * m] = in[i];
}

// A row for each lane in a square for each block.
__global__ void rows(const float *in, int m, float *out) {
  float sum = 0;
  for (int k = 0; k < m; ++k)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced load: lanes are `m` * 4 B apart
    sum += in[blockIdx.x * m * m + threadIdx.x * m + k];
  out[blockIdx.x * blockDim.x + threadIdx.x] = sum;
}
