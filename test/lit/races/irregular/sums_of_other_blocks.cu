// A barrier of the block comes after what the block's own threads have added, and other blocks still
// add. Each racy kernel, the same one mended, whose name ends in Mended, and near misses.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cooperative_groups.h>
#include <cuda_runtime.h>

__global__ void counted(const int *cell, int *fill, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = cell[i];
  atomicAdd(&fill[c], 1);
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:14: warning: global memory race on `fill`: one thread reads it here while another one updates it at line [[#@LINE-2]], with nothing that orders the two blocks, when two entries of `cell` are equal
  count[i] = fill[c];
}
__global__ void countedMended(const int *cell, int *fill, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = cell[i];
  atomicAdd(&fill[c], 1);
  cooperative_groups::this_grid().sync();
  count[i] = fill[c];
}

// Near miss: one block alone.
__global__ void countedByOne(const int *cell, int *fill, int *count) {
  int c = cell[threadIdx.x];
  atomicAdd(&fill[c], 1);
  __syncthreads();
  count[threadIdx.x] = fill[c];
}
// Near miss: the counts are the block's own.
__global__ void countedInBlock(const int *cell, int *fill, int *count, int cells) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = cell[i];
  atomicAdd(&fill[blockIdx.x * cells + c], 1);
  __syncthreads();
  count[i] = fill[blockIdx.x * cells + c];
}
// Near miss: the last block to come reads what all have added.
__global__ void countedByLast(const int *cell, int *fill, int *count, unsigned *arrived) {
  __shared__ bool isLast;
  int c = cell[blockIdx.x * blockDim.x + threadIdx.x];
  atomicAdd(&fill[c], 1);
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    isLast = atomicAdd(arrived, 1) == gridDim.x - 1;
  __syncthreads();
  if (isLast)
    count[threadIdx.x] = fill[c];
}
// Near miss: each block has things of its own.
__global__ void countedForBlock(const int *cell, int *fill, int *count) {
  int c = cell[blockIdx.x];
  atomicAdd(&fill[c], int(threadIdx.x));
  __syncthreads();
  count[blockIdx.x * blockDim.x + threadIdx.x] = fill[c];
}

void run(const int *cell, int *fill, int *count, unsigned *arrived) {
  void *arguments[] = {&cell, &fill, &count};
  counted<<<100, 128>>>(cell, fill, count);
  cudaLaunchCooperativeKernel(countedMended, 100, 128, arguments, 0, 0);
  countedByOne<<<1, 128>>>(cell, fill, count);
  countedInBlock<<<100, 128>>>(cell, fill, count, 64);
  countedByLast<<<100, 128>>>(cell, fill, count, arrived);
  countedForBlock<<<100, 128>>>(cell, fill, count);
}
