// Barriers and fences that are put in, in all kinds of places; each result has no such finding.
// RUN: %json --checks=-*,cuda-shared-race,cuda-missing-syncwarp %s | %python %S/../Inputs/apply_fixes.py %s > %t.cu
// RUN: grep -v CHECK %t.cu | FileCheck %s
// RUN: %cuda-memlint --checks=-*,cuda-shared-race,cuda-missing-syncwarp,cuda-divergent-barrier %t.cu 2>&1 | FileCheck %s --check-prefix=MENDED
// MENDED: {{^}}0 warnings

#include <cuda_runtime.h>

// CHECK-LABEL: void oneLine(
__global__ void oneLine(int *out) {
  __shared__ int v[128];
  int t = threadIdx.x;
  // CHECK: { v[t] = t; } { __syncthreads(); out[t] = v[127 - t]; } // both
  { v[t] = t; } { out[t] = v[127 - t]; } // both
}

// A loop's body without braces that ends in a statement without a semicolon of its own.
// CHECK-LABEL: void elseAtTheEnd(
__global__ void elseAtTheEnd(int *out, int n) {
  __shared__ int v[128];
  int t = threadIdx.x;
  v[t] = t;
  __syncthreads();
  for (int i = 0; i < n; ++i)
    // CHECK: { if (i % 2 == 0) out[t] += v[127 - t]; else v[t] = i; __syncthreads(); } // twice
    if (i % 2 == 0) out[t] += v[127 - t]; else v[t] = i; // twice
}

// In a case, the place is before the switch, or in braces of the case.
// CHECK-LABEL: void cases(
__global__ void cases(int *out, int n) {
  __shared__ int v[128];
  int t = threadIdx.x;
  v[t] = t;
  // CHECK: __syncthreads();
  // CHECK-NEXT: switch (n) {
  switch (n) {
  case 0:
    out[t] = v[127 - t];
    break;
  default:
    out[t] = v[t ^ 64];
  }
}

// Not between a label and its statement.
// CHECK-LABEL: void label(
__global__ void label(int *out, int n) {
  __shared__ int v[128];
  int t = threadIdx.x, i = 0;
  // CHECK: v[t] = t;
  // CHECK-NEXT: __syncthreads();
  v[t] = t;
  int other = 127 - t;
again:
  out[t] = v[other];
  if (++i < n)
    goto again;
}

// CHECK-LABEL: void lambda(
__global__ void lambda(int *out) {
  __shared__ int v[128];
  int t = threadIdx.x;
  // CHECK: auto step = [&](int i) { v[t] = i; __syncthreads(); out[t] = v[127 - t]; };
  auto step = [&](int i) { v[t] = i; out[t] = v[127 - t]; };
  step(3);
}

// CHECK-LABEL: void instantiated(
template <int N> __global__ void instantiated(int *out) {
  __shared__ int v[N];
  int t = threadIdx.x;
  v[t] = t;
  // CHECK: v[t] = t;
  // CHECK-NEXT: __syncthreads();
  // CHECK-NEXT: out[t] = v[N - 1 - t];
  out[t] = v[N - 1 - t];
}

// CHECK-LABEL: void warp(
__global__ void warp(int *out) {
  __shared__ int v[32];
  int t = threadIdx.x;
  v[t] = t;
  // CHECK: __syncwarp();
  // CHECK-NEXT: out[t] = v[31 - t];
  out[t] = v[31 - t];
}

void launch(int *out, int n) {
  oneLine<<<1, 128>>>(out);
  elseAtTheEnd<<<1, 128>>>(out, n);
  cases<<<1, 128>>>(out, n);
  label<<<1, 128>>>(out, n);
  lambda<<<1, 128>>>(out);
  instantiated<128><<<1, 128>>>(out);
  instantiated<256><<<1, 256>>>(out);
  warp<<<1, 32>>>(out);
}
