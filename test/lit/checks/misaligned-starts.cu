// What is said of where requests start holds for all of them, or is said of the worst.
//
// RUN: %cuda-memlint --remarks --fail-on=none --checks=-*,cuda-misaligned-access %s | FileCheck %s --implicit-check-not=remark: --implicit-check-not=warning:

#include <cuda_runtime.h>

// 4 * n + 2 elements of 4 bytes: 8 or 24 bytes past a sector.
__global__ void odd(float *out, int n) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: misaligned store: contiguous, but an odd multiple of 8 B past a sector boundary (5 sectors per request
  out[4 * n + 2 + blockIdx.x * 256 + threadIdx.x] = 1;
}

// Iterations 16 bytes apart, modulo 32.
__global__ void iterations(float *out) {
  for (int k = 0; k < 64; ++k)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: {{.*}}misaligned store: contiguous, but 4 or 20 B past a sector boundary (5 sectors per request
    out[k * 65540 + 1 + blockIdx.x * 256 + threadIdx.x] = 1;
}

// Near misses: 8 * n + 2 elements are 8 bytes past in any case, and so is an array that starts there.
__global__ void one(float *out, int n) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: misaligned store: contiguous, but 8 B past a sector boundary (5 sectors per request
  out[8 * n + 2 + blockIdx.x * 256 + threadIdx.x] = 1;
}
__global__ void later(float *out) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: misaligned store: contiguous, but 8 B past a sector boundary (5 sectors per request
  out[blockIdx.x * 256 + threadIdx.x] = 1;
}

// Every other block starts on a boundary.
__global__ void parts(float *out) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: {{.*}}misaligned store: contiguous, but 16 B past a sector boundary in the worst request (up to 5 sectors per request
  out[blockIdx.x * 260 + threadIdx.x] = 1;
}

// From the end on, the second warp has 14 lanes: 8 bytes past in the first, 16 in the second.
__global__ void reversed(float *out) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: {{.*}}misaligned store: contiguous, but 8 B past a sector boundary in the worst request (up to 5 sectors per request
  out[blockIdx.x * 64 + 49 - threadIdx.x] = 1;
}

// Rows of 34 elements in each block, wherever that starts.
__global__ void rows(float *out, int pitch) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: {{.*}}misaligned store: contiguous, but an odd multiple of 4 B past a sector boundary (5 sectors per request
  out[blockIdx.x * pitch + threadIdx.y * 34 + threadIdx.x + 1] = 1;
}

// Near miss: rows of 40.
__global__ void longer(float *out, int pitch) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: {{.*}}misaligned store: contiguous, but 4 B past a sector boundary (5 sectors per request
  out[blockIdx.x * pitch + threadIdx.y * 40 + threadIdx.x + 1] = 1;
}

// Fixed: 8 * n elements.
__global__ void aligned(float *out, int n) { out[8 * n + blockIdx.x * 256 + threadIdx.x] = 1; }

void launch(int n) {
  float *out;
  cudaMalloc(&out, 1 << 28);
  odd<<<64, 256>>>(out, n);
  iterations<<<64, 256>>>(out);
  one<<<64, 256>>>(out, n);
  later<<<64, 256>>>(out + 2);
  parts<<<64, 256>>>(out);
  reversed<<<1024, 46>>>(out);
  rows<<<1024, dim3(32, 8)>>>(out, n);
  longer<<<1024, dim3(32, 8)>>>(out, n);
  aligned<<<64, 256>>>(out, n);
}
