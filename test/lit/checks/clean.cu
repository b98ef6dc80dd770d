// A file without findings ends with exit code 0 and prints no warning.
// RUN: %cuda-memlint %s 2>&1 | FileCheck %s --allow-empty --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__global__ void axpy(float *y, const float *x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

void launch(float *y, const float *x, int n) { axpy<<<(n + 255) / 256, 256>>>(y, x, 2.0f, n); }
