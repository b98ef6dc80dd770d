// RUN: not %cuda-memlint --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s

// Another block of as many threads leaves results as they are where only `blockIdx * blockDim +
// threadIdx` decides about them, also where what is stored is a floating-point number.

#include <cuda_runtime.h>

__global__ void scaled(float *out, const float *in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced
  // CHECK: help: launch it with `<<<dim3({{[0-9]+, [0-9]+}}), dim3({{[0-9]+, [0-9]+}})>>>`
  out[y * 256 + x] = in[y * 256 + x] * 2;
}

__global__ void byColumn(float *out, const float *in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced
  // CHECK: help: launch it with
  out[y * 256 + x] = in[y * 256 + x] * float(x);
}

// The place in the block is part of the result.
__global__ void byThread(float *out, const float *in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced
  // CHECK-NOT: help: launch it with
  out[y * 256 + x] = in[y * 256 + x] * threadIdx.x;
}

// Through a variable, and a function.
__device__ float weight(unsigned lane) { return 1.0f / (lane + 1); }

__global__ void byBlock(float *out, const float *in) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  float factor = weight(blockIdx.x);
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced
  // CHECK-NOT: help: launch it with
  out[y * 256 + x] = in[y * 256 + x] * factor;
}

void launch(float *out, const float *in) {
  scaled<<<dim3(64, 4), dim3(4, 64)>>>(out, in);
  byColumn<<<dim3(64, 4), dim3(4, 64)>>>(out, in);
  byThread<<<dim3(64, 4), dim3(4, 64)>>>(out, in);
  byBlock<<<dim3(64, 4), dim3(4, 64)>>>(out, in);
}
