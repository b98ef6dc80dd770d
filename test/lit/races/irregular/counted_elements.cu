// Data that one thread stores, and another one reads who finds, by a counter that data choose, that
// it is not the first there. Each kernel without a fence, the same one mended, and near misses.
// RUN: not %cuda-memlint --checks=-*,cuda-missing-fence --no-fixes %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda/atomic>
#include <cuda_runtime.h>

//===--- Trees, from the leaves up -----------------------------------------===//

__global__ void heights(int *height, unsigned *visits, const int *parent, const int *left,
                        const int *right, int leaves) {
  int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= leaves)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: missing fence: `height` is published to other blocks without a `__threadfence()` between the store and `atomicAdd(&visits[node], 1u)` at line [[#@LINE+3]]; a thread of another block that counts there later may read a stale value [cuda-missing-fence]
  height[node] = 0;
  for (node = parent[node]; node >= 0; node = parent[node]) {
    if (atomicAdd(&visits[node], 1u) == 0)
      return;
    // CHECK: :[[#@LINE+2]]:28: note: and then read `height` here
    // CHECK: :[[#@LINE-3]]:5: note: insert `__threadfence();` before this statement
    height[node] = 1 + max(height[left[node]], height[right[node]]);
  }
}
__global__ void heightsMended(int *height, unsigned *visits, const int *parent, const int *left,
                              const int *right, int leaves) {
  int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node >= leaves)
    return;
  height[node] = 0;
  for (node = parent[node]; node >= 0; node = parent[node]) {
    __threadfence();
    if (atomicAdd(&visits[node], 1u) == 0)
      return;
    __threadfence();
    height[node] = 1 + max(height[left[node]], height[right[node]]);
  }
}

// The children are at computed places, and the fence is behind the counter alone.
__global__ void sums(float *sum, unsigned *visits, const float *x, const int *leaf, int leaves) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= leaves)
    return;
  int node = leaf[i];
  // CHECK: :[[#@LINE+1]]:3: warning: missing fence: `sum` is published
  sum[node] = x[i];
  for (node = (node - 1) / 2; node > 0; node = (node - 1) / 2) {
    if (atomicAdd(&visits[node], 1u) == 0)
      return;
    __threadfence();
    sum[node] = sum[2 * node + 1] + sum[2 * node + 2];
  }
}

//===--- One step ----------------------------------------------------------===//

__global__ void pairs(float *half, float *whole, int *arrived, const float *x, const int *group,
                      const int *first, const int *second, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: missing fence: `half` is published
  half[i] = x[i] * 0.5f;
  __threadfence_block();
  int g = group[i];
  if (atomicAdd(&arrived[g], 1) == 1)
    whole[g] = half[first[g]] + half[second[g]];
}
__global__ void pairsMended(float *half, float *whole, int *arrived, const float *x,
                            const int *group, const int *first, const int *second, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  half[i] = x[i] * 0.5f;
  __threadfence();
  int g = group[i];
  if (atomicAdd(&arrived[g], 1) == 1)
    whole[g] = half[first[g]] + half[second[g]];
}
__global__ void pairsReleased(float *half, float *whole, int *arrived, const float *x,
                              const int *group, const int *first, const int *second, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  half[i] = x[i] * 0.5f;
  int g = group[i];
  cuda::atomic_ref<int, cuda::thread_scope_device> count(arrived[g]);
  if (count.fetch_add(1, cuda::memory_order_acq_rel) == 1)
    whole[g] = half[first[g]] + half[second[g]];
}

//===--- Near misses -------------------------------------------------------===//

// Who comes first does the work: nobody has stored anything for it.
__global__ void claims(float *half, float *whole, int *arrived, const float *x, const int *group,
                       const int *first, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  half[i] = x[i] * 0.5f;
  int g = group[i];
  if (atomicAdd(&arrived[g], 1) == 0)
    whole[g] = x[first[g]];
}

// A place in a bin, which has nothing to do with what is read.
__global__ void places(float *half, float *binned, int *arrived, const float *x, const int *bin,
                       int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  half[i] = x[i] * 0.5f;
  int b = bin[i], place = atomicAdd(&arrived[b], 1);
  if (place > 0)
    binned[b * 16 + place] = half[i];
}

// What the kernel does not write.
__global__ void readOnly(float *half, float *whole, int *arrived, const float *x, const int *group,
                         const int *first, const int *second, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  half[i] = x[i] * 0.5f;
  int g = group[i];
  if (atomicAdd(&arrived[g], 1) == 1)
    whole[g] = x[first[g]] + x[second[g]];
}
