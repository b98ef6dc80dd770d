// RUN: not %cuda-memlint --no-fixes --checks=-*,cuda-uncoalesced-access %s | FileCheck %s --implicit-check-not=warning:
// RUN: not %cuda-memlint --no-fixes --each-access --checks=-*,cuda-uncoalesced-access %s | FileCheck %s --check-prefix=EACH

// Accesses to several arrays are one finding where one change of the threads is advised for all, and
// where nothing is and they lie alike.

#include <cuda_runtime.h>

// EACH-COUNT-9: warning: uncoalesced

// Rows on x and columns on y.
__global__ void downColumns(float *out, const float *in, const float *weights) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  // CHECK: :[[#@LINE+3]]:3: warning: uncoalesced store
  // CHECK: note: and 1 more access to `in` on this line, and 1 more access to `weights` on this line
  // CHECK: help: swap `threadIdx.x` and `threadIdx.y` in the kernel
  out[x * 256 + y] = in[x * 256 + y] * weights[x * 256 + y];
}

// A running sum over rows, for which nothing is advised.
__global__ void running(float *out, const float *in, int width) {
  int row = blockIdx.x * 256 + threadIdx.x;
  float sum = 0;
  for (int x = 0; x < width; ++x) {
    // CHECK: :[[#@LINE+2]]:12: warning: uncoalesced load
    // CHECK: note: and 1 more access to `out`: line [[#@LINE+2]]
    sum += in[row * width + x];
    out[row * width + x] = sum;
  }
}

// Near miss: the lanes are not equally far apart.
__global__ void unlike(float *out, const float *in, int width, int height) {
  int row = blockIdx.x * 256 + threadIdx.x;
  float sum = 0;
  for (int x = 0; x < width; ++x) {
    // CHECK: :[[#@LINE+1]]:12: warning: uncoalesced load
    sum += in[row * width + x];
    // CHECK: :[[#@LINE+1]]:5: warning: uncoalesced store
    out[row * height + x] = sum;
  }
}

// Near miss: each array gets a layout of its own.
__global__ void byColumns(float *out, const float *in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  // CHECK: :[[#@LINE+4]]:3: warning: uncoalesced store
  // CHECK: help: keep `out` without
  // CHECK: :[[#@LINE+2]]:16: warning: uncoalesced load
  // CHECK: help: keep `in` without
  out[i * 6] = in[i * 6];
}

void launch(float *out, const float *in, const float *weights, int width, int height) {
  downColumns<<<dim3(8, 8), dim3(32, 32)>>>(out, in, weights);
  running<<<64, 256>>>(out, in, width);
  unlike<<<64, 256>>>(out, in, width, height);
  byColumns<<<64, 256>>>(out, in);
}
