// RUN: %cuda-memlint --remarks --checks=-*,cuda-struct-layout %s | FileCheck %s --implicit-check-not=remark:

// Another layout of a structure is that of all its arrays.

#include <cuda_runtime.h>

struct __align__(16) Body {
  float x, y, z, mass;
};

// Elements far apart, each of 16 bytes in one sector, would be in four: 32 sectors become 128, where
// the member of the other array saves 12.
__global__ void gatherBodies(float *out, const Body *one, const Body *apart) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Body other = apart[i * 16];
  out[i] = one[i].x * other.x * other.y * other.z * other.mass;
}

// Without these, it does.
// CHECK: :[[#@LINE+4]]:12: remark: inefficient structure layout: loading 4 of the 16 B of `Body`
// CHECK: help: use one array per field: 1 request and 4 sectors per warp
__global__ void oneBody(float *out, const Body *one, const float *factors) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = one[i].x * factors[i];
}

int main() {
  float *out;
  Body *bodies;
  cudaMalloc(&out, 1 << 20);
  cudaMalloc(&bodies, 1 << 20);
  gatherBodies<<<4, 256>>>(out, bodies, bodies);
  oneBody<<<4, 256>>>(out, bodies, out);
}
