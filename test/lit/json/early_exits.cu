// RUN: %json %s | %query | FileCheck %s

// Loops that a thread leaves early, at a time that is known. One warp each.

#include <cuda_runtime.h>

__device__ int slotOf(int t) {
  for (int i = 0; i < 4; ++i)
    if (i == t)
      return i * 8;
  return 7;
}

// Floats 0, 8, 16 and 24 for t = 0 ... 3, and 7 for the others: the sectors 0 to 3.
__global__ void returnedValue(float *out) {
  out[slotOf(threadIdx.x & 7)] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
}

__device__ void storeUnlessListed(float *out) {
  for (int i = 0; i < 4; ++i)
    if (i * 8 == threadIdx.x)
      return;
  out[8 * threadIdx.x] = 1;
  // Lanes 0, 8, 16 and 24 have left: 28 sectors for 112 bytes.
  // CHECK: line [[#@LINE-2]]: global store requests=1 cost=28 ideal=4 worst=28; proved;
}

// The caller goes on with all of them.
__global__ void returnedEarly(float *out) {
  storeUnlessListed(out);
  out[2 * threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=8 ideal=4 worst=8; proved;
}

// The first i with 4i >= t, or 8: from 0 to 8, a sector each.
__global__ void valueAtBreak(float *out) {
  int i;
  for (i = 0; i < 8; ++i)
    if (i * 4 >= threadIdx.x)
      break;
  out[8 * i] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=9 ideal=4 worst=9; proved;
}

void launch(float *out) {
  returnedValue<<<1, 32>>>(out);
  returnedEarly<<<1, 32>>>(out);
  valueAtBreak<<<1, 32>>>(out);
}
