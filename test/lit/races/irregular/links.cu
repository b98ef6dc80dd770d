// Entries that lead to others of the same array: what is stored where threads arrive. Each racy
// kernel, the same one mended, whose name ends in Mended, and what does no harm.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__device__ int root(const int *parent, int v) {
  while (parent[v] != v)
    v = parent[v];
  return v;
}
__global__ void joined(const int2 *edges, int *parent, int n) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= n)
    return;
  int a = root(parent, edges[e].x), b = root(parent, edges[e].y);
  if (a != b)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `parent[max(a, b)]`: read and written without an atomic
    parent[max(a, b)] = min(a, b);
}
__global__ void joinedMended(const int2 *edges, int *parent, int n) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= n)
    return;
  int a = root(parent, edges[e].x), b = root(parent, edges[e].y);
  while (a != b) {
    int old = atomicMin(&parent[max(a, b)], min(a, b));
    if (old == max(a, b))
      break;
    b = root(parent, old);
    a = root(parent, min(a, b));
  }
}
// The last element of a list is marked by whoever owns one of its elements.
__global__ void lastOfList(const int *mine, int *next, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = mine[i];
  while (next[v] >= 0)
    v = next[v];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `next[v]`: read and written without an atomic
  next[v] = -2 - i;
}
__global__ void lastOfListMended(const int *mine, int *next, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = mine[i];
  for (;;) {
    int seen = atomicCAS(&next[v], -1, -2 - i);
    if (seen < 0)
      break;
    v = seen;
  }
}
// One step alone.
__global__ void hooked(const int *from, int *label, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int above = label[from[i]];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `label[above]`: read and written without an atomic
  label[above] = i;
}
__global__ void hookedMended(const int *from, int *label, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int above = atomicAdd(&label[from[i]], 0);
  atomicMin(&label[above], i);
}

//===--- What does no harm -------------------------------------------------===//

__global__ void jumped(int *parent, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    parent[i] = parent[parent[i]];
}
__global__ void halved(const int *mine, int *parent, int *found, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = mine[i];
  while (parent[v] != v) {
    parent[v] = parent[parent[v]];
    v = parent[v];
  }
  found[i] = v;
}
__global__ void compressed(int *parent, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    parent[i] = root(parent, i);
}
// The whole way, once its end is known.
__global__ void compressedWays(const int *mine, int *parent, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = mine[i], end = v;
  while (parent[end] != end)
    end = parent[end];
  while (parent[v] != end) {
    int next = parent[v];
    parent[v] = end;
    v = next;
  }
}
// Repeated until nothing changes.
__global__ void hookedAgain(const int2 *edges, int *label, int *changed, int n) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= n)
    return;
  int a = label[edges[e].x], b = label[edges[e].y];
  if (a != b) {
    label[max(a, b)] = min(a, b);
    *changed = 1;
  }
}
__global__ void hookedRoots(const int2 *edges, int *label, int *changed, int n) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= n)
    return;
  int a = label[edges[e].x], b = label[edges[e].y];
  if (a < b && b == label[b]) {
    label[b] = a;
    *changed = 1;
  }
}
// Both directions of a list.
struct Element {
  int next, previous;
};
__global__ void linkedBack(Element *list, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    list[list[i].next].previous = i;
}
