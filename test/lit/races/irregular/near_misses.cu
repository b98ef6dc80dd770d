// Locations that data choose and that threads share in no way that loses an update, beside one of
// each form that does.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race --remarks %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

//===--- Things in one half of a vector ------------------------------------===//

// Both ends of an edge.
__global__ void endsInVector(float *force, const int2 *ends, const float *at, int edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges)
    return;
  int2 pair = ends[e];
  float difference = at[pair.x] - at[pair.y];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `force[pair.x]`
  force[pair.x] += difference;
  force[pair.y] -= difference;
}

// A thing that more is changed of than one sum.
__global__ void thingInVector(float *speed, float *at, const int2 *list, const float *force, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int2 entry = list[i];
  at[entry.x] += speed[entry.x] * entry.y;
  speed[entry.x] += force[entry.x] * entry.y;
}

//===--- Indices from floating-point numbers -------------------------------===//

__global__ void binOfNumber(float *bins, const float *at, const float *weight, float scale, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `bins[int(at[i] * scale)]`
    bins[int(at[i] * scale)] += weight[i];
}

// A store alone.
__global__ void placeOfNumber(float *out, const float *at, const float *weight, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[int(floorf(at[i]))] = weight[i];
}

// Of the thread's own number.
__global__ void rowByDivision(float *x, const float *weight, float inverse, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int row = int(i * inverse), column = i - row * width;
  x[row * width + column] += weight[i];
}

__global__ void strideByPower(float *a, int level, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int stride = int(powf(2.0f, level));
  if (i * stride * 2 + stride < n)
    a[i * stride * 2] += a[i * stride * 2 + stride];
}

//===--- Claims ------------------------------------------------------------===//

// All threads of a level find the same distance, and store the same.
__global__ void nextLevel(int *level, const int *row, const int *column, int current, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || level[v] != current)
    return;
  for (int e = row[v]; e < row[v + 1]; ++e)
    if (level[column[e]] < 0)
      // CHECK: :[[#@LINE+1]]:7: remark: benign global memory race on `level[column[e]]`
      level[column[e]] = level[v] + 1;
}

// Without the condition they do not.
__global__ void nextOfAny(int *level, const int *row, const int *column, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  for (int e = row[v]; e < row[v + 1]; ++e)
    if (level[column[e]] < 0)
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `level[column[e]]`
      level[column[e]] = level[v] + 1;
}

// Which of equal distances is kept does not matter; from which vertex it came, it does.
__global__ void distances(int *visited, int *distance, const int *frontier, const int *row,
                          const int *column, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = frontier[i];
  for (int e = row[v]; e < row[v + 1]; ++e)
    if (!visited[column[e]]) {
      // CHECK: :[[#@LINE+1]]:7: remark: benign global memory race on `visited[column[e]]`
      visited[column[e]] = 1;
      distance[column[e]] = distance[v] + 1;
    }
}

__global__ void predecessors(int *visited, int *before, const int *frontier, const int *row,
                             const int *column, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = frontier[i];
  for (int e = row[v]; e < row[v + 1]; ++e)
    if (!visited[column[e]]) {
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `visited[column[e]]`
      visited[column[e]] = 1;
      before[column[e]] = v;
    }
}

// Whoever has put its own number there has the entry alone.
__global__ void ownedByNumber(int *owner, float *x, const int *index, const float *value, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int k = index[i];
  int old = atomicCAS(&owner[k], -1, i);
  if (old == -1 || old == i)
    x[k] += value[i];
}

//===--- Two buffers in turn -----------------------------------------------===//

// Which of them it is goes on as a search does, but searches for nothing.
__global__ void inTurn(int *count, int *list, const int *next) {
  int current = 0;
  for (;;) {
    for (int i = threadIdx.x; i < count[current]; i += blockDim.x)
      if (next[list[i]] > 0)
        list[1024 + atomicAdd(&count[1 - current], 1)] = next[list[i]];
    __syncthreads();
    if (threadIdx.x == 0)
      count[current] = 0;
    __syncthreads();
    current = 1 - current;
    if (count[current] == 0)
      break;
  }
}
void runInTurn(int *count, int *list, const int *next) {
  inTurn<<<1, 256>>>(count, list, next);
}

//===--- Neighbours --------------------------------------------------------===//

// Entries that equal the one before them are many, and those that differ from it are not.
__global__ void countEqual(int *count, const int *key, const int *label, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n && key[i] == key[i + 1])
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[label[i]]`
    count[label[i]]++;
}

__global__ void countEnds(int *count, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n && key[i] != key[i + 1])
    count[key[i]]++;
}

//===--- Locks by number ---------------------------------------------------===//

// One lock for each remainder of the thread's number.
__global__ void lockOfRemainder(int *lock, float *sum, const int *group, const float *value) {
  int b = blockIdx.x;
  if (threadIdx.x != 0)
    return;
  while (atomicCAS(&lock[b % 16], 0, 1) != 0)
    ;
  __threadfence();
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `sum[group[b]]`
  sum[group[b]] += value[b];
  __threadfence();
  atomicExch(&lock[b % 16], 0);
}

// Each block takes one lock after the other, for what belongs to it.
__global__ void lockAfterLock(int *lock, float *sum, const int *group, const float *value,
                              int groups) {
  int b = blockIdx.x;
  if (threadIdx.x != 0)
    return;
  for (int k = 0; k < groups; ++k) {
    while (atomicCAS(&lock[k], 0, 1) != 0)
      ;
    __threadfence();
    if (group[b] == k)
      sum[group[b]] += value[b];
    __threadfence();
    atomicExch(&lock[k], 0);
  }
}
