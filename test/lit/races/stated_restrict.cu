// RUN: %cuda-memlint --remarks --fail-on=none --checks=-*,cuda-*-race %s \
// RUN:   | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// `const` and `__restrict__` together state that nothing writes what a pointer leads to while the
// kernel runs.

#include <cuda_runtime.h>

// Firing: block 0 writes what the threads of the others load.
__global__ void mean(float *out, const float *in, int n) {
  __shared__ float m;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: shared memory race on `m`
  m = in[n];
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: global memory race on `out[10]`
  out[blockIdx.x * blockDim.x + threadIdx.x] = m;
}

// Near miss: all threads load one value.
__global__ void statedMean(float *out, const float *__restrict__ in, int n) {
  __shared__ float m;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: benign shared memory race on `m`
  m = in[n];
  __syncthreads();
  out[blockIdx.x * blockDim.x + threadIdx.x] = m;
}

// Firing: two parts of one array overlap.
__global__ void shifted(float *out, const float *in) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: global memory race on `out[{{[0-9]+}}]`
  out[threadIdx.x] = in[threadIdx.x];
  // CHECK: note: `in` and `out` point into one allocation
}

// The launch is not what the kernel states.
__global__ void statedShifted(float *out, const float *__restrict__ in) {
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: remark: global memory race on `out[{{[0-9]+}}]`
  out[threadIdx.x] = in[threadIdx.x];
  // CHECK: note: `in` and `out` point into one allocation
  // CHECK: note: remark only: `in` is `const` and `__restrict__`, which states that the kernel writes nothing that it points to; this launch violates it
}

// The fixed code: the launch passes two halves.
__global__ void statedHalves(float *out, const float *__restrict__ in) {
  out[threadIdx.x] = in[threadIdx.x];
}

// How far apart the parts are is not known, which the qualifiers answer.
__global__ void statedSomewhere(float *out, const float *__restrict__ in) {
  out[threadIdx.x] = in[threadIdx.x + 1];
}

int main(int argc, char **argv) {
  float *p;
  cudaMalloc(&p, 1 << 20);
  mean<<<4, 256>>>(p, p, 10);
  statedMean<<<4, 256>>>(p, p + 9000, 10);
  shifted<<<1, 256>>>(p, p + 128);
  statedShifted<<<1, 256>>>(p, p + 128);
  statedHalves<<<1, 256>>>(p, p + 256);
  statedSomewhere<<<1, 256>>>(p, p + argc);
}
