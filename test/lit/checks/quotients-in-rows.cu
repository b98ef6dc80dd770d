// RUN: %cuda-memlint --fail-on=none --format=json --checks=-*,cuda-uncoalesced-access %s | FileCheck %s

// A quotient is taken to be the same for all threads of a warp only where it can be.

#include <cuda_runtime.h>

// Lane 31 is 31 * 64 = 1,984 past lane 0, which is several times 256.
__global__ void apart(float *out, const float *in, int start) {
  int t = threadIdx.x;
  out[t] = in[(start + t * 64 + 3) / 256 * 1000 + t];
}

// A shift divides, too.
__global__ void shifted(float *out, const float *in, int start) {
  int t = threadIdx.x;
  out[t] = in[((start + t * 64 + 3) >> 8) * 1000 + t];
}

// Near miss: 31 * 8 = 248, so that one row may hold them all.
__global__ void together(float *out, const float *in, int start) {
  int t = threadIdx.x;
  out[t] = in[(start + t * 8 + 3) / 256 * 1000 + t];
}

void run(float *out, const float *in, int start) {
  apart<<<64, 256>>>(out, in, start);
  shifted<<<64, 256>>>(out, in, start);
  together<<<64, 256>>>(out, in, start);
}

// CHECK-NOT: is the same for all threads of a warp
// CHECK: `(start + threadIdx.x * 8 + 3) / 256` is the same for all threads of a warp
// CHECK-NOT: is the same for all threads of a warp
