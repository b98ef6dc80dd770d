// RUN: not %cuda-memlint --checks='-*,cuda-*-race' %s | FileCheck %s --implicit-check-not=warning:

// What data let a thread write in place, and threads of other blocks read: no barrier of a block helps.

#include <cuda_runtime.h>

// Racy: elements that differ from a neighbour are recomputed.
__global__ void refine(int *image, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  int own = image[y * width + x], count = 0;
  if (y > 0)
    count += image[(y - 1) * width + x] != own;
  // CHECK: :[[#@LINE+4]]:5: warning: global memory race on `image[{{.*}}]`
  // CHECK-NOT: __syncthreads
  // CHECK: note: threads of all blocks read elements that others write: write to another array
  if (count)
    image[y * width + x] = count;
}

// Mended: to another array.
__global__ void refineInto(int *refined, const int *image, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height)
    return;
  int own = image[y * width + x], count = 0;
  if (y > 0)
    count += image[(y - 1) * width + x] != own;
  if (count)
    refined[y * width + x] = count;
}

// Near miss: each block has elements of its own, which a barrier does order.
__global__ void refineInBlock(int *rows) {
  int *row = rows + blockIdx.x * blockDim.x;
  int own = row[threadIdx.x], other = threadIdx.x > 0 ? row[threadIdx.x - 1] : own;
  // CHECK: :[[#@LINE+3]]:5: warning: global memory race on `rows`
  // CHECK: note: insert `__syncthreads();` before this statement to order the two accesses
  if (other != own)
    row[threadIdx.x] = other;
}

void launch(int *image, int *refined, int *rows, int width, int height) {
  dim3 blocks((width + 15) / 16, (height + 15) / 16);
  refine<<<blocks, dim3(16, 16)>>>(image, width, height);
  refineInto<<<blocks, dim3(16, 16)>>>(refined, refined + width * height, width, height);
  refineInBlock<<<64, 256>>>(rows);
}
