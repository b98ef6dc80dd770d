// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s
// RUN: %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --check-prefix=TEXT

// What a launch is made of decides races, whatever the numbers are.

#include <cuda_runtime.h>

// TEXT-NOT: warning:

// Of n / 256 blocks of 256 threads each index is below n: nobody writes a[i + n].
// CHECK: {{^}}halves: 9 pairs, 9 absent
__global__ void halves(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] += a[i + n];
}

// Of (n + 255) / 256 blocks the last one may reach past n, where the first ones read.
// CHECK-NEXT: {{^}}ragged: 9 pairs, {{[0-8]}} absent
// CHECK-NEXT: ragged: {{undecided|may-race}}
__global__ void ragged(float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  a[i] += a[i + n];
}

// Below the guard all indices are less than what is added to others.
// CHECK: {{^}}upper: 9 pairs, 9 absent
__global__ void upper(float *a, int count, int half) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    a[i] += a[i + half];
}

// With half as much, thread 0 reads what the thread in the middle writes.
// CHECK-NEXT: {{^}}middle: 9 pairs, {{[0-8]}} absent
__global__ void middle(float *a, int count, int half) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count)
    a[i] += a[i + half];
}

void run(int n, int m) {
  float *a;
  cudaMalloc(&a, 1 << 30);
  halves<<<n / 256, 256>>>(a, n);
  ragged<<<(n + 255) / 256, 256>>>(a, n);
  upper<<<(n + 255) / 256, 256>>>(a, 2 * n, 2 * n);
  middle<<<(n + 255) / 256, 256>>>(a, 2 * n, n);
}
