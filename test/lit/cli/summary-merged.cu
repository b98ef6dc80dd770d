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

// A store to red may change what is loaded of red: loads of 1 byte each, since green and blue do not
// start on 2 bytes, and stores of red and green, and of blue and alpha.
// CHECK: swap<<<4, 256>>>
// CHECK: global: 160 requests, 640 sectors
struct __align__(4) Pixel {
  unsigned char r, g, b, a;
};
__global__ void swap(Pixel *out, const Pixel *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i].r = in[i].b;
  out[i].g = in[i].g;
  out[i].b = in[i].r;
  out[i].a = 255;
}

int main() {
  float *out;
  uchar4 *in;
  cudaMalloc(&out, 4096);
  cudaMalloc(&in, 4096);
  Pixel *pixels;
  cudaMalloc(&pixels, 4096);
  grey<<<4, 256>>>(out, in);
  swap<<<4, 256>>>(pixels, (Pixel *)out);
}
