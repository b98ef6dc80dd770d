// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s --check-prefix=PAIRS
// RUN: not %cuda-memlint --checks=-*,cuda-divergent-barrier %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// Threads meet at the number of a barrier, wherever its instructions are: without a count, too, the
// number may be in two branches.

#include <cuda_runtime.h>

#define SYNC(NUMBER) asm volatile("bar.sync " #NUMBER ";" ::: "memory")
#define COUNTED(NUMBER) asm volatile("bar.sync " #NUMBER ", 128;" ::: "memory")
#define ARRIVE(NUMBER) asm volatile("bar.arrive " #NUMBER ", 128;" ::: "memory")

// PAIRS: {{^}}bothBranches: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void bothBranches(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  if (t < 64)
    SYNC(1);
  else
    SYNC(1);
  out[t] = values[127 - t];
}

// PAIRS: {{^}}oneCounts:
__global__ void oneCounts(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  if (t < 64)
    SYNC(1);
  else
    COUNTED(1);
  out[t] = values[127 - t];
}

// PAIRS: {{^}}othersArrive:
__global__ void othersArrive(int *out, const int *in) {
  __shared__ int values[64];
  int t = threadIdx.x;
  if (t < 64) {
    values[t] = in[t];
    ARRIVE(1);
  } else {
    SYNC(1);
    out[t] = values[127 - t];
  }
}

// PAIRS: {{^}}otherNumber:
__global__ void otherNumber(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  if (t < 64)
    // CHECK: :[[#@LINE+1]]:5: warning: divergent barrier: `SYNC(1)` is not reached by all threads of the block
    SYNC(1);
  else
    SYNC(2);
  out[t] = values[127 - t];
}

// Threads 64 to 127 are at their first barrier, the second one here, when the others are at theirs.
// PAIRS: {{^}}oneBehind:
// PAIRS: oneBehind: undecided same-block
__global__ void oneBehind(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t < 64)
    SYNC(1);
  values[t] = in[t];
  SYNC(1);
  out[t] = values[127 - t];
  if (t >= 64)
    SYNC(1);
}

void launch(int *p) {
  bothBranches<<<1, 128>>>(p, p + 128);
  oneCounts<<<1, 128>>>(p, p + 128);
  othersArrive<<<1, 128>>>(p, p + 128);
  otherNumber<<<1, 128>>>(p, p + 128);
  oneBehind<<<1, 128>>>(p, p + 128);
}
