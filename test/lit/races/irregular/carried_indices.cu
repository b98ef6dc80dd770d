// Indices that each iteration reads for the next one. Each racy kernel, the same one mended, whose
// name ends in Mended, and indices of the thread's own.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

// Entries of a matrix, by row: a row may go on in the next thread's part.
__global__ void rows(const int *row, const float *value, float *sum, int length, int n) {
  int begin = (blockIdx.x * blockDim.x + threadIdx.x) * length;
  if (begin >= n)
    return;
  int end = min(begin + length, n), current = row[begin];
  for (int k = begin; k < end; ++k) {
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `sum[current]`: read and written without an atomic; an update is lost when two entries of `row` are equal
    sum[current] += value[k];
    current = row[k + 1];
  }
}
__global__ void rowsMended(const int *row, const float *value, float *sum, int length, int n) {
  int begin = (blockIdx.x * blockDim.x + threadIdx.x) * length;
  if (begin >= n)
    return;
  int end = min(begin + length, n), current = row[begin];
  for (int k = begin; k < end; ++k) {
    atomicAdd(&sum[current], value[k]);
    current = row[k + 1];
  }
}

// One stride ahead, as far as there are entries.
__global__ void strides(const int *bin, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
  if (i >= n)
    return;
  int next = bin[i];
  for (; i < n; i += stride) {
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[next]`: read and written without an atomic
    count[next]++;
    next = i + stride < n ? bin[i + stride] : 0;
  }
}
__global__ void stridesMended(const int *bin, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, stride = gridDim.x * blockDim.x;
  if (i >= n)
    return;
  int next = bin[i];
  for (; i < n; i += stride) {
    atomicAdd(&count[next], 1);
    next = i + stride < n ? bin[i + stride] : 0;
  }
}

// The last one is not read.
__global__ void parts(const int *part, const int *value, int *sum, int length, int n) {
  int k = (blockIdx.x * blockDim.x + threadIdx.x) * length, last = min(k + length, n);
  if (k >= last)
    return;
  int current = part[k];
  while (k < last) {
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `sum[current]`: read and written without an atomic
    sum[current] += value[k];
    ++k;
    if (k < last)
      current = part[k];
  }
}
__global__ void partsMended(const int *part, const int *value, int *sum, int length, int n) {
  int k = (blockIdx.x * blockDim.x + threadIdx.x) * length, last = min(k + length, n);
  if (k >= last)
    return;
  int current = part[k];
  while (k < last) {
    atomicAdd(&sum[current], value[k]);
    ++k;
    if (k < last)
      current = part[k];
  }
}

// What ends within the thread's part is its own, and the ends are added atomically.
__global__ void wholeRuns(const int *row, const float *value, float *sum, int length, int n) {
  int k = (blockIdx.x * blockDim.x + threadIdx.x) * length, last = min(k + length, n);
  if (k >= last)
    return;
  int first = row[k], current = first;
  float total = 0;
  for (; k < last; ++k) {
    if (row[k] != current) {
      if (current == first)
        atomicAdd(&sum[current], total);
      else
        sum[current] += total;
      total = 0;
      current = row[k];
    }
    total += value[k];
  }
  atomicAdd(&sum[current], total);
}

//===--- Indices of the thread's own ---------------------------------------===//

// A list that begins at an entry of the thread's own.
__global__ void ownList(const int *head, const int *next, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int at = head[i];
  while (at >= 0) {
    count[at] += 1;
    at = next[at];
  }
}

// The end of a row is the start of the next one.
__global__ void ownRows(const int *start, const float *value, float *out, int n) {
  int i = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
  if (i + 8 > n)
    return;
  int at = start[i];
  for (int k = 0; k < 8; ++k) {
    int end = start[i + k + 1];
    for (; at < end; ++at)
      out[at] += value[at];
    at = end;
  }
}
