// RUN: %cuda-memlint --fail-on=none --checks=-*,cuda-shared-race --launch='*<<<1,128>>>' %s | FileCheck %s --implicit-check-not=warning:

// An argument of an enumeration is a number that the bits of its enumerators can make.

#include <cuda_runtime.h>

enum Mode { First, Second, Third };
enum Fixed : int { Only };

// Firing: 3 is such a number.
__global__ void inside(int *out, Mode mode) {
  __shared__ int s[128];
  s[threadIdx.x] = threadIdx.x;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: shared memory race
  if (mode >= 3)
    out[threadIdx.x] = s[threadIdx.x ^ 64];
}

// Near miss: 4 takes another bit.
__global__ void outside(int *out, Mode mode) {
  __shared__ int s[128];
  s[threadIdx.x] = threadIdx.x;
  if (mode >= 4)
    out[threadIdx.x] = s[threadIdx.x ^ 64];
}

// Firing: any integer is one of a type that is stated.
__global__ void stated(int *out, Fixed mode) {
  __shared__ int s[128];
  s[threadIdx.x] = threadIdx.x;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: shared memory race
  if (mode >= 4)
    out[threadIdx.x] = s[threadIdx.x ^ 64];
}
