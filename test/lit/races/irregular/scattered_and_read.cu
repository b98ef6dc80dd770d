// What threads put where their entries say is read again before others are done. Each racy kernel, the
// same one mended, whose name ends in Mended, and near misses.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cooperative_groups.h>
#include <cuda_runtime.h>

// The own element, which another thread sets.
__global__ void permuted(const int *order, const int *x, int *y, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  y[order[i]] = x[i];
  // CHECK: :[[#@LINE+1]]:12: warning: global memory race on `y[0]`: thread {{.*}} reads it here while thread {{.*}} writes it at line [[#@LINE-1]], with nothing that orders the two, when an entry of `order` gives one thread the index of the other
  out[i] = y[i];
}
__global__ void permutedMended(const int *order, const int *x, int *y, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[order[i]] = x[i];
  cooperative_groups::this_grid().sync();
  if (i < n)
    out[i] = y[i];
}

// Lists of cells, whose members are in all blocks.
__global__ void density(const int *cell, int *fill, int *list, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = cell[i], slot = atomicAdd(&fill[c], 1);
  if (slot < 32)
    list[c * 32 + slot] = i;
  __syncthreads();
  float sum = 0;
  for (int k = 0; k < 32; ++k)
    // CHECK: :[[#@LINE+1]]:12: warning: global memory race on `list[0]`: thread {{.*}} of block {{.*}} reads it here while thread {{.*}} of block {{.*}} writes it at line [[#@LINE-4]], with nothing that orders the two blocks
    sum += list[c * 32 + k];
  out[i] = sum;
}
__global__ void densityMended(const int *cell, int *fill, int *list, float *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = cell[i], slot = atomicAdd(&fill[c], 1);
  if (slot < 32)
    list[c * 32 + slot] = i;
  cooperative_groups::this_grid().sync();
  float sum = 0;
  for (int k = 0; k < 32; ++k)
    sum += list[c * 32 + k];
  out[i] = sum;
}
__global__ void firstMember(const int *cell, int *list, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = cell[i];
  list[c * 32 + threadIdx.x % 32] = i;
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:12: warning: global memory race on `list[0]`: thread {{.*}} of block {{.*}} reads it here while
  out[i] = list[c * 32];
}

//===--- Own parts ---------------------------------------------------------===//

// Each block has lists of its own.
__global__ void ofBlock(const int *cell, int *fill, int *list, float *out) {
  __shared__ int count[16];
  if (threadIdx.x < 16)
    count[threadIdx.x] = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = cell[i] & 15, slot = atomicAdd(&count[c], 1);
  list[(blockIdx.x * 16 + c) * 1024 + slot] = i;
  __syncthreads();
  out[i] = list[(blockIdx.x * 16 + c) * 1024];
}
// The thread reads what it has put there.
__global__ void own(const int *cell, int *fill, int *list, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = cell[i], slot = atomicAdd(&fill[c], 1);
  list[c * 32 + slot] = i;
  out[i] = list[c * 32 + slot];
}
// Those that are selected put something where others are not.
__global__ void selected(const int *isFree, const int *to, const int *x, int *y, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || isFree[i])
    return;
  y[to[i]] = x[i];
  out[i] = y[i];
}
// Behind what the threads have as their own.
__global__ void behind(const int *to, const int *x, int *y, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  y[n + to[i]] = x[i];
  out[i] = y[i];
}
