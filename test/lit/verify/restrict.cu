// REQUIRES: nvcc
// RUN: %cuda-memlint --min-share=0 --checks=-*,cuda-missing-restrict --remarks --verify-code --fail-on=none %s | FileCheck %s

// With --verify-code a finding says what nvcc makes of its fix.

// CHECK: warning: missing `__restrict__`: the compiler must assume
// CHECK: note: with nvcc: ld.global.nc 0 -> 1, loads from global memory 2 -> 1, registers {{[0-9]+}} -> {{[0-9]+$}}
__global__ void twice(float *out, float *in) {
  out[threadIdx.x] = in[0];
  out[threadIdx.x + 64] = in[0];
}

// CHECK: remark: missing `__restrict__`: the compiler must assume
// CHECK: note: with nvcc: ld.global.nc 0 -> 1, loads from global memory 1 -> 1,
template <typename T> __global__ void copy(T *out, const T *in) {
  out[threadIdx.x] = in[threadIdx.x];
}

int main() {
  float *a, *b;
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  twice<<<1, 64>>>(a, b);
  copy<<<1, 64>>>(a, b);
}
