// A loop that ends by what its own thread changes waits for nobody. A racy kernel, the same one mended,
// whose name ends in Mended, loops that others end, and one that a block goes round together.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__global__ void ranks(int *next, int *distance, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  while (next[i] != -1) {
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: global memory race on `{{distance|next}}
    distance[i] += distance[next[i]];
    next[i] = next[next[i]];
  }
}
__global__ void ranksMended(const int *nextBefore, const int *distanceBefore, int *next, int *distance,
                            int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int j = nextBefore[i], sum = distanceBefore[i];
  if (j != -1) {
    sum += distanceBefore[j];
    j = nextBefore[j];
  }
  distance[i] = sum;
  next[i] = j;
}

// All threads go round together.
__global__ void levels(const int *row, const int *column, int *level, int source) {
  __shared__ int queue[2][1024];
  __shared__ int count[2];
  if (threadIdx.x == 0) {
    queue[0][0] = source;
    count[0] = 1;
    count[1] = 0;
  }
  __syncthreads();
  int now = 0, depth = 0;
  while (count[now] > 0) {
    for (int i = threadIdx.x; i < count[now]; i += blockDim.x) {
      int u = queue[now][i];
      for (int e = row[u]; e < row[u + 1]; ++e)
        if (atomicCAS(&level[column[e]], -1, depth + 1) == -1) {
          int slot = atomicAdd(&count[1 - now], 1);
          if (slot < 1024)
            queue[1 - now][slot] = column[e];
        }
    }
    __syncthreads();
    if (threadIdx.x == 0)
      count[now] = 0;
    __syncthreads();
    now = 1 - now;
    ++depth;
  }
}

// Another thread says that the element is there, by a fence and the link.
__global__ void awaited(volatile int *next, volatile int *distance, int n) {
  int i = blockIdx.x;
  while (next[i] != -1) {
  }
  __threadfence();
  distance[i + 1] = distance[i] + 1;
  __threadfence();
  next[i + 1] = -1;
}
