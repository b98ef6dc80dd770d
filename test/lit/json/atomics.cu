// RUN: %json %s | %query | FileCheck %s

// What atomics cost, 8 warps in one block.

#include <cuda_runtime.h>

__global__ void sharedAtomics() {
  __shared__ unsigned bins[256];
  __shared__ unsigned long long wide[256];
  __shared__ float sums[256];
  unsigned t = threadIdx.x;
  // 32 lanes at 32 banks: 1 wavefront.
  atomicAdd(&bins[t], 1u);
  // CHECK: line [[#@LINE-1]]: shared atomic requests=8 cost=8 ideal=8 worst=1; proved;
  // 4 lanes at each of 8 words take turns: 4; as a store they would be served together.
  atomicMax(&bins[t / 4], t);
  // CHECK: line [[#@LINE-1]]: shared atomic requests=8 cost=32 ideal=8 worst=4; proved;
  // Two phases of 16 lanes of 8 bytes, each at 32 banks: 2.
  atomicExch(&wide[t], 1ull);
  // CHECK: line [[#@LINE-1]]: shared atomic requests=8 cost=16 ideal=16 worst=2; proved;
  // Twice what an addition costs: 2 of 2, with lanes two words apart 4 of 2.
  atomicCAS(&bins[t], 0u, t);
  // CHECK: line [[#@LINE-1]]: shared atomic requests=8 cost=16 ideal=16 worst=2; proved;
  atomicCAS(&bins[(2 * t) % 256], 0u, t);
  // CHECK: line [[#@LINE-1]]: shared atomic requests=8 cost=32 ideal=16 worst=4; proved;
  // One address for all: compilers combine these.
  atomicAdd(&bins[0], 2u);
  // CHECK: line [[#@LINE-1]]: shared atomic requests={{.*}}; unknown;
  // Not atomics of shared memory itself.
  atomicAdd(&sums[t], 1.0f);
  // CHECK: line [[#@LINE-1]]: shared atomic requests={{.*}}; unknown;
  atomicAdd(&wide[t], 1ull);
  // CHECK: line [[#@LINE-1]]: shared atomic requests={{.*}}; unknown;
}

__global__ void globalAtomics(unsigned *counts, float *sums, double *wide) {
  unsigned t = threadIdx.x;
  // 128 bytes: 4 sectors. 32 bytes apart: 32.
  atomicAdd(&sums[t], 1.0f);
  // CHECK: line [[#@LINE-1]]: global atomic requests=8 cost=32 ideal=32 worst=4; proved;
  atomicAdd(&counts[8 * t], 1u);
  // CHECK: line [[#@LINE-1]]: global atomic requests=8 cost=256 ideal=32 worst=32; proved;
  // 256 bytes: 8 sectors.
  atomicAdd(&wide[t], 1.0);
  // CHECK: line [[#@LINE-1]]: global atomic requests=8 cost=64 ideal=64 worst=8; proved;
}

void launch(unsigned *counts, float *sums, double *wide) {
  sharedAtomics<<<1, 256>>>();
  globalAtomics<<<1, 256>>>(counts, sums, wide);
}
