// What is read of a thing, and added to its sum, says nothing of how many threads have the thing. Each
// racy kernel, the same one mended, whose name ends in Mended, and things of the threads' own.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <algorithm>
#include <cstdlib>
#include <cuda_runtime.h>
#include <vector>

__global__ void heated(const int *at, float *heat, const float *warmth, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = at[i];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `heat[v]`: read and written without an atomic; an update is lost when two entries of `at` are equal
  heat[v] += warmth[v];
}
__global__ void heatedMended(const int *at, float *heat, const float *warmth, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = at[i];
  atomicAdd(&heat[v], warmth[v]);
}
__global__ void points(const int *player, int *score, const int *bonus, const int *level, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int p = player[i];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `score[p]`: read and written without an atomic; an update is lost when two entries of `player` are equal
  score[p] += bonus[p] * level[p];
}
__global__ void pointsMended(const int *player, int *score, const int *bonus, const int *level,
                             int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int p = player[i];
  atomicAdd(&score[p], bonus[p] * level[p]);
}
// One half of a vector.
__global__ void pushed(const int2 *list, float *speed, const float *force, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int2 entry = list[i];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `speed[entry.x]`: read and written without an atomic; an update is lost when the data give two threads the same index
  speed[entry.x] += force[entry.x] * entry.y;
}
__global__ void pushedMended(const int2 *list, float *speed, const float *force, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int2 entry = list[i];
  atomicAdd(&speed[entry.x], force[entry.x] * entry.y);
}

//===--- Things of the threads' own ----------------------------------------===//

__global__ void ofOwnNumber(float *heat, const float *warmth, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < n)
    heat[v] += warmth[v];
}
// memlint: distinct at
__global__ void stated(const int *at, float *heat, const float *warmth, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = at[i];
  heat[v] += warmth[v];
}
__global__ void shuffled(const int *at, float *heat, const float *warmth, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = at[i];
  heat[v] += warmth[v];
}
void launchShuffled(float *heat, const float *warmth, int n) {
  std::vector<int> order(n);
  for (int i = 0; i < n; ++i)
    order[i] = i;
  for (int i = n - 1; i > 0; --i)
    std::swap(order[i], order[std::rand() % (i + 1)]);
  int *at;
  cudaMalloc(&at, n * sizeof(int));
  cudaMemcpy(at, order.data(), n * sizeof(int), cudaMemcpyHostToDevice);
  shuffled<<<n / 256, 256>>>(at, heat, warmth, n);
  cudaFree(at);
}
// Things that lie together, from where an argument says, such as those of one colour.
__global__ void ofBatch(const int *at, float *heat, const float *warmth, int first, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = at[first + i];
  heat[v] += warmth[v];
}
// A row of the thing's own, and more of the thing that is changed.
__global__ void withRow(const int *list, const int *row, const float *entry, float *sum,
                        const float *scale, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = list[i];
  for (int e = row[v]; e < row[v + 1]; ++e)
    sum[v] += entry[e] * scale[v];
}
__global__ void moved(const int *list, float *at, const float *speed, float *left, float time,
                      int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int p = list[i];
  at[p] += time * speed[p];
  left[p] -= time;
}
