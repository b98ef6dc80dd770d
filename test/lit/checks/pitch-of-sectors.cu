// RUN: %cuda-memlint --fail-on=none --remarks --checks=-*,cuda-pitch,cuda-misaligned-access %s | FileCheck %s

#include <cuda_runtime.h>

// Rows of 512 floats, and of 640 bytes: sectors divide them.
template <typename T> __global__ void copy(T *out, const T *in, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    out[y * width + x] = in[y * width + x];
}
// CHECK: {{^}}0 warnings in 0 of 2 kernels

int main() {
  float *in, *out;
  unsigned char *bytes, *copied;
  cudaMalloc(&in, 512 * 512 * sizeof(float));
  cudaMalloc(&out, 512 * 512 * sizeof(float));
  cudaMalloc(&bytes, 640 * 512);
  cudaMalloc(&copied, 640 * 512);
  copy<<<dim3(32, 32), dim3(16, 16)>>>(out, in, 512, 512);
  copy<<<dim3(16, 64), dim3(32, 8)>>>(out, in, 512, 512);
  copy<<<dim3(20, 64), dim3(32, 8)>>>(copied, bytes, 640, 512);
  return cudaDeviceSynchronize() != cudaSuccess;
}
