// RUN: not %cuda-memlint --remarks --checks='-*,cuda-uncoalesced-access' %s | FileCheck %s --implicit-check-not=warning:

// A loop that lanes leave after one iteration, or earlier.

#include <cuda_runtime.h>

// Beside 64 sectors, 8 for what fits into one.
__global__ void withRow(const float *a, const float *x, float *out, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < 512; i += blockDim.x)
    sum += x[i];
  if (threadIdx.x < 8)
    for (int k = threadIdx.x, i = k + blockIdx.x * 8; k < 8 && i < n; k += 8, i += 8)
      // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: remark: uncoalesced load
      // CHECK: note: minor: no change is known that lowers the excess, which is at most 9.7 % of the kernel's sectors
      out[i] = sum / a[i * 512 + i];
}

// Beside nothing.
__global__ void alone(const float *a, float *out, int n) {
  if (threadIdx.x < 8)
    for (int k = threadIdx.x, i = k + blockIdx.x * 8; k < 8 && i < n; k += 8, i += 8)
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced load
      out[i] = a[i * 512 + i];
}

// 8 iterations of lanes that may leave earlier: 56 sectors in excess beside 64.
__global__ void withLoop(const float *a, const float *x, float *out, int n) {
  float sum = 0;
  for (int i = threadIdx.x; i < 512; i += blockDim.x)
    sum += x[i];
  if (threadIdx.x < 8)
    for (int k = threadIdx.x, i = k + blockIdx.x * 8; k < 64 && i < n; k += 8, i += 8)
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced load
      out[i] = sum / a[i * 512 + i];
}

void launch(const float *a, const float *x, float *out, int n) {
  withRow<<<n, 256>>>(a, x, out, n);
  alone<<<n, 256>>>(a, out, n);
  withLoop<<<n, 256>>>(a, x, out, n);
}
