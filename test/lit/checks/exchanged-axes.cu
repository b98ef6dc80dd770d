// Rows on x and columns on y: where the elements that threads take can be exchanged as a whole, the
// lanes of a warp stay in one row, whatever the extents of the block.
//
// RUN: not %cuda-memlint --each-access --no-fixes --checks=-*,cuda-uncoalesced-access %s | FileCheck %s \
// RUN:     --implicit-check-not=help: --implicit-check-not=warning:

#include <cuda_runtime.h>

// 512 warps of 32 rows make a load and a store of 32 sectors. With x and y of the threads alone
// exchanged there would be 4 lanes in each of 8 rows; with those of the blocks, too, 4 sectors.
// CHECK: :[[#@LINE+5]]:5: warning: uncoalesced store: {{.*}} (32 sectors per request, 4 needed; 8.0x)
// CHECK: help: swap x and y of `threadIdx`, `blockIdx` and `blockDim` in the kernel, and launch it with `<<<dim3(4, 32), dim3(32, 4)>>>`: 32,768 -> 4,096 sectors for the kernel
__global__ void wide(float *out, const float *in, int n) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && column < n)
    out[row * n + column] = 2 * in[row * n + column];
}
// CHECK: :[[#@LINE-2]]:33: warning: uncoalesced load
// CHECK: help: swap x and y of `threadIdx`, `blockIdx` and `blockDim` in the kernel

// As advised.
__global__ void wideAcross(float *out, const float *in, int n) {
  int row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && column < n)
    out[row * n + column] = 2 * in[row * n + column];
}

// The rows of a block are numbered within it: only its threads can change places.
// CHECK: :[[#@LINE+5]]:3: warning: uncoalesced store: {{.*}} (32 sectors per request, 4 needed; 8.0x)
// CHECK: help: swap x and y of `threadIdx` and `blockDim` in the kernel, and launch it with `<<<dim3(4, 32), dim3(4, 32)>>>`: 32,768 -> 8,192 sectors for the kernel
__global__ void wideInBlocks(float *out, const float *in) {
  int row = blockIdx.x * 32 + threadIdx.x, column = blockIdx.y * 4 + threadIdx.y;
  int from = blockIdx.x * 32 * 128 + threadIdx.x * 128 + column;
  out[row * 128 + column] = 2 * in[from];
}
// CHECK: :[[#@LINE-2]]:33: warning: uncoalesced load
// CHECK: help: swap x and y of `threadIdx` and `blockDim` in the kernel

void launch(float *a, float *b) {
  wide<<<dim3(4, 32), dim3(32, 4)>>>(a, b, 128);
  wideAcross<<<dim3(4, 32), dim3(32, 4)>>>(a, b, 128);
  wideInBlocks<<<dim3(4, 32), dim3(32, 4)>>>(a, b);
}
