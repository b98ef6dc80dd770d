// RUN: %cuda-memlint --fail-on=none --checks=-*,cuda-uncoalesced-access %s | FileCheck %s --implicit-check-not=warning:

// One sector that is left is not "1 sectors".

#include <cuda_runtime.h>

// CHECK: warning: uncoalesced load: lanes are 256 B apart
// CHECK: help: let the lanes of a warp share the loop at line {{.*}}: 32 -> 1 sector per request{{$}}
__global__ void eights(float *out, const float *in) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 32; ++k)
    sum += in[blockIdx.x * 4096 + (t / 32) * 4 + (t % 32) * 64 + k % 8];
  out[blockIdx.x * 256 + t] = sum;
}

// Near miss: four of them.
// CHECK: warning: uncoalesced load: lanes are 256 B apart
// CHECK: help: let the lanes of a warp share the loop at line {{.*}}: 32 -> 4 sectors per request{{$}}
__global__ void rows(float *out, const float *in) {
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 64; ++k)
    sum += in[blockIdx.x * 65536 + (t % 128) * 64 + k + (t / 128) * 32];
  out[blockIdx.x * 256 + t] = sum;
}

void launch(float *out, const float *in) {
  eights<<<512, 256>>>(out, in);
  rows<<<1024, 256>>>(out, in);
}
