// Compilers may keep what a loop accesses again and again in a register for longer than is certain, or load it once more where they
// divide a loop: totals are "at most" then. Each kernel was counted on an H200 (nvcc 13.0.88 -O3, Nsight Compute 2025.3.1,
// 2026-11-30): the number in brackets. 64 warps.
//
// RUN: %cuda-memlint --summary --fail-on=none %s | FileCheck %s

#include <cuda_runtime.h>

// `in` may be `out`, so that each iteration stores. nvcc makes four copies of the body, and loads the sum before them and before the
// rest of ten iterations: 10 + 2 loads and 10 stores (1,408).
// CHECK-LABEL: {{^}}aliased<<<
// CHECK: global: at most 1,408 requests, 5,632 sectors
// CHECK: arithmetic: 20,480 floating-point operations, at least 0.11 per byte of global memory
__global__ void aliased(float *out, const float *in, int m) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < m; ++i)
    out[t] += in[i * 7 * 1024 + t];
}

// Near miss: of twelve iterations nothing is left: 12 + 1 loads, 12 stores; counted for 100 iterations in promoted-stores.cu.
// CHECK-LABEL: {{^}}aliasedByFour<<<
// CHECK: global: 1,600 requests, 6,400 sectors
__global__ void aliasedByFour(float *out, const float *in, int m) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < m; ++i)
    out[t] += in[i * 7 * 1024 + t];
}

// A condition that stays the same is tested before the loop, which two warps enter: 20 * 3 loads and 20 stores each at most (46).
// CHECK-LABEL: {{^}}guarded<<<
// CHECK: global: at most 160 requests, 440 sectors
__global__ void guarded(float *__restrict__ out, const float *__restrict__ other, const float *__restrict__ in, int m) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < 20; ++i)
    if (t < 40)
      out[t] = fmaxf(out[t], in[i * 7 * 1024 + t]) + other[t + m];
}

// Iterations of short loops that come to the same elements share them where each has a copy of the body (5,824).
// CHECK-LABEL: {{^}}convolved<<<
// CHECK: global: at most 7,168 requests, 28,672 sectors
__global__ void convolved(float *__restrict__ out, float *__restrict__ other, const float *__restrict__ in) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < 10; ++i) {
    for (int j = 0; j < 10; ++j)
      out[t] += in[(i * 7 + j * 3) * 1024 + t];
    other[i * 65536 + t] = 1.0f;
  }
}

// What the iteration before has stored, past a barrier: it is in a register, as others do not write what `__restrict__` alone leads
// to (2,624).
// CHECK-LABEL: {{^}}pastBarrier<<<
// CHECK: global: at most 3,840 requests, 15,360 sectors
__global__ void pastBarrier(float *__restrict__ out, const float *__restrict__ in) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < 20; ++i) {
    out[(i + 1) * 65536 + t] = out[i * 65536 + t] + in[i * 7 * 1024 + t];
    __syncthreads();
  }
}

// Near miss: without it, each iteration loads what others may have written: 20 * 2 loads, 20 stores.
// CHECK-LABEL: {{^}}pastOthers<<<
// CHECK: global: 3,840 requests, 15,360 sectors
__global__ void pastOthers(float *out, const float *in) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < 20; ++i) {
    out[(i + 1) * 65536 + t] = out[i * 65536 + t] + in[i * 7 * 1024 + t];
    __syncthreads();
  }
}

int main() {
  float *out, *other, *in;
  cudaMalloc(&out, 1 << 28);
  cudaMalloc(&other, 1 << 28);
  cudaMalloc(&in, 1 << 30);
  aliased<<<32, 64>>>(out, in, 10);
  aliasedByFour<<<32, 64>>>(out, in, 12);
  guarded<<<32, 64>>>(out, other, in, 3);
  convolved<<<32, 64>>>(out, other, in);
  pastBarrier<<<32, 64>>>(out, in);
  pastOthers<<<32, 64>>>(out, in);
}
