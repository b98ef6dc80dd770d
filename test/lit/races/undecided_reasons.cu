// Why pairs of accesses are undecided.
// RUN: %json --checks=-*,cuda-*-race %s | %race-counts | FileCheck %s

#include <cuda_runtime.h>

// Few pairs that each take many evaluations.
// CHECK: fewPairs: pairs=10 absent=9
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

// Many pairs that each take a few evaluations.
// CHECK: manyPairs: pairs={{[0-9]+}} absent={{[0-9]+}}
// CHECK-NEXT: pairs not analysed: {{[0-9]+}} (the kernel's budget of 60,000,000 evaluations ran out)
#define FOUR_TIMES(Statement) Statement Statement Statement Statement
__global__ void manyPairs(float *data) {
  __shared__ float values[512];
  int t = threadIdx.x;
  FOUR_TIMES(FOUR_TIMES(FOUR_TIMES(values[2 * t] += 2 * values[2 * t + 1]; values[2 * t + 1] = 1;)))
  data[t] = values[t];
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
  manyPairs<<<1, 256>>>(data);
  byData<<<1, 256>>>(data, in, n);
}
