// Elements that are computed in place from those at a distance which was read. Each racy kernel, and
// the same one mended, whose name ends in Mended.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__global__ void ways(int *count, const int *weight, int limit) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c <= limit && c >= weight[0])
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count{{.*}} when an entry of `weight` gives one thread the index of the other
    count[c] = count[c - weight[0]] + 1;
}
__global__ void waysMended(int *next, const int *count, const int *weight, int limit) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c <= limit)
    next[c] = c >= weight[0] ? count[c - weight[0]] + 1 : count[c];
}

// The better one of the two.
__global__ void bestOf(int *best, const int *weight, int limit) {
  int c = blockIdx.x * blockDim.x + threadIdx.x;
  if (c <= limit && c >= weight[0])
    best[c] = max(best[c], best[c - weight[0]]);
}

// The halves of one array.
__global__ void fromOtherHalf(int *x, const int *half, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < half[0])
    x[i] = x[i + half[0]] + 1;
}

void launch(int *next, int *count, const int *weight) {
  ways<<<4, 256>>>(count, weight, 1000);
  waysMended<<<4, 256>>>(next, count, weight, 1000);
  bestOf<<<4, 256>>>(count, weight, 1000);
  fromOtherHalf<<<4, 256>>>(count, weight, 1000);
}
