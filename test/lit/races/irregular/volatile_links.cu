// Links that are followed by volatile reads: a loop that goes from entry to entry waits for nobody,
// so that what is stored behind it races. Each racy kernel, and the same one mended, whose name ends
// in Mended.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__device__ int rootOf(int *parent, int v) {
  int next;
  while ((next = ((volatile int *)parent)[v]) != v)
    v = next;
  return v;
}
__global__ void unite(int *parent, const int2 *edges, int n) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= n)
    return;
  int a = rootOf(parent, edges[e].x), b = rootOf(parent, edges[e].y);
  if (a < b)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `((volatile int *)parent)[b]`
    ((volatile int *)parent)[b] = a;
}
__global__ void uniteMended(int *parent, const int2 *edges, int n) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= n)
    return;
  int a = rootOf(parent, edges[e].x), b = rootOf(parent, edges[e].y);
  while (a != b) {
    if (a > b) {
      int larger = a;
      a = b;
      b = larger;
    }
    int old = atomicCAS(&parent[b], b, a);
    if (old == b)
      break;
    b = rootOf(parent, old);
  }
}

// A flag of its own that another thread sets: nobody else is at the entry.
__global__ void afterFlag(volatile int *ready, const int *before, int *sum, const int *list,
                          int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  while (ready[before[i]] == 0) {
  }
  sum[list[i]] += i;
  __threadfence();
  ready[i] = 1;
}
