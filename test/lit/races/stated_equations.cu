// RUN: %cuda-memlint --fail-on=none --checks=-*,cuda-shared-race --launch='*<<<4,256>>>' %s | FileCheck %s --implicit-check-not=warning:

// Numbers that are tried satisfy what the kernel states of them.

#include <cuda_runtime.h>

// Firing: thread t writes what thread t + 64 reads, 64 * (n - m) elements on.
__global__ void next(int *out, int n, int m) {
  __builtin_assume(n == m + 1);
  __shared__ int s[1024];
  s[threadIdx.x] = 1 + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: shared memory race
  out[threadIdx.x] = s[threadIdx.x + (n - m) * 64];
}

// Near miss: one number is the other.
__global__ void same(int *out, int n, int m) {
  __builtin_assume(n == m);
  __shared__ int s[1024];
  s[threadIdx.x] = 1 + threadIdx.x;
  out[threadIdx.x] = s[threadIdx.x + (n - m) * 64];
}

// The fixed code.
__global__ void fixed(int *out, int n, int m) {
  __builtin_assume(n == m + 1);
  __shared__ int s[1024];
  s[threadIdx.x] = 1 + threadIdx.x;
  __syncthreads();
  out[threadIdx.x] = s[threadIdx.x + (n - m) * 64];
}
