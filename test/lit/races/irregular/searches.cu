// Indices that a loop finds by what it reads: bins that are searched for, nodes of trees, hashes.
// Each racy kernel, the same one mended, and near misses.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

//===--- Bins --------------------------------------------------------------===//

__global__ void linear(int *votes, const float *bound, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int b = 0;
  while (bound[b] < x[i])
    ++b;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `votes[b]`
  votes[b]++;
}
__global__ void linearMended(int *votes, const float *bound, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int b = 0;
  while (bound[b] < x[i])
    ++b;
  atomicAdd(&votes[b], 1);
}

__device__ int upperBound(const float *bound, int bounds, float wanted) {
  int low = 0, high = bounds;
  while (low < high) {
    int middle = (low + high) / 2;
    if (bound[middle] <= wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
__global__ void binary(float *sum, const float *bound, int bounds, const float *x,
                       const float *weight, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `sum[upperBound(bound, bounds, x[i])]`
    sum[upperBound(bound, bounds, x[i])] += weight[i];
}
__global__ void binaryMended(float *sum, const float *bound, int bounds, const float *x,
                             const float *weight, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&sum[upperBound(bound, bounds, x[i])], weight[i]);
}

// By halves of a number of steps that is the same for all.
__global__ void byHalves(int *count, const int *bound, const int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int b = 0;
  for (int step = 128; step > 0; step /= 2)
    if (bound[b + step] <= x[i])
      b += step;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `count[b]`
  count[b]++;
}
__global__ void byHalvesMended(int *count, const int *bound, const int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int b = 0;
  for (int step = 128; step > 0; step /= 2)
    if (bound[b + step] <= x[i])
      b += step;
  atomicAdd(&count[b], 1);
}

// The thread looks for its own number, or only one of those that find a bin goes on.
__global__ void ownSegment(int *count, const int *start, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int s = 0;
  while (start[s] < i)
    ++s;
  count[s]++;
}
__global__ void headOfSegment(float *sum, const int *start, int segments, const float *x,
                              const int *at, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int low = 0, high = segments;
  while (low < high) {
    int middle = (low + high) / 2;
    if (start[middle] <= at[i])
      low = middle + 1;
    else
      high = middle;
  }
  if (start[low] == i)
    sum[low] += x[i];
}

// Merged by rank: a store alone.
__global__ void merge(int *out, const int *a, const int *b, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int low = 0, high = n;
  while (low < high) {
    int middle = (low + high) / 2;
    if (b[middle] < a[i])
      low = middle + 1;
    else
      high = middle;
  }
  out[i + low] = a[i];
}

//===--- Trees -------------------------------------------------------------===//

__global__ void areas(int *area, const int *parent, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = i;
  while (parent[v] != v)
    v = parent[v];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `area[v]`
  area[v]++;
}
__global__ void areasMended(int *area, const int *parent, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = i;
  while (parent[v] != v)
    v = parent[v];
  atomicAdd(&area[v], 1);
}

__global__ void leaves(int *count, const int *left, const int *right, const float *threshold,
                       const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int node = 0;
  while (left[node] >= 0)
    node = x[i] < threshold[node] ? left[node] : right[node];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `count[node]`
  count[node]++;
}
__global__ void leavesMended(int *count, const int *left, const int *right, const float *threshold,
                             const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int node = 0;
  while (left[node] >= 0)
    node = x[i] < threshold[node] ? left[node] : right[node];
  atomicAdd(&count[node], 1);
}

__global__ void prefixes(int *visits, const int *child, const unsigned char *text, int length,
                         int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int node = 0;
  for (int k = 0; k < length; ++k) {
    node = child[node * 26 + text[i * length + k]];
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `visits[node]`
    visits[node]++;
  }
}
__global__ void prefixesMended(int *visits, const int *child, const unsigned char *text, int length,
                               int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int node = 0;
  for (int k = 0; k < length; ++k) {
    node = child[node * 26 + text[i * length + k]];
    atomicAdd(&visits[node], 1);
  }
}

// Lists that keys lead to.
__global__ void hits(int *count, const int *head, const int *next, const int *key,
                     const int *wanted, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int e = head[wanted[i] & 255];
  while (e != -1 && key[e] != wanted[i])
    e = next[e];
  if (e != -1)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[e]`
    count[e]++;
}
__global__ void hitsMended(int *count, const int *head, const int *next, const int *key,
                           const int *wanted, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int e = head[wanted[i] & 255];
  while (e != -1 && key[e] != wanted[i])
    e = next[e];
  if (e != -1)
    atomicAdd(&count[e], 1);
}

// Lists of the thread's own: their members, and their ends.
__global__ void ownMembers(float *x, const int *head, const int *next, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    for (int p = head[i]; p >= 0; p = next[p])
      x[p] += 1.0f;
}
__global__ void ownEnds(float *x, const int *head, const int *next, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int p = head[i];
  while (next[p] >= 0)
    p = next[p];
  x[p] += 1.0f;
}

// Where the thread's own values begin goes on by lengths.
__global__ void ownSegments(int *x, const int *start, const int *length, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int p = start[i];
  for (int k = 0; k < 4; ++k) {
    x[p] += k;
    p += length[k];
  }
}

//===--- Hashes ------------------------------------------------------------===//

__global__ void words(int *count, const char *text, const int *start, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned hash = 2166136261u;
  for (int k = start[i]; k < start[i + 1]; ++k)
    hash = (hash ^ text[k]) * 16777619u;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `count[hash % 1021u]`
  count[hash % 1021u]++;
}
__global__ void wordsMended(int *count, const char *text, const int *start, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned hash = 2166136261u;
  for (int k = start[i]; k < start[i + 1]; ++k)
    hash = (hash ^ text[k]) * 16777619u;
  atomicAdd(&count[hash % 1021u], 1);
}

__global__ void allPrefixes(int *count, const unsigned char *text, int length, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned hash = 0;
  for (int k = 0; k < length; ++k) {
    hash = hash * 31 + text[i * length + k];
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[hash & 1023]`
    count[hash & 1023]++;
  }
}
__global__ void allPrefixesMended(int *count, const unsigned char *text, int length, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned hash = 0;
  for (int k = 0; k < length; ++k) {
    hash = hash * 31 + text[i * length + k];
    atomicAdd(&count[hash & 1023], 1);
  }
}
