// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s --check-prefix=PAIRS
// RUN: not %cuda-memlint --checks=-*,cuda-shared-race %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// Two halves of an array, one read and one written, that are swapped in each of an unknown number of
// iterations: by `^`, by a difference, by a condition.

#include <cuda_runtime.h>

// PAIRS: {{^}}byXor: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void byXor(int *out, const int *in, int steps) {
  __shared__ int values[2][128];
  int t = threadIdx.x, from = 0;
  values[0][t] = in[t];
  __syncthreads();
  for (int step = 0; step < steps; ++step) {
    values[from ^ 1][t] = values[from][127 - t] + 1;
    from ^= 1;
    __syncthreads();
  }
  out[t] = values[from][t];
}

// PAIRS: {{^}}offsetByXor: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void offsetByXor(int *out, const int *in, int steps) {
  __shared__ int values[256];
  int t = threadIdx.x, from = 0;
  values[t] = in[t];
  __syncthreads();
  for (int step = 0; step < steps; ++step) {
    values[(from ^ 128) + t] = values[from + 127 - t] + 1;
    from ^= 128;
    __syncthreads();
  }
  out[t] = values[from + t];
}

// The bit is not the one between the halves: both are in the first one.
// PAIRS: {{^}}otherBit:
__global__ void otherBit(int *out, const int *in, int steps) {
  __shared__ int values[256];
  int t = threadIdx.x, from = 0;
  values[t] = in[t];
  __syncthreads();
  for (int step = 0; step < steps; ++step) {
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: shared memory race on `values{{.*}} with no barrier in between [cuda-shared-race]
    values[(from ^ 64) + t] = values[from + 127 - t] + 1;
    from ^= 64;
    __syncthreads();
  }
  out[t] = values[from + t];
}

// PAIRS: {{^}}byDifference: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void byDifference(int *out, const int *in, int steps) {
  __shared__ int values[256];
  int t = threadIdx.x, from = 0;
  values[t] = in[t];
  __syncthreads();
  for (int step = 0; step < steps; ++step) {
    values[128 - from + t] = values[from + 127 - t] + 1;
    from = 128 - from;
    __syncthreads();
  }
  out[t] = values[from + t];
}

// PAIRS: {{^}}byCondition: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void byCondition(int *out, const int *in, int steps) {
  __shared__ int values[2][128];
  int t = threadIdx.x, from = 0, to = 1;
  values[0][t] = in[t];
  __syncthreads();
  for (int step = 0; step < steps; ++step) {
    values[to][t] = values[from][127 - t] + 1;
    to = to == 0 ? 1 : 0;
    from = from == 0 ? 1 : 0;
    __syncthreads();
  }
  out[t] = values[from][t];
}

// The half that is read is not swapped.
// PAIRS: {{^}}oneStays:
__global__ void oneStays(int *out, const int *in, int steps) {
  __shared__ int values[2][128];
  int t = threadIdx.x, to = 1;
  values[0][t] = in[t];
  __syncthreads();
  for (int step = 0; step < steps; ++step) {
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: shared memory race on `values{{.*}} with no barrier in between [cuda-shared-race]
    values[to][t] = values[0][127 - t] + 1;
    to = to == 0 ? 1 : 0;
    __syncthreads();
  }
  out[t] = values[to][t];
}

int main() {
  int *in, *out, steps;
  cudaMalloc(&in, 4096);
  cudaMalloc(&out, 4096);
  cudaDeviceGetAttribute(&steps, cudaDevAttrIntegrated, 0);
  byXor<<<1, 128>>>(out, in, steps);
  offsetByXor<<<1, 128>>>(out, in, steps);
  otherBit<<<1, 128>>>(out, in, steps);
  byDifference<<<1, 128>>>(out, in, steps);
  byCondition<<<1, 128>>>(out, in, steps);
  oneStays<<<1, 128>>>(out, in, steps);
}
