// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s
// RUN: %cuda-memlint --checks=-*,cuda-divergent-barrier,cuda-shared-race %s 2>&1 | FileCheck %s --check-prefix=SILENT --implicit-check-not=warning:

// What Clang's headers make of barriers may be called by its own name.

// SILENT: 0 warnings

#include <cuda_runtime.h>

// CHECK: {{^}}withCount: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void withCount(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  __nvvm_barrier_sync_cnt(1, 128);
  out[t] = values[127 - t];
}

// CHECK: {{^}}inBranches:
__global__ void inBranches(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  if (t < 64)
    __nvvm_barrier_sync_cnt(1, 128);
  else
    asm volatile("bar.sync 1, 128;" ::: "memory");
  out[t] = values[127 - t];
}

// CHECK: {{^}}ofBlock: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void ofBlock(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  __nvvm_barrier_sync(1);
  out[t] = values[127 - t];
  __nvvm_bar_sync(2);
  values[t] = 0;
}

// CHECK: {{^}}ofWarp: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void ofWarp(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  __nvvm_bar_warp_sync(0xffffffff);
  out[t] = values[t ^ 31];
}

void launch(int *p) {
  withCount<<<1, 128>>>(p, p + 128);
  inBranches<<<1, 128>>>(p, p + 128);
  ofBlock<<<1, 128>>>(p, p + 128);
  ofWarp<<<1, 128>>>(p, p + 128);
}
