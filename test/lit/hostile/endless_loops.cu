// RUN: %exit 0 %cuda-memlint --checks=cuda-* %s | FileCheck %s

// Loops that nothing leaves end the analysis all the same.

#include <cuda_runtime.h>

// CHECK: 0 warnings
__global__ void oneEndlessLoop(float *out, const float *in) {
  for (;;)
    out[threadIdx.x] += in[threadIdx.x];
}

__global__ void endlessLoopInAnother(float *out, const float *in) {
  for (;;)
    for (;;)
      out[threadIdx.x] += in[threadIdx.x];
}

__global__ void nearlyEndlessLoops(float *out, const float *in) {
  for (long long a = 0; a < (1ll << 40); ++a)
    for (long long b = 0; b < (1ll << 40); ++b)
      out[threadIdx.x] += in[threadIdx.x];
}
