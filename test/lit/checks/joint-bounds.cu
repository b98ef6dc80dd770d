// RUN: not %cuda-memlint --min-share=0 --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --implicit-check-not=warning:

// Bounds that hold for all threads one by one, and together for few.

#include <cuda_runtime.h>

// Four elements by thread; what is left of the last four is one thread's.
__global__ void tail(float *out, const float4 *vectors, const float *in, int n) {
  int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  float sum = 0;
  if (i + 3 < n) {
    float4 four = vectors[i / 4];
    sum = four.x + four.y + four.z + four.w;
  } else {
    sum += i < n ? in[i] : 0;
    sum += i + 1 < n ? in[i + 1] : 0;
  }
  out[i / 4] = sum;
}

// No first branch has taken the others away.
__global__ void noVectors(float *out, const float *in, int n) {
  int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}lanes are 16 B apart
  out[i / 4] = i < n ? in[i] : 0;
}

// The last 128 elements: 16 threads have one in eight.
__global__ void lastElements(float *out, const float *in, int n) {
  int i = 8 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n && i >= n - 128)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}lanes are 32 B apart
    out[i / 8] = in[i];
}

// Bounds of different numbers have nothing to do with each other.
__global__ void twoNumbers(float *out, const float *in, int n, int first) {
  int i = 4 * (blockIdx.x * blockDim.x + threadIdx.x);
  if (i < n && i >= first)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: {{.*}}lanes are 16 B apart
    out[i / 4] = in[i];
}
