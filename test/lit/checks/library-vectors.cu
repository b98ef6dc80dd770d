// RUN: not %cuda-memlint --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=WARN --implicit-check-not=warning:
// RUN: not %cuda-memlint --remarks --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --check-prefix=REMARK

// Vectors that a library has a name for lie in memory as that library wants them.

#include <cufft.h>

// A library's transforms read them.
__global__ void toComplex(cufftComplex *out, const float *in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  // REMARK: :[[#@LINE+3]]:3: remark: uncoalesced store: lanes are 8 B apart
  // REMARK: note: the layout of `cufftComplex` is a library's, and no change is known that lowers the excess
  // REMARK-NOT: help:
  out[i].x = in[i];
}

// The program's own: 4 sectors in place of 8, and 4 of the load.
__global__ void toPairs(float2 *out, const float *in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  // REMARK: :[[#@LINE+3]]:3: warning: uncoalesced store: lanes are 8 B apart
  // WARN: :[[#@LINE+2]]:3: warning: uncoalesced store: lanes are 8 B apart
  // WARN: help: use an array for each member of `float2`
  out[i].x = in[i];
}

// Whole ones may be walked in another order.
__global__ void scatter(cufftComplex *out, const cufftComplex *in) {
  int i = blockIdx.x * 256 + threadIdx.x;
  // REMARK: :[[#@LINE+2]]:3: warning: uncoalesced store: lanes are 800 B apart
  // WARN: :[[#@LINE+1]]:3: warning: uncoalesced store: lanes are 800 B apart
  out[i * 100] = in[i];
}

void run(const float *in) {
  cufftComplex *spectrum, *other;
  float2 *pairs;
  cudaMalloc(&spectrum, 1 << 24);
  cudaMalloc(&other, 1 << 24);
  cudaMalloc(&pairs, 1 << 24);
  toComplex<<<64, 256>>>(spectrum, in);
  toPairs<<<64, 256>>>(pairs, in);
  scatter<<<64, 256>>>(other, spectrum);
}
