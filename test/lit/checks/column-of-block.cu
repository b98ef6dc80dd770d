// RUN: not %cuda-memlint --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --implicit-check-not=warning: --implicit-check-not='columns side by side'

// A block for each column: its threads are in different rows, and the next block is at the next
// column. A warp could be at 32 of them.

#include <cuda_runtime.h>

// A block for each bin adds up partial histograms.
__global__ void merge(unsigned *histogram, const unsigned *partial, unsigned count) {
  __shared__ unsigned sums[256];
  unsigned sum = 0;
  for (unsigned i = threadIdx.x; i < count; i += 256)
    // CHECK: :[[#@LINE+2]]:12: warning: uncoalesced load
    // CHECK: help: give each block 32 columns side by side, one for each lane of a warp, and let iterations and warps go through the rows: 32 -> 4 sectors per request
    sum += partial[blockIdx.x + i * 8192];
  sums[threadIdx.x] = sum;
  for (unsigned stride = 128; stride > 0; stride /= 2) {
    __syncthreads();
    if (threadIdx.x < stride)
      sums[threadIdx.x] += sums[threadIdx.x + stride];
  }
  if (threadIdx.x == 0)
    histogram[blockIdx.x] = sums[0];
}

// Fixed: 32 bins for each block of 32 x 8 threads.
__global__ void mergeSideBySide(unsigned *histogram, const unsigned *partial, unsigned count) {
  __shared__ unsigned sums[8][32];
  unsigned sum = 0;
  for (unsigned i = threadIdx.y; i < count; i += 8)
    sum += partial[blockIdx.x * 32 + threadIdx.x + i * 8192];
  sums[threadIdx.y][threadIdx.x] = sum;
  __syncthreads();
  if (threadIdx.y == 0) {
    for (int row = 1; row < 8; ++row)
      sum += sums[row][threadIdx.x];
    histogram[blockIdx.x * 32 + threadIdx.x] = sum;
  }
}

// Near miss: the columns of the blocks are not side by side.
__global__ void everyEighth(unsigned *histogram, const unsigned *partial, unsigned count) {
  __shared__ unsigned sums[256];
  unsigned sum = 0;
  for (unsigned i = threadIdx.x; i < count; i += 256)
    // CHECK: :[[#@LINE+1]]:12: warning: uncoalesced load
    sum += partial[blockIdx.x * 8 + i * 65536];
  sums[threadIdx.x] = sum;
  __syncthreads();
  histogram[blockIdx.x * 256 + threadIdx.x] = sums[255 - threadIdx.x];
}

// Near miss: a block for each 32 columns would leave two blocks.
__global__ void fewColumns(unsigned *histogram, const unsigned *partial, unsigned count) {
  __shared__ unsigned sums[256];
  unsigned sum = 0;
  for (unsigned i = threadIdx.x; i < count; i += 256)
    // CHECK: :[[#@LINE+1]]:12: warning: uncoalesced load
    sum += partial[blockIdx.x + i * 256];
  sums[threadIdx.x] = sum;
  __syncthreads();
  histogram[blockIdx.x * 256 + threadIdx.x] = sums[255 - threadIdx.x];
}

// Near miss: the rows of each column are no more than the threads of a block.
__global__ void oneEach(unsigned *histogram, const unsigned *partial) {
  // CHECK: :[[#@LINE+1]]:47: warning: uncoalesced load
  histogram[blockIdx.x * 256 + threadIdx.x] = partial[blockIdx.x + threadIdx.x * 8192];
}

void launch(unsigned *histogram, const unsigned *partial, unsigned count) {
  merge<<<8192, 256>>>(histogram, partial, count);
  mergeSideBySide<<<256, dim3(32, 8)>>>(histogram, partial, count);
  everyEighth<<<8192, 256>>>(histogram, partial, count);
  oneEach<<<8192, 256>>>(histogram, partial);
  fewColumns<<<64, 256>>>(histogram, partial, count);
}
