// A thread takes nothing by an atomic whose result is discarded, and waits for nothing by it: such an
// exchange or compare-and-swap keeps nobody apart. Each racy kernel, the same one mended, whose name
// ends in Mended, and atomics whose results decide who comes.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__global__ void push(const int *row, const int *column, float *residual, float *rank, int *active,
                     int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  float r = residual[v];
  atomicExch(active, 1);
  if (r < 1e-5f)
    return;
  residual[v] = 0;
  rank[v] += r;
  for (int e = row[v]; e < row[v + 1]; ++e)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `residual`
    atomicAdd(&residual[column[e]], r / (row[v + 1] - row[v]));
}
__global__ void pushMended(const int *row, const int *column, float *residual, float *rank,
                           int *active, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  float r = atomicExch(&residual[v], 0.f);
  atomicExch(active, 1);
  rank[v] += r;
  for (int e = row[v]; e < row[v + 1]; ++e)
    atomicAdd(&residual[column[e]], r / (row[v + 1] - row[v]));
}

__global__ void sums(const int *key, const float *weight, float *sum, int *touched, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    (void)atomicCAS(&touched[key[i]], 0, 1);
    if (weight[i] > 0)
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `sum[key[i]]`
      sum[key[i]] += weight[i];
  }
}
__global__ void sumsMended(const int *key, const float *weight, float *sum, int *touched, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    (void)atomicCAS(&touched[key[i]], 0, 1);
    if (weight[i] > 0)
      atomicAdd(&sum[key[i]], weight[i]);
  }
}
// The first one of each key comes alone.
__global__ void firsts(const int *key, const float *weight, float *sum, int *touched, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    if (atomicCAS(&touched[key[i]], 0, 1) == 0)
      sum[key[i]] += weight[i];
}
