// The entry beside that which the thread has added to is added to by others meanwhile: those of the
// next cell, or of the cells around. Each racy kernel, the same one mended, whose name ends in Mended,
// and members of one record, which the same threads update.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__global__ void above(const int *cell, int *fill, int *next, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  atomicAdd(&fill[cell[i]], 1);
  // CHECK: :[[#@LINE+1]]:13: warning: global memory race on `fill`
  next[i] = fill[cell[i] + 1];
}
__global__ void aboveMended(const int *cell, int *fill, const int *before, int *next, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  atomicAdd(&fill[cell[i]], 1);
  next[i] = before[cell[i] + 1];
}

// A barrier of the block does not say that other blocks have filed theirs.
__global__ void pairs(const float *x, int *fill, int *count, int n, int cells) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int c = (int)(x[i] * cells);
  atomicAdd(&fill[c], 1);
  __syncthreads();
  int near = 0;
  for (int d = -1; d <= 1; ++d)
    // CHECK: :[[#@LINE+1]]:13: warning: global memory race on `fill`
    near += fill[c + d];
  count[i] = near;
}
__global__ void pairsMended(const float *x, const int *fill, int *count, int n, int cells) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int c = (int)(x[i] * cells);
  int near = 0;
  for (int d = -1; d <= 1; ++d)
    near += fill[c + d];
  count[i] = near;
}

// The bound of the record, which nobody changes here.
__global__ void bounded(const int *cell, int *record, int *isFull, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  atomicAdd(&record[2 * cell[i]], 1);
  isFull[i] = record[2 * cell[i] + 1];
}
