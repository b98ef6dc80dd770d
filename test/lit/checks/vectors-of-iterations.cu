// RUN: not %cuda-memlint --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s

// Accesses of four iterations become one only where nothing else in the loop is made to the same
// elements in between.

#include <cuda_runtime.h>

// All of them are to one element.
__global__ void inPlace(float *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 16; ++k)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced
    // CHECK: help: access `out` as `float4`, once in 4 iterations
    out[t * 20 + k] *= 2;
}

// Nothing is stored.
__global__ void differences(float *out, const float *in) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 16; ++k)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced
    // CHECK: help: access `in` as `float4`, once in 4 iterations
    sum += sum * in[t * 40 + 20 + k] - in[t * 40 + k];
  out[t] = sum;
}

// One of the loads is never aligned, and both are of one array: 4,096 warps load 2 x 16 times and store once. What one load reads, the
// other one has read in the iteration before, and may still be in a register.
__global__ void neighbours(float *out, const float *in) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 16; ++k)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced
    // CHECK: help: keep `in` as {{[0-9]+}} arrays one behind the other, {{.*}}: at most 4,210,688 -> 540,672 sectors for the kernel
    sum += sum * in[t * 20 + 4 + k] - in[t * 20 + 3 + k];
  out[t] = sum;
}

// An iteration loads what the one before has stored.
__global__ void runningSums(float *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 16; ++k)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced
    // CHECK-NOT: once in 4 iterations
    out[t * 20 + 4 + k] += out[t * 20 + 3 + k];
}

// Or, in every second iteration.
__global__ void pairs(float *out) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < 16; ++k) {
    float own = out[t * 16 + k], other = out[t * 16 + (k ^ 1)];
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced
    // CHECK-NOT: once in 4 iterations
    out[t * 16 + k] = (k & 1) ? other - own : own + other;
  }
}

void launch(float *out, const float *in) {
  inPlace<<<512, 256>>>(out);
  differences<<<512, 256>>>(out, in);
  neighbours<<<512, 256>>>(out, in);
  runningSums<<<512, 256>>>(out);
  pairs<<<512, 256>>>(out);
}
