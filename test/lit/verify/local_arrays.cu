// REQUIRES: nvcc
// RUN: %exit 1 %cuda-memlint --verify-code --checks=-*,cuda-dynamic-local-array --show-remarks %s | FileCheck %s --implicit-check-not=remark: --implicit-check-not=warning:
// RUN: %cuda-memlint --checks=-*,cuda-dynamic-local-array %s | FileCheck %s --check-prefix=WITHOUT
// WITHOUT: 0 warnings

// What ptxas reports decides. No GPU is needed.

#include <cuda_runtime.h>

// CHECK: :[[#@LINE+3]]:3: warning: dynamically indexed array: `row` (64 B per thread) is placed in local memory because it is indexed by the counter of the loop
// CHECK: note: ptxas of nvcc {{[0-9.]+}} reports a stack frame of 64 B per thread
__global__ void countOfParameter(double *out, const double *in, int n) {
  double row[8];
  for (int i = 0; i < n; ++i)
    row[i] = in[i * 1024 + threadIdx.x];
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += row[i] * row[n - 1 - i];
  out[threadIdx.x] = sum;
}

// Constant bounds under a pragma: no stack frame, and nothing is said.
__global__ void mended(double *out, const double *in, int n) {
  double row[8];
#pragma unroll
  for (int i = 0; i < 8; ++i)
    row[i] = i < n ? in[i * 1024 + threadIdx.x] : 0;
  double sum = 0;
#pragma unroll
  for (int i = 0; i < 8; ++i)
    sum += row[i] * row[7 - i];
  out[threadIdx.x] = sum;
}

// ptxas writes the loads of 20 floats as selections, so it is no longer said that they may be in
// local memory.
__global__ void selections(float *out, const float *in, int chosen) {
  float values[20];
#pragma unroll
  for (int i = 0; i < 20; ++i)
    values[i] = in[i * 1024 + threadIdx.x];
  out[threadIdx.x] = values[chosen] / values[chosen + 1] + values[chosen + 2] * values[chosen + 3] -
                     values[chosen + 4];
}

// With 80 of them there are too many to select from.
// CHECK: warning: dynamically indexed array: `values` (320 B per thread) is placed in local memory, unless the compiler selects among its elements in registers, because
// CHECK: note: ptxas of nvcc {{[0-9.]+}} reports a stack frame of 320 B per thread
__global__ void tooManySelections(float *out, const float *in, int chosen) {
  float values[80];
#pragma unroll
  for (int i = 0; i < 80; ++i)
    values[i] = in[i * 1024 + threadIdx.x];
  out[threadIdx.x] = values[chosen] / values[chosen + 1] + values[chosen + 2] * values[chosen + 3] -
                     values[chosen + 4];
}

// CHECK: {{^}} countOfParameter {{[0-9]+}} 64
// CHECK: {{^}} mended {{[0-9]+}} 0
