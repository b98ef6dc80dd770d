// Variables that a loop changes in one way for some lanes and in another, or not at all,
// for the others.
// ORACLE: 14 accesses, 14 costs

#include "buffers.h"

// Doubled by some lanes, moved on by the others.
__global__ void twoCourses(float *out, int count) {
  int at = 1;
  for (int k = 0; k < count; ++k) {
    out[at + threadIdx.x] = 1;
    if (threadIdx.x < 12)
      at = at * 2;
    else
      at += 3;
    out[at] = 2;
  }
}

// Lanes that keep what was there before read it in between and after.
__global__ void keepers(float *out, int count) {
  int at = threadIdx.x / 4, other = 5;
  for (int k = 0; k < count; ++k) {
    if (threadIdx.y >= 2) {
      out[at] = 1;
      at = at * 2;
      other = other * 2;
      out[other + threadIdx.x] = 2;
    }
    out[at + 3 * threadIdx.x] = 3;
  }
  out[threadIdx.x + 64 * threadIdx.y] = 4;
}

// The condition is met in some iterations only: no course of its own.
__global__ void changes(float *out, int count) {
  int at = 1;
  for (int k = 0; k < count; ++k) {
    if (threadIdx.x < 16 && k % 2 == 0)
      at = at * 2;
    if (threadIdx.x >= 8)
      at = at + 1;
    else
      at = at * 2;
    out[at] = 1;
  }
}

// With the branches left early, and the condition as a part of another.
__global__ void early(float *out, int count) {
  int at = 3;
  for (int k = 0; k < count; ++k) {
    if (threadIdx.x % 4 == 1) {
      at = at * 2;
      out[at + threadIdx.x] = 1;
      continue;
    }
    if (threadIdx.x % 4 == 2 && k > 1)
      break;
    out[at + 2 * threadIdx.x] = 2;
  }
  out[threadIdx.x] = 3;
}

// Inside, a loop over what the outer one leaves behind: what the lanes that take part
// agree on, and the others do not have.
__global__ void nested(float *out, int width) {
  int at = 0, steps = 0;
  for (int a = 0; a < width; a += 16) {
    if (threadIdx.y >= 2)
      for (; at <= a + 32; at += 16, ++steps)
        out[at + threadIdx.x + 64 * (steps % 4)] = 1;
    out[a + threadIdx.x] = 2;
  }
}

int main() {
  float *a = zeros<float>(8192);
  twoCourses<<<1, 64>>>(a, 5);
  keepers<<<1, dim3(16, 4)>>>(a, 4);
  keepers<<<1, dim3(32, 3)>>>(a, 3);
  changes<<<1, 32>>>(a, 6);
  early<<<1, 64>>>(a, 4);
  nested<<<1, dim3(16, 3)>>>(a, 64);
  return 0;
}
