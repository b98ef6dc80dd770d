// Elements that are kept are moved within one array while threads of other elements have yet to read
// theirs. Each racy kernel, the same one mended, whose name ends in Mended, and elements that go from
// behind an argument to holes before it.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__global__ void compacted(const int *keep, const int *place, float *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && keep[i])
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: global memory race on `a[0]`
    a[place[i]] = a[i];
}
__global__ void compactedMended(const int *keep, const int *place, const float *a, float *kept, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && keep[i])
    kept[place[i]] = a[i];
}
__global__ void withoutZeros(const int *place, int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && a[i] != 0)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: global memory race on `a[0]`
    a[place[i]] = a[i];
}
__global__ void holes(const int *keep, const int *hole, float *a, int kept, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= kept && i < n && keep[i])
    a[hole[i]] = a[i];
}
