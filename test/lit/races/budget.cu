// Pairs that take many evaluations leave those that are cheap to decide their own.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning:

#include <cuda_runtime.h>

#define TWICE(Statement) Statement Statement
#define EXPENSIVE                                                                                  \
  for (int j = 0; j < n; j++) {                                                                    \
    s[t * 2 + j] = in[j];                                                                          \
    if (t < j)                                                                                     \
      s[t * i + 1] = in[i * j];                                                                    \
    out[t + j] = s[t * j] + s[t * (i - j)];                                                        \
    if (i & j)                                                                                     \
      __syncthreads();                                                                             \
    s[(t * j + i) & 1023] = 4;                                                                     \
  }

__global__ void raceBefore(int *out, const int *in, int n, int i) {
  __shared__ int s[2048], last[256];
  int t = threadIdx.x;
  last[t] = n;
  // CHECK: :[[#@LINE+1]]:13: warning: shared memory race on `last[{{[0-9]+}}]`
  out[t] += last[(t + 32) % 256];
  __syncthreads();
  TWICE(TWICE(EXPENSIVE))
}

__global__ void raceBeforeFixed(int *out, const int *in, int n, int i) {
  __shared__ int s[2048], last[256];
  int t = threadIdx.x;
  last[t] = n;
  __syncthreads();
  out[t] += last[(t + 32) % 256];
  __syncthreads();
  TWICE(TWICE(EXPENSIVE))
}

void launch(int *out, const int *in, int n, int i) {
  raceBefore<<<1, 256>>>(out, in, n, i);
  raceBeforeFixed<<<1, 256>>>(out, in, n, i);
}
