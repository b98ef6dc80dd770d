// RUN: not %cuda-memlint --checks='-*,cuda-uncoalesced-*' %s | FileCheck %s

// With x and y of threadIdx and blockDim exchanged, and the block with them, each block does what
// it did: the grid stays as it is, also where host code computes it from the block.

#include <cuda_runtime.h>

// Blocks of 8 x 32 take 32 rows and 8 columns, and so did those of 32 x 8: 32 x 128 of them.
__global__ void flatColumns(float *out, const float *in, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x < n && y < n)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced store
    // CHECK: help: swap x and y of `threadIdx` and `blockDim` in the kernel, and launch it with `<<<dim3(32, 128), dim3(8, 32)>>>`: 2,097,152 -> 262,144 sectors for the kernel
    out[x * n + y] = in[x * n + y] * 2;
}

// As the line says.
__global__ void exchanged(float *out, const float *in, int n) {
  int x = blockIdx.x * blockDim.y + threadIdx.y, y = blockIdx.y * blockDim.x + threadIdx.x;
  if (x < n && y < n)
    // CHECK-NOT: :[[#@LINE+1]]:{{[0-9]+}}: warning:
    out[x * n + y] = in[x * n + y] * 2;
}

// The grid of z goes on with z, too.
__global__ void layers(float *out, const float *in, int n) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < n && y < n && z < n)
    // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced store
    // CHECK: help: swap x and z of `threadIdx` and `blockDim` in the kernel, and launch it with `<<<dim3(32, 32, 8), dim3(16, 4, 4)>>>`: 2,097,152 -> 524,288 sectors for the kernel
    out[(x * n + y) * n + z] = in[(x * n + y) * n + z] * 2;
}

// One number would not fit both grids, and none is known here.
__global__ void twoGrids(float *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced store
  // CHECK: help: swap x and y of `threadIdx` and `blockDim` in the kernel, and launch blocks of `dim3(8, 32)` in the same grid, and swap those of its other launches, too:
  out[x * 1024 + y] = 2;
}
__global__ void unknownGrid(float *out) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: uncoalesced store
  // CHECK: help: swap x and y of `threadIdx` and `blockDim` in the kernel, and launch blocks of `dim3(8, 32)` in the same grid:
  out[x * 1024 + y] = 2;
}

void launchUnknown(float *out, int rows) { unknownGrid<<<dim3(rows, 128), dim3(32, 8)>>>(out); }

int main() {
  float *out, *in;
  cudaMalloc(&out, 1 << 24);
  cudaMalloc(&in, 1 << 24);
  int n = 1024, m = 128;
  dim3 block(32, 8), grid((n + block.x - 1) / block.x, (n + block.y - 1) / block.y);
  flatColumns<<<grid, block>>>(out, in, n);
  exchanged<<<dim3(32, 128), dim3(8, 32)>>>(out, in, n);
  dim3 cube(4, 4, 16), cubes(m / cube.x, m / cube.y, m / cube.z);
  layers<<<cubes, cube>>>(out, in, m);
  twoGrids<<<dim3(32, 128), dim3(32, 8)>>>(out);
  twoGrids<<<dim3(16, 128), dim3(32, 8)>>>(out);
}
