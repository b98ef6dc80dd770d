// Trees that grow: a counter gives each new node a slot of its own, but not the place of the link to
// it, at a node that all threads come to from the root. Each racy kernel, and the same one mended,
// whose name ends in Mended.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__global__ void insert(const unsigned char *text, const int *begin, int *child, int *used,
                       int *count, int n) {
  int w = blockIdx.x * blockDim.x + threadIdx.x;
  if (w >= n)
    return;
  int node = 0;
  for (int i = begin[w]; i < begin[w + 1]; ++i) {
    int next = child[node * 26 + text[i]];
    if (next == 0) {
      next = atomicAdd(used, 1);
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `child[node * 26 + text[i]]`
      child[node * 26 + text[i]] = next;
    }
    node = next;
  }
  atomicAdd(&count[node], 1);
}
__global__ void insertMended(const unsigned char *text, const int *begin, int *child, int *used,
                             int *count, int n) {
  int w = blockIdx.x * blockDim.x + threadIdx.x;
  if (w >= n)
    return;
  int node = 0;
  for (int i = begin[w]; i < begin[w + 1]; ++i) {
    int *place = &child[node * 26 + text[i]];
    int next = atomicAdd(place, 0);
    if (next == 0) {
      int own = atomicAdd(used, 1);
      next = atomicCAS(place, 0, own);
      if (next == 0)
        next = own;
    }
    node = next;
  }
  atomicAdd(&count[node], 1);
}

// The slot itself is the thread's own.
__global__ void append(const int *key, const int *length, int *value, int *link, int *used, int n) {
  int w = blockIdx.x * blockDim.x + threadIdx.x;
  if (w >= n)
    return;
  int last = atomicAdd(used, 1);
  for (int k = 0; k < length[w]; ++k) {
    int next = atomicAdd(used, 1);
    value[next] += key[w];
    link[last] = next;
    last = next;
  }
}
