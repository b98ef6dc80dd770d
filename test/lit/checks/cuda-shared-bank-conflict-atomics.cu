// RUN: not %cuda-memlint %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %cuda-memlint --explain %s 2>&1 | FileCheck %s --check-prefix=PICTURE

#include <cuda_runtime.h>

// Four lanes of a warp at each word, one after the other.
__global__ void crowded() {
  __shared__ int bins[64];
  // CHECK: :[[#@LINE+1]]:3: warning: shared memory bank conflict: lanes update `{{.*}} (4 wavefronts per request, 1 needed; 4.0x)
  atomicAdd(&bins[threadIdx.x / 4], 2);
  // PICTURE: lanes 44444444........................  4 wavefronts
  // PICTURE: lanes per bank (. = none, a = 10, ..., w = 32){{$}}
}

// One lane at each word.
__global__ void spread() {
  __shared__ int bins[256];
  atomicAdd(&bins[threadIdx.x], 1);
}

// One address: compilers make one update of it.
__global__ void combined() {
  __shared__ int total;
  atomicAdd(&total, 2);
}

// Additions of 1: lanes at one word are counted together.
__global__ void counted() {
  __shared__ int bins[64];
  atomicAdd(&bins[threadIdx.x / 4], 1);
}

void launch() {
  crowded<<<1, 256>>>();
  spread<<<1, 256>>>();
  combined<<<1, 256>>>();
  counted<<<1, 256>>>();
}
