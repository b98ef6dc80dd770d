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

//===--- Several arrays, one barrier ---------------------------------------===//

// What the barrier does not hold back is one finding, whatever array it is in.
__global__ void means(const int *cell, const float *x, float *mean, float *sum, int *fill) {
  __shared__ float before[64];
  if (threadIdx.x < 64)
    before[threadIdx.x] = mean[threadIdx.x];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x, c = cell[i];
  atomicAdd(&sum[c], x[i] - before[c]);
  atomicAdd(&fill[c], 1);
  __syncthreads();
  // CHECK: :[[#@LINE+5]]:25: warning: global memory race on `sum`: one thread reads it here while another one updates it at line [[#@LINE-3]], with nothing that orders the two blocks
  // CHECK: :[[#@LINE+4]]:5: note: also: writes `mean[threadIdx.x]` here, reads `mean[threadIdx.x]` at line [[#@LINE-7]]
  // CHECK: :[[#@LINE+3]]:44: note: also: reads `fill[threadIdx.x]` here, updates `atomicAdd(&fill[c], 1)` at line [[#@LINE-4]]
  // CHECK: note: only the end of the kernel or a grid-wide barrier orders blocks: launch what reads in a kernel of its own
  if (blockIdx.x == 0 && threadIdx.x < 64)
    mean[threadIdx.x] = sum[threadIdx.x] / fill[threadIdx.x];
}
__global__ void meansMended(const int *cell, const float *x, float *mean, float *sum, int *fill) {
  __shared__ float before[64];
  if (threadIdx.x < 64)
    before[threadIdx.x] = mean[threadIdx.x];
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x, c = cell[i];
  atomicAdd(&sum[c], x[i] - before[c]);
  atomicAdd(&fill[c], 1);
  cooperative_groups::this_grid().sync();
  if (blockIdx.x == 0 && threadIdx.x < 64)
    mean[threadIdx.x] = sum[threadIdx.x] / fill[threadIdx.x];
}
// Near miss: two barriers are two findings.
__global__ void inTwoSteps(const int *cell, float *sum, int *fill, float *mean, int *most) {
  int c = cell[blockIdx.x * blockDim.x + threadIdx.x];
  atomicAdd(&sum[c], 1.f);
  __syncthreads();
  if (blockIdx.x == 0 && threadIdx.x < 64)
    // CHECK: :[[#@LINE+1]]:25: warning: global memory race on `sum`: one thread reads it here
    mean[threadIdx.x] = sum[threadIdx.x];
  atomicAdd(&fill[c], 1);
  __syncthreads();
  if (blockIdx.x == 0 && threadIdx.x < 64)
    // CHECK: :[[#@LINE+1]]:25: warning: global memory race on `fill`: one thread reads it here
    most[threadIdx.x] = fill[threadIdx.x];
}

void run(const int *cell, int *fill, int *count, unsigned *arrived, const float *x, float *mean,
         float *sum, int *most) {
  void *arguments[] = {&cell, &fill, &count};
  counted<<<100, 128>>>(cell, fill, count);
  cudaLaunchCooperativeKernel(countedMended, 100, 128, arguments, 0, 0);
  countedByOne<<<1, 128>>>(cell, fill, count);
  countedInBlock<<<100, 128>>>(cell, fill, count, 64);
  countedByLast<<<100, 128>>>(cell, fill, count, arrived);
  countedForBlock<<<100, 128>>>(cell, fill, count);
  means<<<100, 128>>>(cell, x, mean, sum, fill);
  void *ofMeans[] = {&cell, &x, &mean, &sum, &fill};
  cudaLaunchCooperativeKernel(meansMended, 100, 128, ofMeans, 0, 0);
  inTwoSteps<<<100, 128>>>(cell, sum, fill, mean, most);
}
