// RUN: %json %s | %query | FileCheck %s

// Pointers to one object or another, and parameters that share a name.

#include <cuda_runtime.h>

// Even lanes store to a, odd lanes to b: 16 floats of each, 2 + 2 sectors. How far
// apart the two are does not matter: no sector holds bytes of both.
__global__ void byLane(float *a, float *b) {
  float *own = a;
  if (threadIdx.x & 1)
    own = b;
  own[threadIdx.x / 2] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved; kernel=byLane
}

// All lanes store to one of them; both start at a boundary: 4 sectors.
__global__ void byBlock(float *a, float *b) {
  float *own = a;
  if (blockIdx.x & 1)
    own = b;
  own[threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store {{.*}} worst=4; proved; kernel=byBlock
}

// b starts 4 bytes after a boundary, so the store takes 4 or 5 sectors.
__global__ void byBlockMisaligned(float *a, float *b) {
  float *own = a;
  if (blockIdx.x & 1)
    own = b;
  own[threadIdx.x] = 1;
  // CHECK-NOT: line [[#@LINE-1]]: {{.*}} proved; kernel=byBlockMisaligned
  // CHECK: line [[#@LINE-2]]: global store {{.*}}kernel=byBlockMisaligned
}

// The parameters of the pack are two objects. The first starts at a boundary: 4
// sectors. The second starts 4 bytes after one: 5.
template <class... Pointers> __global__ void pack(Pointers... pointers) {
  ((pointers[threadIdx.x] = 1), ...);
  // CHECK-DAG: line [[#@LINE-1]]: global store {{.*}} worst=4; proved; kernel=pack
  // CHECK-DAG: line [[#@LINE-2]]: global store {{.*}} worst=5; proved; kernel=pack
}

int main() {
  float *a, *b;
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  byLane<<<1, 32>>>(a, b);
  byBlock<<<2, 32>>>(a, b);
  byBlockMisaligned<<<2, 32>>>(a, b + 1);
  pack<<<1, 32>>>(a, b + 1);
}
