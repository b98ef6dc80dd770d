// RUN: not %cuda-memlint --remarks --checks='-*,cuda-misaligned-*' %s | FileCheck %s --implicit-check-not=help:

// Where the last element lies decides how what is read from the end on is aligned.

#include <cuda_runtime.h>

// 1,027 elements: warps start 12 B past a sector.
__global__ void mirrored(float *out, const float *in, int count) {
  int i = blockIdx.x * 32 + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:12: remark: misaligned load
  // CHECK: note: minor: no change is known that lowers the excess, which is 20.0 % of the traffic
  out[i] = in[count - 1 - i];
}

// Forwards: a start that lies elsewhere aligns all of it.
__global__ void shifted(float *out, const float *in) {
  int i = blockIdx.x * 32 + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:12: warning: misaligned load
  // CHECK: help: make the base offset a multiple of 32 B
  out[i] = in[3 + i];
}

// The source says where the end is.
__global__ void mirroredConstant(float *out, const float *in) {
  int i = blockIdx.x * 32 + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:12: warning: misaligned load
  // CHECK: help: make the base offset a multiple of 32 B
  out[i] = in[1026 - i];
}

// 1,024 elements.
__global__ void mirroredSectors(float *out, const float *in) {
  int i = blockIdx.x * 32 + threadIdx.x;
  out[i] = in[1023 - i];
}

void launch(float *out, const float *in) {
  mirrored<<<32, 32>>>(out, in, 1027);
  shifted<<<32, 32>>>(out, in);
  mirroredConstant<<<32, 32>>>(out, in);
  mirroredSectors<<<32, 32>>>(out, in);
}
