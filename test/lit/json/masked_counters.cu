// RUN: %json %s | %query | FileCheck %s

// Counters that a mask, or a remainder by a power of two, brings round.

__global__ void rings(float *out) {
  __shared__ float ring[64];
  // Words 2 (t + i) mod 64: lanes t and t + 16 meet in a bank, 2 wavefronts in each of 5.
  int up = threadIdx.x;
  for (int i = 0; i < 5; ++i) {
    ring[2 * up % 64] = 1;
    // CHECK: line [[#@LINE-1]]: shared store requests=5 cost=10 ideal=5 worst=2; proved;
    up = (up + 1) & 63;
  }
  // 16 bytes apart, in another order each time: 16 sectors.
  unsigned down = threadIdx.x;
  for (int i = 0; i < 5; ++i) {
    out[4 * down] = 1;
    // CHECK: line [[#@LINE-1]]: global store requests=5 cost=80 ideal=20 worst=16; proved;
    down = (down - 1) & 31;
  }
  // Starts at 42, 168 bytes on: 5 sectors; then all of 0 to 31 by steps of 3: 12 floats
  // apart, but all 32 of them: 4 sectors.
  int late = threadIdx.x + 42;
  for (int i = 0; i < 3; ++i) {
    out[late] = 1;
    // CHECK: line [[#@LINE-1]]: global store requests=3 cost=13 ideal=12 worst=5; proved;
    late = (late + 3) & 31;
  }
  unsigned rest = threadIdx.x;
  for (int i = 0; i < 4; ++i) {
    out[rest] = 1;
    // CHECK: line [[#@LINE-1]]: global store requests=4 cost=16 ideal=16 worst=4; proved;
    rest = (rest - 7) % 32;
  }
}

// No mask of all low bits: which words those are is another matter.
__global__ void other(float *out) {
  int at = threadIdx.x;
  for (int i = 0; i < 3; ++i) {
    out[at] = 1;
    // CHECK: line [[#@LINE-1]]: global store requests=null {{.*}} unknown;
    at = (at + 1) & 61;
  }
}

void launch(float *out) {
  rings<<<1, 32>>>(out);
  other<<<1, 32>>>(out);
}
