// RUN: %cuda-memlint --summary %s | FileCheck %s

// The rows of the table add up to its sums: what is merged counts once.

#include <cuda_runtime.h>

// CHECK: line{{ +}}access{{ +}}space
// CHECK-NEXT: [[#]]{{ +}}in[i].x{{ +}}global{{ +}}load{{ +}}4{{ +}}32{{ +}}128{{ +}}128{{ +}}1.0x{{ +}}4/4{{ +}}proved
// CHECK-NEXT: [[#]]{{ +}}out[i]{{ +}}global{{ +}}store{{ +}}4{{ +}}32{{ +}}128{{ +}}128{{ +}}1.0x{{ +}}4/4{{ +}}proved
// CHECK-NEXT: [[#]]{{ +}}in[i].y{{ +}}global{{ +}}load{{ +}}4{{ +}}-{{ +}}-{{ +}}-{{ +}}-{{ +}}-{{ +}}merged
// CHECK-NEXT: [[#]]{{ +}}in[i].w{{ +}}global{{ +}}load{{ +}}4{{ +}}-{{ +}}-{{ +}}-{{ +}}-{{ +}}-{{ +}}merged
// CHECK-NEXT: [[#]]{{ +}}in[i].x{{ +}}global{{ +}}load{{ +}}1{{ +}}-{{ +}}-{{ +}}-{{ +}}-{{ +}}-{{ +}}left out
// CHECK-NEXT: global: 64 requests, 256 sectors
__global__ void grey(float *out, const uchar4 *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i].x + in[i].y + in[i].w + in[i].x;
}

int main() {
  float *out;
  uchar4 *in;
  cudaMalloc(&out, 4096);
  cudaMalloc(&in, 4096);
  grey<<<4, 256>>>(out, in);
}
