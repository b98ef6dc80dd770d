// Each thread chooses one of its own entries, and updates what that leads to.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__global__ void votes(const float *weight, const int *to, int *count, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  int best = 0;
  for (int e = 1; e < 8; ++e)
    if (weight[v * 8 + e] > weight[v * 8 + best])
      best = e;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `count[to[v * 8 + best]]`: read and written without an atomic
  count[to[v * 8 + best]]++;
}
__global__ void votesMended(const float *weight, const int *to, int *count, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  int best = 0;
  for (int e = 1; e < 8; ++e)
    if (weight[v * 8 + e] > weight[v * 8 + best])
      best = e;
  atomicAdd(&count[to[v * 8 + best]], 1);
}
__global__ void heaviest(const int *row, const int *column, const float *weight, float *sum, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  int best = -1;
  for (int e = row[v]; e < row[v + 1]; ++e)
    if (best < 0 || weight[e] > weight[best])
      best = e;
  if (best >= 0)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `sum[column[best]]`: read and written without an atomic
    sum[column[best]] += 1.f;
}
__global__ void heaviestMended(const int *row, const int *column, const float *weight, float *sum, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  int best = -1;
  for (int e = row[v]; e < row[v + 1]; ++e)
    if (best < 0 || weight[e] > weight[best])
      best = e;
  if (best >= 0)
    atomicAdd(&sum[column[best]], 1.f);
}

// The best entry itself is the thread's own.
__global__ void ownEntry(const int *row, const float *weight, int *times, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  int best = row[v];
  for (int e = row[v]; e < row[v + 1]; ++e)
    if (weight[e] > weight[best])
      best = e;
  times[best]++;
}
// What is moved to the best place, and not counted there, may be matched by design.
__global__ void matched(const float *weight, const int *to, int *mate, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  int best = 0;
  for (int e = 1; e < 8; ++e)
    if (weight[v * 8 + e] > weight[v * 8 + best])
      best = e;
  mate[to[v * 8 + best]] = v;
}
