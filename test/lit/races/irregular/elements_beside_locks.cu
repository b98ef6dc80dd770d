// A lock that data choose covers the elements of that number alone: the next one has another lock. Each
// racy kernel, the same one mended, whose name ends in Mended, and two members of one record.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__global__ void both(const int *key, const float *weight, volatile float *sum, int *lock, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int k = key[i];
  bool isDone = false;
  while (!isDone)
    if (atomicCAS(&lock[k % 64], 0, 1) == 0) {
      __threadfence();
      sum[k + 1] += weight[i];
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `sum[k]`{{.*}} when an entry of `key` gives one thread the index of the other
      sum[k] -= weight[i];
      __threadfence();
      atomicExch(&lock[k % 64], 0);
      isDone = true;
    }
}
__global__ void bothMended(const int *key, const float *weight, volatile float *sum, int *lock, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int k = key[i];
  bool isDone = false;
  while (!isDone)
    if (atomicCAS(&lock[0], 0, 1) == 0) {
      __threadfence();
      sum[k + 1] += weight[i];
      sum[k] -= weight[i];
      __threadfence();
      atomicExch(&lock[0], 0);
      isDone = true;
    }
}
__global__ void members(const int *key, const float *weight, volatile float *sum, int *lock, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int k = key[i];
  bool isDone = false;
  while (!isDone)
    if (atomicCAS(&lock[k % 64], 0, 1) == 0) {
      __threadfence();
      sum[2 * k + 1] += weight[i];
      sum[2 * k] -= weight[i];
      __threadfence();
      atomicExch(&lock[k % 64], 0);
      isDone = true;
    }
}
