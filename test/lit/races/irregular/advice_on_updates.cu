// What the message says of data that let threads meet, and what to do.
// RUN: not %cuda-memlint --checks=-*,cuda-global-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

// The number that is read first is a place, which is given to two threads.
__global__ void transpose(const int *row, const int *column, const int *start, int *fill, int *out, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= n)
    return;
  for (int e = row[r]; e < row[r + 1]; ++e) {
    int c = column[e];
    int place = start[c] + fill[c];
    // CHECK: :[[#@LINE+2]]:5: warning: global memory race on `fill[c]`: read and written without an atomic
    // CHECK: note: use an atomic (`atomicAdd`) and the value that it returns, not what is read at line [[#@LINE-2]] before{{$}}
    fill[c]++;
    out[place] = r;
  }
}
__global__ void transposeMended(const int *row, const int *column, const int *start, int *fill, int *out, int n) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r >= n)
    return;
  for (int e = row[r]; e < row[r + 1]; ++e) {
    int c = column[e];
    out[start[c] + atomicAdd(&fill[c], 1)] = r;
  }
}
// What is counted is not read before.
__global__ void counted(const int *key, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+2]]:5: warning: global memory race on `count[key[i]]`: read and written without an atomic
    // CHECK: note: use an atomic (`atomicAdd`); if no two threads
    count[key[i]]++;
}

// The last row of a thread's part is the first one of the next part.
__global__ void rows(const int *row, const float *x, float *y, int n) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * 8;
  if (first >= n)
    return;
  int last = min(first + 8, n), current = row[first];
  float sum = 0;
  for (int i = first; i < last; ++i) {
    if (row[i] != current) {
      y[current] += sum;
      current = row[i];
      sum = 0;
    }
    sum += x[i];
  }
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `y[current]`: read and written without an atomic; an update is lost when the parts of `row` that two threads go through have a value in common
  y[current] += sum;
}
