// RUN: %json %s | %query | FileCheck %s
// RUN: %json %s | FileCheck %s --check-prefix=REASON

// Pointers and references to one of several variables or objects. One warp each.

#include <cuda_runtime.h>

// The first 16 lanes set x, the others y. x is 8 for lanes 0 ... 15 and 0 for the rest:
// floats 128 ... 143 * 1 and 16 ... 31: 2 sectors each.
__global__ void conditionalTarget(float *out) {
  int x = 0, y = 0;
  (threadIdx.x < 16 ? x : y) = 8;
  out[x * 16 + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  // y: 4 sectors for lanes 16 ... 31 at 32 floats apart ... 8t floats: one each, 16; and
  // float 0 for the others.
  out[y * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=17 ideal=4 worst=17; proved;
}

// Even lanes change a, odd lanes b; so a is 4 for even lanes and 1 for odd ones: floats
// 0, 8, ..., 120 (16 sectors) and 1, 3, ..., 31, in the sectors 0 to 3 of those.
__global__ void boundReference(float *out) {
  int a = 1, b = 1;
  int &chosen = threadIdx.x & 1 ? b : a;
  chosen = 4;
  out[a * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=16 ideal=4 worst=16; proved;
}

struct Buffers {
  float *at[2];
};

// Which one is not known, but both start at a sector.
__global__ void arrayOfPointers(Buffers buffers, int n) {
  buffers.at[n & 1][2 * threadIdx.x] = buffers.at[1 - (n & 1)][threadIdx.x];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=4 ideal=4 worst=4; proved;
  // CHECK: line [[#@LINE-2]]: global store requests=1 cost=8 ideal=4 worst=8; proved;
}

// Back and forth between two buffers.
__global__ void alternating(Buffers buffers) {
  for (int i = 0; i < 4; ++i)
    buffers.at[(i + 1) & 1][threadIdx.x] = buffers.at[i & 1][2 * threadIdx.x];
  // CHECK: line [[#@LINE-1]]: global load requests=4 cost=32 ideal=16 worst=8; proved;
  // CHECK: line [[#@LINE-2]]: global store requests=4 cost=16 ideal=16 worst=4; proved;
}

// Even lanes write one buffer, odd lanes the other: floats 0 ... 15 of each, 2 sectors of
// both.
__global__ void lanesApart(float *a, float *b) {
  float *p = threadIdx.x & 1 ? a : b;
  p[threadIdx.x / 2] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
}

// Two memory spaces.
__global__ void twoSpaces(float *a) {
  __shared__ float s[32];
  float *p = threadIdx.x < 16 ? a : s;
  p[threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: generic store requests=null {{.*}} unknown;
  // REASON: "reason": "the pointer is to `a` (global) or to `s` (shared)"
}

void launch(float *a, float *b, Buffers buffers, int n) {
  conditionalTarget<<<1, 32>>>(a);
  boundReference<<<1, 32>>>(a);
  arrayOfPointers<<<1, 32>>>(buffers, n);
  alternating<<<1, 32>>>(buffers);
  lanesApart<<<1, 32>>>(a, b);
  twoSpaces<<<1, 32>>>(a);
}
