// Blocks that wait for the element that data name, as rows of a triangular system do for those they
// depend on: each needs fences, whatever its number. Each firing kernel, the same one mended, whose name
// ends in Mended, and near misses.
// RUN: not %cuda-memlint --checks=-*,cuda-missing-fence,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__global__ void solved(const int *previous, double *x, volatile int *ready) {
  int row = blockIdx.x;
  int c = previous[row];
  while (ready[c] == 0)
    ;
  // CHECK: :[[#@LINE+2]]:3: warning: missing fence: `x` is published to other blocks without a `__threadfence()` between the store and the store to `ready[row]` at line [[#@LINE+3]]; a thread of another block that waits for the element may read a stale value
  // CHECK: :[[#@LINE+1]]:18: warning: missing fence: `x` is loaded without a `__threadfence()` after the loop that waits for `ready[c]`; a thread of another block that waits for the element may read a stale value
  x[row] = 1.0 + x[c];
  ready[row] = 1;
}
__global__ void solvedMended(const int *previous, double *x, volatile int *ready) {
  int row = blockIdx.x;
  int c = previous[row];
  while (ready[c] == 0)
    ;
  __threadfence();
  x[row] = 1.0 + x[c];
  __threadfence();
  ready[row] = 1;
}

// In each row, several others.
__global__ void solvedRows(const int *start, const int *column, const double *value, double *x,
                           volatile int *ready) {
  int row = blockIdx.x;
  double sum = 1;
  for (int k = start[row]; k < start[row + 1]; ++k) {
    int c = column[k];
    while (ready[c] == 0)
      ;
    __threadfence();
    sum -= value[k] * x[c];
  }
  // CHECK: :[[#@LINE+1]]:3: warning: missing fence: `x` is published to other blocks without a `__threadfence()`
  x[row] = sum;
  ready[row] = 1;
}
__global__ void solvedRowsMended(const int *start, const int *column, const double *value,
                                 double *x, volatile int *ready) {
  int row = blockIdx.x;
  double sum = 1;
  for (int k = start[row]; k < start[row + 1]; ++k) {
    int c = column[k];
    while (ready[c] == 0)
      ;
    __threadfence();
    sum -= value[k] * x[c];
  }
  x[row] = sum;
  __threadfence();
  ready[row] = 1;
}

// Near miss: one block has nobody to wait for.
__global__ void oneBlock(const int *previous, double *x, volatile int *ready) {
  int c = previous[blockIdx.x];
  while (ready[c] == 0)
    ;
  x[blockIdx.x] = 1.0 + x[c];
  ready[blockIdx.x] = 1;
}
// Near miss: what is read lies elsewhere than where the others store.
__global__ void elsewhere(const int *previous, double *x, volatile int *ready) {
  int c = previous[blockIdx.x];
  while (ready[c] == 0)
    ;
  x[2 * blockIdx.x] = 1.0 + x[2 * c + 1];
  ready[blockIdx.x] = 1;
}
// Near miss: nothing that is waited for.
__global__ void setBack(const int *previous, double *x, volatile int *ready) {
  int c = previous[blockIdx.x];
  while (ready[c] == 0)
    ;
  x[blockIdx.x] = 1.0 + x[c];
  ready[blockIdx.x] = 0;
}

// Near miss: fences for the block are for elements of its own threads, as the data have it.
__global__ void inBlock(const int *previous, double *x, volatile int *ready) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = previous[i];
  while (ready[c] == 0)
    ;
  __threadfence_block();
  x[i] = 1.0 + x[c];
  __threadfence_block();
  ready[i] = 1;
}

void run(const int *previous, const int *column, const double *value, double *x, int *ready) {
  solved<<<100, 1>>>(previous, x, ready);
  solvedMended<<<100, 1>>>(previous, x, ready);
  solvedRows<<<100, 1>>>(previous, column, value, x, ready);
  solvedRowsMended<<<100, 1>>>(previous, column, value, x, ready);
  oneBlock<<<1, 1>>>(previous, x, ready);
  elsewhere<<<100, 1>>>(previous, x, ready);
  inBlock<<<100, 32>>>(previous, x, ready);
  setBack<<<100, 1>>>(previous, x, ready);
}
