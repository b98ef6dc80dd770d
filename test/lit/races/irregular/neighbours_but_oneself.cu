// Loops that leave out the thread's own number among the neighbours, and end with the first other
// one: that says nothing of where rows end. Each racy kernel, the same one mended, whose name ends
// in Mended, and ends of rows.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__global__ void match(const int *start, const int *column, int *mate, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int k = start[i]; k < start[i + 1]; ++k) {
    int other = column[k];
    if (other != i && mate[other] == -1) {
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `mate[other]`
      mate[other] = i;
      break;
    }
  }
}
__global__ void matchMended(const int *start, const int *column, int *mate, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int k = start[i]; k < start[i + 1]; ++k) {
    int other = column[k];
    if (other != i && atomicCAS(&mate[other], -1, i) == -1)
      break;
  }
}

// Up to where the next row begins: what is there is the thread's own.
__global__ void ofRow(const int *start, int *isFree, int *taken, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int k = start[i]; k != start[i + 1]; ++k)
    if (isFree[k] == 1) {
      isFree[k] = i;
      taken[start[i]] = k;
      break;
    }
}

void launch(const int *start, const int *column, int *mate, int *taken, int n) {
  match<<<(n + 127) / 128, 128>>>(start, column, mate, n);
  matchMended<<<(n + 127) / 128, 128>>>(start, column, mate, n);
  ofRow<<<(n + 127) / 128, 128>>>(start, mate, taken, n);
}
