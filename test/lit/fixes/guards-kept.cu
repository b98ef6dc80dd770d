// Conditions that cannot be repeated or moved without changing what threads compute.
// RUN: not %cuda-memlint --arch=sm_60 --checks=-*,cuda-divergent-barrier --fix-dry-run %s >%t.patch 2>&1
// RUN: %cuda-memlint --arch=sm_60 --fail-on=none --checks=-*,cuda-divergent-barrier %s | FileCheck %s --check-prefix=FOUND
// FOUND: 6 warnings
// RUN: FileCheck %s --input-file=%t.patch --implicit-check-not=+++

#include <cuda_runtime.h>

// CHECK: nothing

#define WAIT __syncthreads()

// The work changes what the condition is about.
__global__ void changesCondition(int *out, const int *in) {
  __shared__ int values[256];
  int t = threadIdx.x;
  if (t < 200) {
    values[t] = in[t];
    t += 1;
    __syncthreads();
    out[t] = values[t / 2];
  }
}

// A structure cannot be zero without the condition.
struct Pair { int first, second; };
__global__ void needsStructure(int *out, const Pair *in) {
  __shared__ int values[256];
  int t = threadIdx.x;
  if (t < 200) {
    Pair mine = in[t];
    values[t] = mine.first;
    __syncthreads();
    out[t] = values[199 - t] + mine.second;
  }
}

// The condition is read from memory, which the work may change.
__global__ void readsCondition(int *out, const int *in) {
  __shared__ int values[256];
  __shared__ int last;
  int t = threadIdx.x;
  last = 200;
  __syncthreads();
  if (t < 100 || t + last < 200) {
    values[t] = in[t];
    __syncthreads();
    out[t] = values[99 - t];
  }
}

// Written in a macro.
__global__ void inMacro(int *out, const int *in) {
  __shared__ int values[256];
  int t = threadIdx.x;
  if (t < 200) {
    values[t] = in[t];
    WAIT;
    out[t] = values[199 - t];
  }
}

// Threads leave the loop before the barrier.
__global__ void leavesLoop(int *out, const int *in) {
  __shared__ int values[256];
  int t = threadIdx.x;
  for (int k = 0; k < 8; ++k) {
    if (t < 200) {
      values[t] = in[t];
      if (in[k] < 0)
        break;
      __syncthreads();
      out[t] = values[199 - t];
    }
  }
}

// Another configuration has other code under the condition.
__global__ void conditional(int *out, const int *in) {
  __shared__ int values[256];
  int t = threadIdx.x;
  if (t < 200) {
    values[t] = in[t];
#ifdef OTHER
    t += 1;
#endif
    __syncthreads();
    out[t] = values[199 - t];
  }
}

// The loop counts with what the condition rules out: for the other threads it finds no end.
__global__ void countsWithCondition(int *out, const int *in) {
  __shared__ int values[256];
  int t = threadIdx.x;
  if (t > 0) {
    int step = t;
    for (int k = 0; k < 256; k += step) {
      values[t] = in[k];
      __syncthreads();
      out[k] = values[t];
    }
  }
}

void launch(int *out, int *in, Pair *pairs) {
  changesCondition<<<8, 256>>>(out, in);
  needsStructure<<<8, 256>>>(out, pairs);
  readsCondition<<<8, 256>>>(out, in);
  inMacro<<<8, 256>>>(out, in);
  leavesLoop<<<8, 256>>>(out, in);
  conditional<<<8, 256>>>(out, in);
  countsWithCondition<<<8, 256>>>(out, in);
}
