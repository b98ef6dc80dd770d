// RUN: not %cuda-memlint --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --implicit-check-not='note: for'

// Launches that differ in their arguments only share a note.

#include <cuda_runtime.h>

// Lanes are `stride` floats apart: 4 sectors for each, 32 at most.
// CHECK: warning: uncoalesced store: lanes are 32 B apart (32 sectors per request, 4 needed; 8.0x)
// CHECK: note: proved for strided<<<512, 256>>>
// CHECK: note: for strided<<<512, 256>>> at line [[#@LINE+10]]: 4 to 28 sectors per request, 4 needed (7 sets of arguments)
// CHECK: note: for strided<<<256, 256>>> at line [[#@LINE+10]]: 8 sectors per request, 4 needed
__global__ void strided(float *a, int stride) {
  a[(blockIdx.x * 256 + threadIdx.x) * stride] = 0;
}

int main() {
  float *a;
  cudaMalloc(&a, 1 << 24);
  for (int stride = 1; stride <= 8; ++stride)
    strided<<<512, 256>>>(a, stride);
  strided<<<256, 256>>>(a, 2);
}
