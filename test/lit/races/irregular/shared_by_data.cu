// Locations that data give to several threads: the two places of a table, a bound that others raise,
// neighbours that a row of the thread names, and sums that producers of one row add to before they say
// so. Each racy kernel, and the same one mended, whose name ends in Mended.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__global__ void twoPlaces(const unsigned *keys, unsigned *table, int n, unsigned size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned key = keys[i], slot = (key * 31u) % size;
  for (int tries = 0; tries < 32; ++tries) {
    unsigned old = table[slot];
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `table[slot]`
    table[slot] = key;
    if (old == 0)
      return;
    unsigned first = (old * 31u) % size, second = (old * 17u + 3u) % size;
    slot = slot == first ? second : first;
    key = old;
  }
}
__global__ void twoPlacesMended(const unsigned *keys, unsigned *table, int n, unsigned size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned key = keys[i], slot = (key * 31u) % size;
  for (int tries = 0; tries < 32; ++tries) {
    unsigned old = atomicExch(&table[slot], key);
    if (old == 0)
      return;
    unsigned first = (old * 31u) % size, second = (old * 17u + 3u) % size;
    slot = slot == first ? second : first;
    key = old;
  }
}

__global__ void best(const int *group, const int *score, int *top, int *who, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int g = group[i];
  atomicMax(&top[g], score[i]);
  // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `top{{.*}} when two entries of `group` are equal
  if (top[g] == score[i])
    atomicMin(&who[g], i);
}
__global__ void bestMended(const int *group, const int *score, const int *top, int *who, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int g = group[i];
  if (top[g] == score[i])
    atomicMin(&who[g], i);
}

__global__ void topple(const int *row, const int *neighbour, int *grains, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || grains[i] < 4)
    return;
  for (int k = 0; k < 4; ++k)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `grains
    grains[neighbour[row[i] + k]] += 1;
}
__global__ void toppleMended(const int *row, const int *neighbour, const int *grains, int *more, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || grains[i] < 4)
    return;
  for (int k = 0; k < 4; ++k)
    atomicAdd(&more[neighbour[row[i] + k]], 1);
}
// The nodes of elements that lie together by their colour.
__global__ void nodes(const int *elements, int first, int count, const int *node, const float *force,
                      float *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count)
    return;
  int e = elements[first + i];
  for (int k = 0; k < 4; ++k)
    sum[node[e * 4 + k]] += force[e * 4 + k];
}

__global__ void solved(const int *start, const int *row, const float *value, volatile int *left,
                       volatile float *sum, float *x) {
  int i = blockIdx.x;
  while (left[i] != 0) {
  }
  __threadfence();
  float mine = sum[i];
  x[i] = mine;
  for (int k = start[i]; k < start[i + 1]; ++k) {
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `sum[row[k]]`
    sum[row[k]] += value[k] * mine;
    __threadfence();
    atomicSub((int *)&left[row[k]], 1);
  }
}
__global__ void solvedMended(const int *start, const int *row, const float *value, volatile int *left,
                             float *sum, float *x) {
  int i = blockIdx.x;
  while (left[i] != 0) {
  }
  __threadfence();
  float mine = atomicAdd(&sum[i], 0.f);
  x[i] = mine;
  for (int k = start[i]; k < start[i + 1]; ++k) {
    atomicAdd(&sum[row[k]], value[k] * mine);
    __threadfence();
    atomicSub((int *)&left[row[k]], 1);
  }
}
