// Entries of a sparse matrix that threads look for in the row of a node which other elements have, too.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__global__ void assemble(const int *node, const int *row, const int *column, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int from = node[2 * i], to = node[2 * i + 1];
  for (int p = row[from]; p < row[from + 1]; ++p)
    if (column[p] == to) {
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `sum[p]`: read and written without an atomic
      sum[p] += 1.f;
      break;
    }
}
__global__ void assembleMended(const int *node, const int *row, const int *column, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int from = node[2 * i], to = node[2 * i + 1];
  for (int p = row[from]; p < row[from + 1]; ++p)
    if (column[p] == to) {
      atomicAdd(&sum[p], 1.f);
      break;
    }
}
__device__ int lowerBound(const int *column, int low, int high, int wanted) {
  while (low < high) {
    int middle = (low + high) / 2;
    if (column[middle] < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
__global__ void triangles(const int *node, const int *row, const int *column, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) {
      int from = node[3 * i + a];
      int p = lowerBound(column, row[from], row[from + 1] - 1, node[3 * i + b]);
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `sum[p]`: read and written without an atomic
      sum[p] += a == b ? 2.f : 1.f;
    }
}
__global__ void trianglesMended(const int *node, const int *row, const int *column, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) {
      int from = node[3 * i + a];
      int p = lowerBound(column, row[from], row[from + 1] - 1, node[3 * i + b]);
      atomicAdd(&sum[p], a == b ? 2.f : 1.f);
    }
}

// A function that returns from within the search.
__device__ int entryOf(const int *row, const int *column, int from, int to) {
  for (int p = row[from]; p < row[from + 1]; ++p)
    if (column[p] == to)
      return p;
  return 0;
}
__global__ void returned(const int *node, const int *row, const int *column, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `sum[entryOf(row, column, node[2 * i], node[2 * i + 1])]`: read and written without an atomic
  sum[entryOf(row, column, node[2 * i], node[2 * i + 1])] += 1.f;
}
__global__ void returnedMended(const int *node, const int *row, const int *column, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  atomicAdd(&sum[entryOf(row, column, node[2 * i], node[2 * i + 1])], 1.f);
}
// Near misses: a row of the thread's own, and one that a list of rows gives it.
__global__ void returnedInOwn(const int *node, const int *row, const int *column, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    sum[entryOf(row, column, i, node[i])] += 1.f;
}
__global__ void returnedInListed(const int *list, const int *row, const int *column, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    sum[entryOf(row, column, list[i], i)] += 1.f;
}

// A table of keys, which is probed from a hash on.
__global__ void probed(const int *in, const int *key, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int k = in[i], s = k & 1023;
  while (key[s] != k)
    s = (s + 1) & 1023;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `sum[s]`: read and written without an atomic
  sum[s] += 1.f;
}

// The nodes are in an array of the thread's own.
__global__ void gathered(const int *node, const int *row, const int *column, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int corner[3];
  for (int a = 0; a < 3; ++a)
    corner[a] = node[3 * i + a];
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) {
      int p = lowerBound(column, row[corner[a]], row[corner[a] + 1] - 1, corner[b]);
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `sum[p]`: read and written without an atomic
      sum[p] += a == b ? 2.f : 1.f;
    }
}
__global__ void gatheredMended(const int *node, const int *row, const int *column, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int corner[3];
  for (int a = 0; a < 3; ++a)
    corner[a] = node[3 * i + a];
  for (int a = 0; a < 3; ++a)
    for (int b = 0; b < 3; ++b) {
      int p = lowerBound(column, row[corner[a]], row[corner[a] + 1] - 1, corner[b]);
      atomicAdd(&sum[p], a == b ? 2.f : 1.f);
    }
}

//===--- Own rows ----------------------------------------------------------===//

// Of the thread's own number, or of the one thing that it has.
__global__ void ownRow(const int *row, const int *column, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int p = row[i]; p < row[i + 1]; ++p)
    if (column[p] == i)
      sum[p] += 1.f;
}
__global__ void ofFront(const int *front, const int *row, const int *column, float *sum, int wanted, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = front[i];
  sum[lowerBound(column, row[v], row[v + 1] - 1, wanted)] += 1.f;
}
// Pairs that are converted, one for each entry.
__global__ void converted(const int *node, const float *x, const int *row, const int *column, float *value, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int from = node[2 * i], to = node[2 * i + 1];
  for (int p = row[from]; p < row[from + 1]; ++p)
    if (column[p] == to)
      value[p] = x[i];
}
