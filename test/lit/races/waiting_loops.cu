// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s

// A loop waits for another thread only if that one alone can end it: behind other loops with atomics, races are
// decided.

#include <cuda_runtime.h>

// Firing: the rows of a sparse matrix have the ends that nothing writes.
// CHECK-LABEL: {{^}}rows:
// CHECK: race same-block line [[#@LINE+4]] line [[#@LINE+7]]
__global__ void rows(const int *row, const int *column, int *count, int *out) {
  __shared__ int s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i;
  for (int e = row[i]; e < row[i + 1]; e++)
    atomicAdd(&count[column[e]], 1);
  out[i] = s[threadIdx.x ^ 64];
}

// Firing: each iteration comes closer to the end, whatever others write there.
// CHECK-LABEL: {{^}}counts:
// CHECK: race same-block line [[#@LINE+4]] line [[#@LINE+7]]
__global__ void counts(int *limit, int *count, int *out) {
  __shared__ int s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i;
  for (int e = 0; e < limit[0]; e++)
    atomicAdd(&limit[1], 1);
  out[i] = s[threadIdx.x ^ 64];
}

// Near misses: nothing but another thread ends the loop.
// CHECK-LABEL: {{^}}polls:
// CHECK: undecided same-block {{.*}}: a polled flag may order the two
__global__ void polls(int *flag, int *out) {
  __shared__ int s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i;
  atomicAdd(&flag[0], 1);
  while (atomicAdd(&flag[0], 0) < 256)
    ;
  out[i] = s[threadIdx.x ^ 64];
}

// CHECK-LABEL: {{^}}pollsAnother:
// CHECK: undecided same-block {{.*}}: a polled flag may order the two
__global__ void pollsAnother(volatile int *flag, int *count, int *out) {
  __shared__ int s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i;
  flag[i] = 1;
  while (flag[i ^ 64] == 0)
    atomicAdd(&count[0], 1);
  out[i] = s[threadIdx.x ^ 64];
}

// CHECK-LABEL: {{^}}locks:
// CHECK: undecided same-block {{.*}}: a polled flag may order the two
__global__ void locks(int *lock, int *out) {
  __shared__ int s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i;
  bool done = false;
  while (!done)
    if (atomicCAS(lock, 0, 1) == 0) {
      out[0] += 1;
      atomicExch(lock, 0);
      done = true;
    }
  out[i] = s[threadIdx.x ^ 64];
}

// The fixed code.
// CHECK-LABEL: {{^}}fixed:
// CHECK-NOT: race{{.*}}line [[#@LINE+4]]
__global__ void fixed(const int *row, const int *column, int *count, int *out) {
  __shared__ int s[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  s[threadIdx.x] = i;
  for (int e = row[i]; e < row[i + 1]; e++)
    atomicAdd(&count[column[e]], 1);
  __syncthreads();
  out[i] = s[threadIdx.x ^ 64];
}

int main() {
  int *a, *b, *c, *d;
  cudaMalloc(&a, 1 << 20);
  cudaMalloc(&b, 1 << 20);
  cudaMalloc(&c, 1 << 20);
  cudaMalloc(&d, 1 << 20);
  rows<<<4, 256>>>(a, b, c, d);
  counts<<<4, 256>>>(a, b, d);
  polls<<<1, 256>>>(a, d);
  pollsAnother<<<1, 256>>>(a, b, d);
  locks<<<1, 256>>>(a, d);
  fixed<<<4, 256>>>(a, b, c, d);
}
