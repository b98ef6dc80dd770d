// Conditions on how long the thread's own row is say nothing of other threads. Of segments, where the
// last thread has no next entry, they do.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__global__ void degrees(const int *start, const int *group, int *total, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  int degree = start[v + 1] - start[v];
  if (degree > 0)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `total[group[v]]`: read and written without an atomic
    total[group[v]] += degree;
}
__global__ void degreesMended(const int *start, const int *group, int *total, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  int degree = start[v + 1] - start[v];
  if (degree > 0)
    atomicAdd(&total[group[v]], degree);
}
__global__ void histogram(const int *start, int *count, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  int degree = start[v + 1] - start[v];
  if (degree == 0)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `count[min(degree, 63)]`: read and written without an atomic
  count[min(degree, 63)]++;
}
__global__ void histogramMended(const int *start, int *count, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  int degree = start[v + 1] - start[v];
  if (degree == 0)
    return;
  atomicAdd(&count[min(degree, 63)], 1);
}
__global__ void strided(const int *start, const int *group, float *total, int n) {
  for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < n; v += blockDim.x * gridDim.x)
    if (start[v + 1] - start[v] >= 2)
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `total[group[v]]`: read and written without an atomic
      total[group[v]] += 1.f;
}

//===--- One thread for each location ---------------------------------------===//

// The last entry of each segment; the last one of all has no next one.
__global__ void lastOfSegment(const int *key, const int *rank, const int *sum, int *total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - 1 && key[i] != key[i + 1])
    total[rank[i]] += sum[i];
}
__global__ void lastOfAll(const int *key, const int *rank, const int *sum, int *total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && (i == n - 1 || key[i] != key[i + 1]))
    total[rank[i]] += sum[i];
}
// The first one has none before it.
__global__ void firstOfSegment(const int *key, const int *rank, const int *sum, int *total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i > 0 && i < n && key[i] != key[i - 1])
    total[rank[i]] += sum[i];
}
// Rows that are not empty begin at different entries.
__global__ void firstOfRow(const int *start, int *isFirst, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n && start[v] < start[v + 1])
    isFirst[start[v]] += v;
}
// A segment ends where the next key is another one, which says where it is, too.
__global__ void segmentSum(const int *key, const float *sum, float *total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && key[i] != key[i + 1])
    total[key[i]] += sum[i];
}
