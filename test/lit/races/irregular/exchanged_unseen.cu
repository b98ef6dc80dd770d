// An exchange whose result is not looked at replaces what another thread has put there since the place
// was found free. Each racy kernel, the same one mended, whose name ends in Mended, and near misses.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__global__ void insert(const int *key, int *table, int capacity, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int slot = key[i] % capacity;
  if (table[slot] == -1)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `table`: the value read at line [[#@LINE-1]] is used although another thread may update it before the atomic update here, when two entries of `key` give the same index
    atomicExch(&table[slot], key[i]);
}
__global__ void insertMended(const int *key, int *table, int capacity, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicCAS(&table[key[i] % capacity], -1, key[i]);
}
// All edges find the vertex without a parent.
__global__ void expand(const int *row, const int *column, int *parent, const int *front, int *next, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int u = front[i];
  for (int e = row[u]; e < row[u + 1]; ++e) {
    int v = column[e];
    if (parent[v] < 0) {
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `parent`: the value read at line [[#@LINE-1]] is used
      atomicExch(&parent[v], u);
      next[atomicAdd(count, 1)] = v;
    }
  }
}
__global__ void expandMended(const int *row, const int *column, int *parent, const int *front, int *next, int *count,
                             int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int u = front[i];
  for (int e = row[u]; e < row[u + 1]; ++e) {
    int v = column[e];
    if (parent[v] < 0 && atomicCAS(&parent[v], -1, u) == -1)
      next[atomicAdd(count, 1)] = v;
  }
}
__global__ void probe(const int *key, int *table, int capacity, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int slot = key[i] % capacity;
  while (table[slot] != -1)
    slot = (slot + 1) % capacity;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `table`: the value read at line [[#@LINE-2]] is used
  atomicExch(&table[slot], key[i]);
}
__global__ void probeMended(const int *key, int *table, int capacity, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int slot = key[i] % capacity;
  while (atomicCAS(&table[slot], -1, key[i]) != -1)
    slot = (slot + 1) % capacity;
}

//===--- Which thread comes last does not matter -----------------------------===//

// All set one value, or one that the place says.
__global__ void marked(const int *key, int *seen, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && seen[key[i]] == 0)
    atomicExch(&seen[key[i]], 1);
}
__global__ void named(const int *key, int *name, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && name[key[i]] == -1)
    atomicExch(&name[key[i]], key[i]);
}
__global__ void inRound(const int *key, int *round, int now, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && round[key[i]] == -1)
    atomicExch(&round[key[i]], now);
}
// It looks at what it has replaced.
__global__ void looked(const int *key, int *last, int *next, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && last[key[i]] != i)
    next[i] = atomicExch(&last[key[i]], i);
}
// The best one wins.
__global__ void least(const int *key, const int *x, int *best, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && best[key[i]] > x[i])
    atomicMin(&best[key[i]], x[i]);
}
