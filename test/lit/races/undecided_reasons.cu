// Why pairs of accesses are undecided.
// RUN: %json --checks=-*,cuda-*-race %s | %race-counts | FileCheck %s

#include <cuda_runtime.h>

// Few pairs, of which each takes many evaluations.
// CHECK: fewPairs: pairs=10
// CHECK: undecided: the kernel's budget of 20000000 evaluations ran out
__global__ void fewPairs(float *data, int n) {
  __shared__ float values[2][256];
  int t = threadIdx.x, current = 0;
  for (int i = 0; i < n; ++i) {
    values[current][t] = data[t];
    if (i & 1)
      __syncthreads();
    data[t] += values[current][255 - t];
    current ^= 1;
  }
}

// A value of two iterations has one name.
// CHECK: byData:
// CHECK-NEXT: undecided: it depends on `n`, `in[i]`{{$}}
__global__ void byData(float *data, const int *in, int n) {
  __shared__ float values[1024];
  int t = threadIdx.x;
  for (int i = 0; i < n; ++i) {
    int distance = in[i];
    values[t + distance] = data[t];
    data[t] += values[t + 2 * distance];
  }
}

void launch(float *data, int *in, int n) {
  fewPairs<<<1, 256>>>(data, n);
  byData<<<1, 256>>>(data, in, n);
}
