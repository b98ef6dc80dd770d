// Pointers into one of several arrays that data choose. Each racy kernel, the same one mended, whose
// name ends in Mended, and elements of the thread's own.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

// All threads begin at the root of the tree.
__global__ void inserted(const int *key, int *left, int *right, int n) {
  int i = 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int v = 0;;) {
    int *link = key[i] < key[v] ? &left[v] : &right[v];
    if (*link < 0) {
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `*link` in `left` or `right`: tested and set without an atomic; two threads may pass the test when
      *link = i;
      break;
    }
    v = *link;
  }
}
__global__ void insertedMended(const int *key, int *left, int *right, int n) {
  int i = 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int v = 0;;) {
    int *link = key[i] < key[v] ? &left[v] : &right[v];
    int seen = atomicCAS(link, -1, i);
    if (seen < 0)
      break;
    v = seen;
  }
}
// Both children in one array.
__global__ void insertedInPairs(const int *key, int *child, int n) {
  int i = 1 + blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int v = 0;;) {
    int *link = key[i] < key[v] ? &child[2 * v] : &child[2 * v + 1];
    if (*link < 0) {
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `*link` in `child`: tested and set without an atomic; two threads may pass the test when
      *link = i;
      break;
    }
    v = *link;
  }
}
// Counts of two classes.
__global__ void classes(const int *x, const int *group, int *low, int *high, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int *count = x[i] < 100 ? &low[group[i]] : &high[group[i]];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `*count` in `low` or `high`: read and written without an atomic
  *count += 1;
}
__global__ void classesMended(const int *x, const int *group, int *low, int *high, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int *count = x[i] < 100 ? &low[group[i]] : &high[group[i]];
  atomicAdd(count, 1);
}
// A sum for those that pass and one for the others.
__global__ void totals(const int *x, int *passed, int *others, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int *sum = x[i] > 0 ? passed : others;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `*sum` in `passed` or `others`: read and written without an atomic
  *sum = *sum + i;
}
__global__ void totalsMended(const int *x, int *passed, int *others, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int *sum = x[i] > 0 ? passed : others;
  atomicAdd(sum, i);
}

//===--- Of the thread's own -----------------------------------------------===//

__global__ void ownOfEither(const int *x, int *low, int *high, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int *own = x[i] < 100 ? &low[i] : &high[i];
  *own += 1;
}
__global__ void readFromEither(const int *x, const int *low, const int *high, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  const int *from = x[i] < 100 ? low : high;
  out[i] = from[x[i]];
}
__global__ void swappedBuffers(const int *odd, int *one, int *other, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int *to = *odd ? one : other;
  const int *from = *odd ? other : one;
  to[i] = from[(i + 1) % n];
}
