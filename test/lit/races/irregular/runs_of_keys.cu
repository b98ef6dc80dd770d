// Runs of equal keys in a sorted array, each thread in its own part of it: a part begins and ends
// within runs, so that neighbours have a key in common. Each racy kernel, the same one mended, whose
// name ends in Mended, and what keeps the ends apart.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

struct Entries {
  int count;
  const int *row, *column;
  const float *value;
};

__global__ void multiply(Entries in, const float *x, float *y, int length) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * length;
  int last = min(first + length, in.count);
  if (first >= last)
    return;
  int row = in.row[first];
  float sum = 0;
  for (int k = first; k < last; ++k) {
    if (in.row[k] != row) {
      y[row] += sum;
      sum = 0;
      row = in.row[k];
    }
    sum += in.value[k] * x[in.column[k]];
  }
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `y[row]`: read and written without an atomic; an update is lost when the parts of `in.row` that two threads go through have a value in common
  y[row] += sum;
}
__global__ void multiplyMended(Entries in, const float *x, float *y, int length) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * length;
  int last = min(first + length, in.count);
  if (first >= last)
    return;
  int row = in.row[first];
  float sum = 0;
  for (int k = first; k < last; ++k) {
    if (in.row[k] != row) {
      atomicAdd(&y[row], sum);
      sum = 0;
      row = in.row[k];
    }
    sum += in.value[k] * x[in.column[k]];
  }
  atomicAdd(&y[row], sum);
}
// Beside the key, the loop has a count of its own.
__global__ void count(const int *key, int *counts, int length) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * length;
  int run = 0, current = key[first];
  for (int k = first; k < first + length; ++k) {
    int next = key[k];
    if (next == current) {
      ++run;
      continue;
    }
    counts[current] += run;
    run = 1;
    current = next;
  }
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `counts[current]`
  counts[current] += run;
}
__global__ void countMended(const int *key, int *counts, int length) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * length;
  int run = 0, current = key[first];
  for (int k = first; k < first + length; ++k) {
    int next = key[k];
    if (next == current) {
      ++run;
      continue;
    }
    atomicAdd(&counts[current], run);
    run = 1;
    current = next;
  }
  atomicAdd(&counts[current], run);
}
// Only the last one is for all.
__global__ void lastOnes(const int *key, const float *x, float *sum, float *inner, int length) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int current = key[thread * length];
  float own = 0;
  for (int k = thread * length; k < (thread + 1) * length; ++k) {
    if (key[k] != current) {
      inner[thread] += own;
      own = 0;
      current = key[k];
    }
    own += x[k];
  }
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `sum[current]`
  sum[current] += own;
}
__global__ void lastOnesMended(const int *key, const float *x, float *sum, float *inner,
                               int length) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int current = key[thread * length];
  float own = 0;
  for (int k = thread * length; k < (thread + 1) * length; ++k) {
    if (key[k] != current) {
      inner[thread] += own;
      own = 0;
      current = key[k];
    }
    own += x[k];
  }
  atomicAdd(&sum[current], own);
}

//===--- What keeps the ends apart ------------------------------------------===//

// Parts that begin where rows do.
__global__ void wholeRows(Entries in, const int *start, const float *x, float *y, int parts) {
  int part = blockIdx.x * blockDim.x + threadIdx.x;
  if (part >= parts || start[part] == start[part + 1])
    return;
  int row = in.row[start[part]];
  float sum = 0;
  for (int k = start[part]; k < start[part + 1]; ++k) {
    if (in.row[k] != row) {
      y[row] += sum;
      sum = 0;
      row = in.row[k];
    }
    sum += in.value[k] * x[in.column[k]];
  }
  y[row] += sum;
}
// The last run of a part goes into an array of its own. One thread alone sees a run end.
__global__ void carried(Entries in, const float *x, float *y, int *rows, float *sums, int length) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int first = thread * length, last = min(first + length, in.count);
  if (first >= last)
    return;
  int row = in.row[first];
  float sum = 0;
  for (int k = first; k < last; ++k) {
    if (in.row[k] != row) {
      y[row] += sum;
      sum = 0;
      row = in.row[k];
    }
    sum += in.value[k] * x[in.column[k]];
  }
  rows[thread] = row;
  sums[thread] = sum;
}
// Only the rows in between are the thread's own.
__global__ void atomicEnds(Entries in, const float *x, float *y, int length) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * length;
  int last = min(first + length, in.count);
  if (first >= last)
    return;
  int row = in.row[first];
  bool isFirst = true;
  float sum = 0;
  for (int k = first; k < last; ++k) {
    if (in.row[k] != row) {
      if (isFirst)
        atomicAdd(&y[row], sum);
      else
        y[row] += sum;
      isFirst = false;
      sum = 0;
      row = in.row[k];
    }
    sum += in.value[k] * x[in.column[k]];
  }
  atomicAdd(&y[row], sum);
}
// The run that the thread before has begun is left to it, and the last one is gone through up to its
// end.
__global__ void wholeRuns(const int *key, const float *x, float *sum, int length, int n) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * length;
  int last = min(first + length, n);
  while (first > 0 && first < last && key[first] == key[first - 1])
    ++first;
  if (first >= last)
    return;
  int current = key[first], k = first;
  float own = 0;
  for (; k < last; ++k) {
    if (key[k] != current) {
      sum[current] += own;
      own = 0;
      current = key[k];
    }
    own += x[k];
  }
  for (; k < n && key[k] == current; ++k)
    own += x[k];
  sum[current] += own;
}
// A place of the thread's own moves on with the runs.
__global__ void ownPlaces(const int *key, int *runs, int length) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * length;
  int run = 0, current = key[first], at = first;
  for (int k = first; k < first + length; ++k) {
    int next = key[k];
    if (next == current) {
      ++run;
      continue;
    }
    runs[at] += run;
    run = 1;
    current = next;
    ++at;
  }
  runs[at] += run;
}
__global__ void ownCopies(const int *key, const float *x, float *sum, int length, int keys) {
  int thread = blockIdx.x * blockDim.x + threadIdx.x;
  int current = key[thread * length];
  float own = 0;
  for (int k = thread * length; k < (thread + 1) * length; ++k) {
    if (key[k] != current) {
      sum[thread * keys + current] += own;
      own = 0;
      current = key[k];
    }
    own += x[k];
  }
  sum[thread * keys + current] += own;
}
