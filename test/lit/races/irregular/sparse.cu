// Sparse matrices and sums by key. Each racy kernel is followed by its repaired twin.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

//===--- Products of matrix and vector -------------------------------------===//

__global__ void coordinates(float *y, const float *value, const int *row, const int *column,
                            const float *x, int entries) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < entries)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `y[row[i]]`
    y[row[i]] += value[i] * x[column[i]];
}

__global__ void coordinatesFixed(float *y, const float *value, const int *row, const int *column,
                                 const float *x, int entries) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < entries)
    atomicAdd(&y[row[i]], value[i] * x[column[i]]);
}

// The transposed product.
__global__ void transposed(float *y, const float *value, const int *start, const int *column,
                           const float *x, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows)
    for (int k = start[r]; k < start[r + 1]; ++k)
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `y[column[k]]`
      y[column[k]] = y[column[k]] + value[k] * x[r];
}

__global__ void transposedFixed(float *y, const float *value, const int *start, const int *column,
                                const float *x, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows)
    for (int k = start[r]; k < start[r + 1]; ++k)
      atomicAdd(&y[column[k]], value[k] * x[r]);
}

__global__ void rowPerThread(float *y, const float *value, const int *start, const int *column,
                             const float *x, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) {
    float sum = 0;
    for (int k = start[r]; k < start[r + 1]; ++k)
      sum += value[k] * x[column[k]];
    y[r] += sum;
  }
}

// Rows in another order: a store alone is legal, if the order is a permutation.
__global__ void rowsInOrder(float *y, const float *value, const int *start, const int *column,
                            const int *order, const float *x, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) {
    float sum = 0;
    for (int k = start[r]; k < start[r + 1]; ++k)
      sum += value[k] * x[column[k]];
    y[order[r]] = sum;
  }
}

// The element is the thread's own: it is set first.
__global__ void rowsSetFirst(float *y, const float *value, const int *start, const int *column,
                             const int *order, const float *x, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows) {
    y[order[r]] = 0;
    for (int k = start[r]; k < start[r + 1]; ++k)
      y[order[r]] += value[k] * x[column[k]];
  }
}

// Entries that start where other rows end are scaled in place.
__global__ void scaleRows(float *value, const int *start, const float *factor, int rows) {
  int r = blockIdx.x * blockDim.x + threadIdx.x;
  if (r < rows)
    for (int k = start[r]; k < start[r + 1]; ++k)
      value[k] *= factor[r];
}

//===--- Updates through index arrays --------------------------------------===//

// Each thread has a particle of its own, and changes more of it than the one sum.
__global__ void accelerate(float *speed, float *at, const float *force, const float *mass,
                           const int *order, float time, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  at[order[i]] += time * speed[order[i]];
  speed[order[i]] += force[order[i]] / mass[order[i]];
}

// What is read has nothing to do with what is stored.
__global__ void replace(int *next, int *previous, const int *order, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int old = next[order[i]];
    next[order[i]] = i;
    previous[old] = 0;
  }
}

// memlint: distinct word
__global__ void addRowsDistinct(float *table, const float *gradient, const int *word, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    table[word[i]] += gradient[i];
}

//===--- Segmented sums ----------------------------------------------------===//

__global__ void sumSegments(int *sum, const int *segment, const int *in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `sum[segment[i]]`
    sum[segment[i]] += in[i];
}

__global__ void sumSegmentsFixed(int *sum, const int *segment, const int *in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&sum[segment[i]], in[i]);
}

// Only the last entry of a segment stores.
__global__ void storeAtEnds(int *sum, const int *segment, const int *prefix, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n && segment[i] != segment[i + 1])
    sum[segment[i]] += prefix[i];
}

//===--- Transposition by counters -----------------------------------------===//

__global__ void scatterByKey(int *out, int *next, const int *key, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    // CHECK: :[[#@LINE+1]]:16: warning: global memory race on `next[key[i]]`
    int slot = next[key[i]]++;
    out[slot] = in[i];
  }
}

__global__ void scatterByKeyFixed(int *out, int *next, const int *key, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    int slot = atomicAdd(&next[key[i]], 1);
    out[slot] = in[i];
  }
}

//===--- Maxima ------------------------------------------------------------===//

__global__ void largest(int *best, int *where, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] > *best) {
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `*best`
    *best = in[i];
    *where = i;
  }
}

__global__ void largestFixed(unsigned long long *best, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicMax(best, (unsigned long long)in[i] << 32 | unsigned(i));
}

__global__ void largestOfGroups(float *best, const int *group, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `best[group[i]]`
    best[group[i]] = fmaxf(best[group[i]], in[i]);
}

__global__ void largestOfGroupsFixed(int *best, const int *group, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && best[group[i]] < in[i])
    atomicMax(&best[group[i]], in[i]);
}

//===--- Sorted keys -------------------------------------------------------===//

// The interval between two keys that holds the wanted one is the only one.
__global__ void search(int *offset, const int *key, const int *child, const int *wanted) {
  int b = blockIdx.x, t = threadIdx.x;
  if (key[t] <= wanted[b] && wanted[b] < key[t + 1])
    offset[b] = child[offset[b] + t];
}

//===--- Lists of things ---------------------------------------------------===//

// The elements of one colour have no node in common.
__global__ void assembleColour(float *f, const int *elements, const int *conn, const float *w, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n) return;
  int e = elements[k];
  for (int j = 0; j < 4; ++j)
    f[conn[e * 4 + j]] += w[e];
}

// Rows that do not depend on each other.
__global__ void colouredSweep(float *x, const int *list, const int *row, const int *col, const float *a, const float *b, int n) {
  int k = blockIdx.x * blockDim.x + threadIdx.x;
  if (k >= n) return;
  int i = list[k];
  float s = b[i];
  for (int e = row[i]; e < row[i + 1]; ++e) s -= a[e] * x[col[e]];
  x[i] += s;
}

__global__ void levelSolve(float *x, const int *level, const int *row, const int *col, const float *a, int first) {
  int i = level[first + blockIdx.x * blockDim.x + threadIdx.x];
  for (int e = row[i]; e < row[i + 1]; ++e)
    x[i] -= a[e] * x[col[e]];
}

//===--- Whole rows --------------------------------------------------------===//

// Two blocks may have the same word.
__global__ void addRows(float *table, const float *gradient, const int *word, int width) {
  for (int k = threadIdx.x; k < width; k += blockDim.x)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `table[word[blockIdx.x] * width + k]`
    table[word[blockIdx.x] * width + k] += gradient[blockIdx.x * width + k];
}

// Rows of a list without duplicates, as sparse convolutions have for each launch.
// memlint: distinct rows
__global__ void addDistinctRows(float *table, const float *gradient, const int *rows, int width) {
  for (int k = threadIdx.x; k < width; k += blockDim.x)
    table[rows[blockIdx.x] * width + k] += gradient[blockIdx.x * width + k];
}
