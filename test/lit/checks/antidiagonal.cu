// RUN: not %cuda-memlint --checks='-*,cuda-shared-bank-conflict' %s | FileCheck %s --implicit-check-not=warning:

// Lanes along an antidiagonal of a square: rows of 17 words put all of them 16 words apart, rows of
// 18 words put them 17 apart, each in a bank of its own.

#include <cuda_runtime.h>

// The condition on the thread keeps the column within its row in each iteration: it is
// `t + 16 - k`, at most 16.
__global__ void wavefront(int *out, const int *in) {
  // CHECK: warning: {{.*}}shared memory bank conflict
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: help: pad `square` to `[17][18]` to remove the bank conflicts of
  __shared__ int square[17][17];
  int t = threadIdx.x;
  square[t + 1][0] = in[t];
  square[0][t + 1] = in[t + 16];
  __syncthreads();
  for (int k = 0; k < 16; ++k) {
    if (t <= k)
      square[k - t + 1][t + 1] = square[k - t + 1][t] + square[k - t][t + 1];
    __syncthreads();
  }
  for (int k = 14; k >= 0; --k) {
    if (t <= k)
      square[16 - t][t + 16 - k] = square[16 - t][t + 15 - k] + square[15 - t][t + 16 - k];
    __syncthreads();
  }
  for (int row = 0; row < 16; ++row)
    out[row * 16 + t] = square[row + 1][t + 1];
}

// Without it, threads leave their rows.
__global__ void leavesRows(int *out, const int *in) {
  __shared__ int square[33][17];
  int t = threadIdx.x;
  for (int row = 0; row < 33; ++row)
    square[row][t] = in[t];
  __syncthreads();
  int sum = 0;
  for (int k = 14; k >= 0; --k)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: {{.*}}shared memory bank conflict
    // CHECK: note: no advice: none of the paddings, swizzles and skews that are tried helps
    sum += square[16 - t][t + 16 - k];
  out[t] = sum;
}

void launch(int *out, const int *in) {
  wavefront<<<1024, 16>>>(out, in);
  leavesRows<<<1024, 16>>>(out, in);
}
