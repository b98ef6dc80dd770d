// A test of a count, and then an atomic addition to it whose result nothing tests: several threads may
// pass by one old count, and the last of them goes beyond the limit. Each racy kernel, the same one
// mended, whose name ends in Mended, and near misses.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race,cuda-missing-syncwarp %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__global__ void filled(const int *cellOf, int n, int *count, int *cell) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int c = cellOf[i];
  if (count[c] < 32) {
    // CHECK: :[[#@LINE+1]]:16: warning: global memory race on `count`: the value read at line [[#@LINE-1]] is used although another thread may update it before the atomic update here, when two entries of `cellOf` are equal
    int slot = atomicAdd(&count[c], 1);
    cell[c * 32 + slot] = i;
  }
}
__global__ void filledMended(const int *cellOf, int n, int *count, int *cell) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int c = cellOf[i];
  int slot = atomicAdd(&count[c], 1);
  if (slot < 32)
    cell[c * 32 + slot] = i;
}

__global__ void sold(const int *of, int *stock, int *isSold) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (stock[of[i]] > 0) {
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `stock`: the value read at line [[#@LINE-1]] is used
    atomicSub(&stock[of[i]], 1);
    isSold[i] = 1;
  }
}
__global__ void soldMended(const int *of, int *stock, int *isSold) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (atomicSub(&stock[of[i]], 1) > 0)
    isSold[i] = 1;
}

// Near misses: what the addition gives is tested, too, and the first test only spares work; the
// limit is of something else; a count that only grows more is compared with none; a
// count that nothing else depends on may end beyond its limit.
__global__ void testedAgain(const int *cellOf, int *count, int *cell) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = cellOf[i];
  if (count[c] < 32) {
    int slot = atomicAdd(&count[c], 1);
    if (slot < 32)
      cell[c * 32 + slot] = i;
  }
}
__global__ void ofLimits(const int *cellOf, const int *limit, int *count, int *cell) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = cellOf[i];
  if (limit[c] < 32) {
    int slot = atomicAdd(&count[c], 1);
    cell[c * 32 + slot] = i;
  }
}
__global__ void alreadyFull(const int *cellOf, int *count) {
  int c = cellOf[blockIdx.x * blockDim.x + threadIdx.x];
  if (count[c] > 32)
    atomicAdd(&count[c], 1);
}
__global__ void aboutAsMany(const int *cellOf, int *count) {
  int c = cellOf[blockIdx.x * blockDim.x + threadIdx.x];
  if (count[c] < 255)
    atomicAdd(&count[c], 1);
}

void launch(const int *of, const int *limit, int n, int *count, int *cell) {
  filled<<<n / 256, 256>>>(of, n, count, cell);
  filledMended<<<n / 256, 256>>>(of, n, count, cell);
  sold<<<n / 256, 256>>>(of, count, cell);
  soldMended<<<n / 256, 256>>>(of, count, cell);
  testedAgain<<<n / 256, 256>>>(of, count, cell);
  ofLimits<<<n / 256, 256>>>(of, limit, count, cell);
  alreadyFull<<<n / 256, 256>>>(of, count);
  aboutAsMany<<<n / 256, 256>>>(of, count);
}
