// RUN: not %cuda-memlint --checks='-*,cuda-shared-bank-conflict' %s | FileCheck %s

// A small share of what the kernel moves, and no layout that is tried frees the access. That is no
// reason for a remark where the parentheses are known that are missing.

#include <cuda_runtime.h>

__global__ void oddOnes(float *out, const float *in) {
  __shared__ float data[2048];
  int i = threadIdx.x;
  data[2 * i + (2 * i >> 5)] = in[i];
  // CHECK: :[[#@LINE+3]]:{{[0-9]+}}: warning: 2-way shared memory bank conflict
  // CHECK: note: a part of this index is 0 in all threads, and pads nothing
  // CHECK: help: put the shift in parentheses, as in `(i >> 5) + i`
  data[2 * i + 1 + (2 * i + 1 >> 5 + 2 * i + 1)] = in[i + 512];
  __syncthreads();
  out[blockIdx.x * 256 + i] = data[2 * i + (2 * i >> 5)] + data[2 * i + 1 + (2 * i >> 5)];
}

// With them, the odd ones lie as the even ones do.
__global__ void both(float *out, const float *in) {
  __shared__ float data[2048];
  int i = threadIdx.x;
  data[2 * i + (2 * i >> 5)] = in[i];
  data[2 * i + 1 + (2 * i + 1 >> 5)] = in[i + 512];
  __syncthreads();
  out[blockIdx.x * 256 + i] = data[2 * i + (2 * i >> 5)] + data[2 * i + 1 + (2 * i >> 5)];
}

void launch(float *out, const float *in) {
  oddOnes<<<1024, 256>>>(out, in);
  both<<<1024, 256>>>(out, in);
}

// CHECK: {{^}}1 warning in 1 of 2 kernels
