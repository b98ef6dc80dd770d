// Who loses an atomic that others may have won is not alone. Each racy kernel, the same one mended,
// whose name ends in Mended, and the second one of two, who is.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

// One winner for all threads.
__global__ void leftOver(int *isTaken, const int *word, int *left, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicCAS(isTaken, 0, 1) != 0)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `left[word[i]]`: read and written without an atomic
    left[word[i]] += 1;
}
__global__ void leftOverMended(int *isTaken, const int *word, int *left, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicCAS(isTaken, 0, 1) != 0)
    atomicAdd(&left[word[i]], 1);
}

// One for each key, and what is counted is something else.
__global__ void repeats(int *seen, const int *key, const int *word, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int w = word[i];
  if (atomicExch(&seen[key[i]], 1) == 0)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `count[w]`: read and written without an atomic
  count[w]++;
}
__global__ void repeatsMended(int *seen, const int *key, const int *word, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int w = word[i];
  if (atomicExch(&seen[key[i]], 1) == 0)
    return;
  atomicAdd(&count[w], 1);
}

// How often each key came again.
__global__ void again(int *seen, const int *key, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicCAS(&seen[key[i]], 0, 1) == 1)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[key[i]]`: read and written without an atomic
    count[key[i]]++;
}
__global__ void againMended(int *seen, const int *key, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicCAS(&seen[key[i]], 0, 1) == 1)
    atomicAdd(&count[key[i]], 1);
}

//===--- The second one of two ---------------------------------------------===//

// It takes up what the first one has left.
__global__ void joined(const int *parent, const int *x, int *isMet, int *sum, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int p = parent[i];
  if (atomicExch(&isMet[p], 1) == 0)
    return;
  __threadfence();
  sum[p] += x[i];
}

// Up to the root.
__global__ void upwards(const int *parent, int *isMet, int *height, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int p = parent[i]; p >= 0; p = parent[p]) {
    if (atomicCAS(&isMet[p], 0, 1) == 0)
      return;
    height[p] += 1;
  }
}

// The winner of a flag that is lowered.
__global__ void lowered(int *isFree, const int *key, int *owned, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicExch(&isFree[key[i]], 0) == 1)
    owned[key[i]] += i;
}
