// Conditions on what an atomic returns that several threads pass at one location. Each racy kernel,
// the same one mended, and others in which one thread alone passes.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

// The one that sets the level and those that find it set.
__global__ void countPaths(const int *rows, const int *column, int *depth, float *paths, const int *front, int count,
                           int level) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  float own = paths[front[i]];
  for (int e = rows[front[i]]; e < rows[front[i] + 1]; ++e) {
    int v = column[e];
    int old = atomicCAS(&depth[v], -1, level + 1);
    if (old == -1 || old == level + 1)
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `paths[v]`: read and written without an atomic
      paths[v] += own;
  }
}
__global__ void countPathsMended(const int *rows, const int *column, int *depth, float *paths, const int *front,
                                 int count, int level) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  float own = paths[front[i]];
  for (int e = rows[front[i]]; e < rows[front[i] + 1]; ++e) {
    int v = column[e];
    int old = atomicCAS(&depth[v], -1, level + 1);
    if (old == -1 || old == level + 1)
      atomicAdd(&paths[v], own);
  }
}

// Those that find it set are many by themselves.
__global__ void found(const int *to, int *depth, float *paths, int level, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = to[i];
  if (atomicCAS(&depth[v], -1, level) == level)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `paths[v]`: read and written without an atomic
    paths[v] += 1.f;
}
__global__ void notAbove(const int *to, int *depth, int *paths, int level, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = to[i];
  if (atomicCAS(&depth[v], -1, level) <= level)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `paths[v]`: read and written without an atomic
    paths[v] += i;
}
__global__ void either(const int *to, int *state, int *times, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = to[i], old = atomicCAS(&state[v], 0, 5);
  if (old != 0 && old != 5)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `times[v]`: read and written without an atomic
  times[v] += i;
}

// The winner stores while another one adds.
__global__ void setAndAdd(const int *to, int *seen, float *sum, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = to[i];
  if (atomicCAS(&seen[v], 0, 1) == 0)
    sum[v] = x[i];
  else
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `sum[v]`: read and written without an atomic
    sum[v] += x[i];
}
__global__ void setAndAddMended(const int *to, int *seen, float *first, float *sum, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = to[i];
  if (atomicCAS(&seen[v], 0, 1) == 0)
    first[v] = x[i];
  else
    atomicAdd(&sum[v], x[i]);
}

// All but the first one, and those for whom a bin is full.
__global__ void repeated(const int *to, int *visits, int *again, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicAdd(&visits[to[i]], 1) != 0)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `again[to[i]]`: read and written without an atomic
    again[to[i]]++;
}
__global__ void repeatedMended(const int *to, int *visits, int *again, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicAdd(&visits[to[i]], 1) != 0)
    atomicAdd(&again[to[i]], 1);
}
__global__ void overflow(const int *cell, int *fill, int *members, int *lost, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int c = cell[i], slot = atomicAdd(&fill[c], 1);
  if (slot < 32)
    members[c * 32 + slot] = i;
  else
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `lost[c]`: read and written without an atomic
    lost[c] += i;
}

//===--- One thread alone ---------------------------------------------------===//

// The thread's own number is what it puts there.
__global__ void owned(const int *to, int *owner, int *times, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = to[i], old = atomicCAS(&owner[v], -1, i);
  if (old == -1 || old == i)
    times[v] += i;
}
// A winner that was expected, and nobody else.
__global__ void expected(const int *to, int *depth, float *paths, int level, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicCAS(&depth[to[i]], level - 1, level) == level - 1)
    paths[to[i]] += 1.f;
}
// The second one of two joins what the first one has left.
__global__ void joinedInRound(const int *parent, const float *x, int *round, float *sum, int now, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int p = parent[i];
  __threadfence();
  if (atomicCAS(&round[p], now - 1, now) != now)
    return;
  __threadfence();
  sum[p] += x[i];
}
// The last one of four.
__global__ void lastOfFour(const int *parent, int *visits, int *nodes, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicAdd(&visits[parent[i]], 1) >= 3)
    nodes[parent[i]] += i;
}
