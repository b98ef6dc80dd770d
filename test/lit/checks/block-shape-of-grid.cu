// RUN: not %cuda-memlint --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s --implicit-check-not=help:

// Other shapes of the block where the host computes the grid from it.

#include <cuda_runtime.h>

// A warp has 8 rows of 4 elements, a sector each; with 16 or more in a row it touches 4.
__global__ void roundedUp(float *a, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    // CHECK: :[[#@LINE+3]]:5: warning: uncoalesced store: 8 groups of 4 lanes
    // CHECK: note: assumed for roundedUp<<<((width + 3) / 4,(height + 63) / 64,1), (4,64,1)>>>
    // CHECK: help: launch it with blocks of `dim3(16, 16)`, and as many of them as cover the same elements: 8 -> 4 sectors per request
    a[y * width + x] = 0;
}

// Rows that are not a multiple of the block's are left to others.
__global__ void roundedDown(float *a, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < width && y < height)
    // CHECK: :[[#@LINE+1]]:5: warning: uncoalesced store: 8 groups of 4 lanes
    a[y * width + x] = 0;
}

// The constants are those of the block.
__global__ void ofBlock(float *a, int width, int height) {
  int x = blockIdx.x * 4 + threadIdx.x, y = blockIdx.y * 64 + threadIdx.y;
  if (x < width && y < height)
    // CHECK: :[[#@LINE+2]]:5: warning: uncoalesced store: 8 groups of 4 lanes
    // CHECK: help: launch it with blocks of `dim3(16, 16)`, and as many of them as cover the same elements, and multiply `blockIdx.x` by 16, not 4, and `blockIdx.y` by 16, not 64, in this kernel alone: 8 -> 4 sectors per request
    a[y * width + x] = 0;
}

// Blocks overlap, so that one of another shape has other elements.
__global__ void overlapping(float *a, int width, int height) {
  int x = blockIdx.x * 2 + threadIdx.x, y = blockIdx.y * 64 + threadIdx.y;
  if (x < width && y < height)
    // CHECK: :[[#@LINE+1]]:5: warning: uncoalesced store: 8 groups of 4 lanes
    a[y * width + x] = 0;
}

void run(float *a, int width, int height) {
  dim3 block(4, 64);
  dim3 grid((width + block.x - 1) / block.x, (height + block.y - 1) / block.y);
  roundedUp<<<grid, block>>>(a, width, height);
  roundedDown<<<dim3(width / block.x, height / block.y), block>>>(a, width, height);
  ofBlock<<<grid, block>>>(a, width, height);
  overlapping<<<grid, block>>>(a, width, height);
}
