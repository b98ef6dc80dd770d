// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s

// Barriers with a count that two branches share are complete too early if one branch comes to two of
// one number, or if a warp comes to one in each branch: the count goes up by a whole warp each time.

#include <cuda_runtime.h>

#define WAIT(NUMBER) asm volatile("barrier.sync %0, 128;" ::"r"(NUMBER) : "memory")
#define ARRIVE(NUMBER) asm volatile("barrier.arrive %0, 128;" ::"r"(NUMBER) : "memory")

// Both numbers may be the same: then threads 0 to 63 alone complete the first barrier.
// CHECK: {{^}}numbersByArgument:
// CHECK: numbersByArgument: undecided same-block
__global__ void numbersByArgument(int *out, int first, int second) {
  __shared__ int values[64], others[64];
  int t = threadIdx.x % 64;
  if (threadIdx.x < 64) {
    values[t] = 1;
    ARRIVE(first);
    others[t] = 2;
    ARRIVE(second);
  } else {
    WAIT(first);
    out[t] = values[63 - t];
    WAIT(second);
    out[t] += others[63 - t];
  }
}

// CHECK: {{^}}sameByArgument:
// CHECK: sameByArgument: undecided same-block
__global__ void sameByArgument(int *out, int first, int second) {
  __shared__ int values[64], others[64];
  int t = threadIdx.x % 64;
  if (threadIdx.x < 64) {
    values[t] = 1;
    ARRIVE(first);
    others[t] = 2;
    ARRIVE(second);
  } else {
    WAIT(first);
    out[t] = values[63 - t];
    WAIT(second);
    out[t] += others[63 - t];
  }
}

// CHECK: {{^}}twoByArgument: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void twoByArgument(int *out, int first, int second) {
  __shared__ int values[64], others[64];
  int t = threadIdx.x % 64;
  if (threadIdx.x < 64) {
    values[t] = 1;
    ARRIVE(first);
    others[t] = 2;
    ARRIVE(second);
  } else {
    WAIT(first);
    out[t] = values[63 - t];
    WAIT(second);
    out[t] += others[63 - t];
  }
}

// Warp 1 counts twice: threads 96 to 127 need not have come, and it is not known who of warp 0 has.
// CHECK: {{^}}splitWarp:
// CHECK: splitWarp: undecided same-block
__global__ void splitWarp(int *out) {
  __shared__ int values[64];
  int t = threadIdx.x % 64;
  if (threadIdx.x < 48) {
    values[t] = 1;
    ARRIVE(1);
  } else {
    WAIT(1);
    out[threadIdx.x] = values[63 - t];
  }
}

// CHECK: {{^}}wholeWarps: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void wholeWarps(int *out) {
  __shared__ int values[64];
  int t = threadIdx.x % 64;
  if (threadIdx.x < 32) {
    values[t] = 1;
    ARRIVE(1);
  } else {
    WAIT(1);
    out[threadIdx.x] = values[63 - t];
  }
}

// CHECK: {{^}}splitRing:
// CHECK: splitRing: undecided same-block
__global__ void splitRing(int *out, int rounds) {
  __shared__ int values[64];
  int t = threadIdx.x % 64;
  if (threadIdx.x < 48) {
    for (int round = 0; round < rounds; ++round) {
      WAIT(2);
      values[t] = round;
      ARRIVE(1);
    }
  } else {
    ARRIVE(2);
    for (int round = 0; round < rounds; ++round) {
      WAIT(1);
      out[threadIdx.x] += values[63 - t];
      ARRIVE(2);
    }
  }
}

// CHECK: {{^}}wholeRing: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void wholeRing(int *out, int rounds) {
  __shared__ int values[64];
  int t = threadIdx.x % 64;
  if (threadIdx.x < 32) {
    for (int round = 0; round < rounds; ++round) {
      WAIT(2);
      values[t] = round;
      ARRIVE(1);
    }
  } else {
    ARRIVE(2);
    for (int round = 0; round < rounds; ++round) {
      WAIT(1);
      out[threadIdx.x] += values[63 - t];
      ARRIVE(2);
    }
  }
}

// Nobody knows whether the branches split a warp.
// CHECK: {{^}}splitByArgument:
// CHECK: splitByArgument: undecided same-block
__global__ void splitByArgument(int *out, int n) {
  __shared__ int values[64];
  int t = threadIdx.x % 64;
  if (threadIdx.x < n) {
    if (threadIdx.x < 64)
      values[t] = 1;
    ARRIVE(1);
  } else {
    WAIT(1);
    out[threadIdx.x] = values[63 - t];
  }
}

void launch(int *p, int n, int m) {
  numbersByArgument<<<1, 128>>>(p, n, m);
  sameByArgument<<<1, 128>>>(p, 1, 1);
  twoByArgument<<<1, 128>>>(p, 1, 2);
  splitWarp<<<1, 128>>>(p);
  wholeWarps<<<1, 128>>>(p);
  splitRing<<<1, 128>>>(p, n);
  wholeRing<<<1, 128>>>(p, n);
  splitByArgument<<<1, 128>>>(p, n);
}
