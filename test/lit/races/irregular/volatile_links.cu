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

// The pointer to what is followed is volatile, and what is stored is not.
__device__ int endOf(volatile int *next, int v) {
  while (next[v] != v)
    v = next[v];
  return v;
}
__global__ void append(int *next, const int *list, const int *other, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int a = endOf(next, list[i]), b = endOf(next, other[i]);
  if (a < b)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `next[b]`
    next[b] = a;
  else if (b < a)
    next[a] = b;
}
__global__ void appendMended(int *next, const int *list, const int *other, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int a = endOf(next, list[i]), b = endOf(next, other[i]);
  while (a != b) {
    int larger = a < b ? b : a, smaller = a < b ? a : b;
    if (atomicCAS(&next[larger], larger, smaller) == larger)
      break;
    a = endOf(next, larger);
    b = endOf(next, smaller);
  }
}
// So does an index that is read so.
__global__ void count(volatile int *key, int *counts, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `counts[key[i]]`
    counts[key[i]] += 3;
}
__global__ void countMended(volatile int *key, int *counts, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&counts[key[i]], 3);
}
// A link that another thread sets is waited for at one place, and followed once.
__global__ void afterLink(volatile int *link, const int *before, int *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  while (link[before[i]] < 0) {
  }
  int at = link[before[i]];
  sum[at] += i;
  __threadfence();
  link[i] = at + 1;
}
// The way is shortened, and all ways lead to one end.
__global__ void shorten(int *next, const int *list, int *found, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  volatile int *links = next;
  int v = list[i];
  while (links[v] != v) {
    next[v] = links[links[v]];
    v = links[v];
  }
  found[i] = v;
}
