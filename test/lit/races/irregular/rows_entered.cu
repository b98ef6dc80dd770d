// Rows that a thread enters only where something is in them: that each thread's row is not empty
// keeps nobody from an entry that two rows name. Each racy kernel, and the same one mended, whose
// name ends in Mended.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

// A warp per row.
__global__ void spread(const int *start, const int *column, const double *rank, double *next,
                       int rows) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (row >= rows)
    return;
  int from = start[row], to = start[row + 1];
  if (from == to)
    return;
  double share = rank[row] / (to - from);
  for (int k = from + threadIdx.x % 32; k < to; k += 32)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `next[column[k]]`
    next[column[k]] += share;
}
__global__ void spreadMended(const int *start, const int *column, const double *rank, double *next,
                             int rows) {
  int row = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  if (row >= rows)
    return;
  int from = start[row], to = start[row + 1];
  if (from == to)
    return;
  double share = rank[row] / (to - from);
  for (int k = from + threadIdx.x % 32; k < to; k += 32)
    atomicAdd(&next[column[k]], share);
}

__global__ void noneIsLeft(const int *start, const int *column, int *missing, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows || start[row + 1] <= start[row])
    return;
  for (int k = start[row]; k < start[row + 1]; ++k)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `missing[column[k]]`
    missing[column[k]] -= 1;
}

// By the number of entries, of which long rows have their own kernel.
__global__ void shortRows(const int *start, const int *column, float *sum, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  int number = start[row + 1] - start[row];
  if (number > 0 && number < 32)
    for (int k = 0; k < number; ++k)
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `sum[column[start[row] + k]]`
      sum[column[start[row] + k]] += 1.f / number;
}

// The first entries of rows that are not empty are different ones.
__global__ void firstOfRow(const int *start, const float *value, float *first, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows || start[row] == start[row + 1])
    return;
  for (int k = start[row]; k < start[row + 1]; ++k)
    first[start[row]] += value[k];
}

// Where keys are sorted, one thread alone is at the end of those that are equal.
__global__ void endOfRun(const int *key, const float *part, float *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 >= n || key[i] == key[i + 1])
    return;
  sum[key[i]] += part[i];
}

// One row alone has the wanted number between its bounds.
__global__ void rowOfNumber(const int *start, const int *name, const float *value, float *sum,
                            int wanted, int rows) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows || start[row] > wanted || start[row + 1] <= wanted)
    return;
  float own = 0;
  for (int k = start[row]; k < start[row + 1]; ++k)
    own += value[k];
  sum[name[row]] += own;
}
