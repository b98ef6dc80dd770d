// RUN: %json %s | FileCheck %s

// A sum of loaded numbers is not a product of one of them, in whichever kernel or line of the
// file they are loaded.

#include <cuda_runtime.h>

__global__ void first(float *a, const int *n) {
  int sum = 0;
  for (int i = 0; i < 8; ++i) {
    a[sum * 32 + threadIdx.x] = 1;
    // CHECK: "address": "threadIdx.x * 4 + sum * 128"
    sum += n[i];
  }
}

__global__ void second(float *a, const int *n) {
  int sum = 0;
  for (int i = 0; i < 8; ++i) {
    a[sum * 32 + threadIdx.x] = 1;
    // CHECK: "address": "threadIdx.x * 4 + sum * 128"
    sum += n[i];
  }
}

// Others store there meanwhile.
__global__ void changing(float *a, int *n) {
  int sum = 0;
  for (int i = 0; i < 8; ++i) {
    a[sum * 32 + threadIdx.x] = 1;
    // CHECK: "address": "threadIdx.x * 4 + sum * 128"
    sum += n[threadIdx.x];
    n[threadIdx.x] = i;
  }
}

void launch(float *a, int *n) {
  first<<<1, 32>>>(a, n);
  second<<<1, 32>>>(a, n);
  changing<<<1, 32>>>(a, n);
}
