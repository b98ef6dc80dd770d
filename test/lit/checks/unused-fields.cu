// RUN: %cuda-memlint --each-access --remarks --fail-on=none --checks='cuda-uncoalesced-access,cuda-struct-layout' %s 2>&1 | FileCheck %s

#include <cuda_runtime.h>

// Of a structure that is copied to a local variable, compilers load the fields that are named.
struct Sample {
  float real, imag, x, y, z, weight;
};

// Three fields of 4 bytes, 24 bytes apart: 3 x 24 sectors. Aligned to 8 bytes, x and y are one load.
// CHECK: [[#@LINE+5]]:{{[0-9]+}}: {{.*}} uncoalesced load (3 of 6 parts)
// CHECK: help: use an array for each member of `Sample` (structure of arrays), in all kernels and host code that use it: 72 -> 12 sectors per warp; 48 with `__align__(8)` alone
__global__ void assigned(float *out, const Sample *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Sample s;
  s = in[i];
  out[i] = s.x + s.y + s.z;
}

// CHECK: [[#@LINE+3]]:{{[0-9]+}}: {{.*}} uncoalesced load (part 3 of 6)
__global__ void initialised(float *out, const Sample *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  const Sample s = *(in + i);
  out[i] = s.x;
}

// A field that is only written is not needed either, but it is named.
// CHECK: [[#@LINE+3]]:{{[0-9]+}}: {{.*}} uncoalesced load (2 of 6 parts)
__global__ void fieldWritten(float *out, const Sample *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Sample s = in[i];
  s.real = 1;
  out[i] = s.x;
}

// All fields are copied on, or may be: by another copy, through a pointer or a reference, by a call,
// and where an assignment is a value itself.
// CHECK: [[#@LINE+4]]:{{[0-9]+}}: remark: uncoalesced load (each of 6 parts)
__global__ void copiedOn(Sample *out, const Sample *in, float *sums) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Sample s;
  s = in[i];
  sums[i] = s.x;
  out[i] = s;
}

// CHECK: [[#@LINE+3]]:{{[0-9]+}}: remark: uncoalesced load (each of 6 parts)
__global__ void addressTaken(float *out, const Sample *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Sample s = in[i];
  Sample *all = &s;
  out[i] = s.x + all->weight;
}

// Compilers let the address of a field lead to the others.
// CHECK: [[#@LINE+3]]:{{[0-9]+}}: remark: uncoalesced load (each of 6 parts)
__global__ void addressOfField(float *out, const Sample *in, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Sample s = in[i];
  const float *fields = &s.real;
  out[i] = s.x + fields[k];
}

// CHECK: [[#@LINE+3]]:{{[0-9]+}}: remark: uncoalesced load (each of 6 parts)
__global__ void referenced(float *out, const Sample *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Sample s = in[i];
  Sample &same = s;
  out[i] = s.x + same.weight;
}

__device__ float sumOf(Sample s) { return s.x + s.weight; }
// CHECK: [[#@LINE+3]]:{{[0-9]+}}: remark: uncoalesced load (each of 6 parts)
__global__ void passed(float *out, const Sample *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Sample s = in[i];
  out[i] = s.x + sumOf(s);
}

// CHECK: [[#@LINE+4]]:{{[0-9]+}}: remark: uncoalesced load (each of 6 parts)
__global__ void assignmentIsValue(float *out, const Sample *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Sample s;
  out[i] = (s = in[i]).weight;
  out[i] += s.x;
}

// CHECK: [[#@LINE+3]]:{{[0-9]+}}: remark: uncoalesced load (each of 6 parts)
__global__ void captured(float *out, const Sample *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Sample s = in[i];
  auto weigh = [&] { return s.weight; };
  out[i] = s.x * weigh();
}
