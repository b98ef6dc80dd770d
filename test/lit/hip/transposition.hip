// RUN: %cuda-memlint --fail-on=none --arch=sm_90 --checks=-*,cuda-uncoalesced-access,cuda-shared-bank-conflict %s | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

#include <hip/hip_runtime.h>

constexpr int Tile = 32;

__global__ void naive(float *out, const float *in, int width) {
  int x = hipBlockDim_x * hipBlockIdx_x + hipThreadIdx_x;
  int y = hipBlockDim_y * hipBlockIdx_y + hipThreadIdx_y;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: uncoalesced load: {{.*}}(32 sectors per request, 4 needed; 8.0x) [cuda-uncoalesced-access]
  out[y * width + x] = in[x * width + y];
}

__global__ void tiled(float *out, const float *in, int width) {
  __shared__ float tile[Tile][Tile];
  tile[threadIdx.y][threadIdx.x] = in[(blockIdx.y * Tile + threadIdx.y) * width + blockIdx.x * Tile + threadIdx.x];
  __syncthreads();
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: warning: 32-way shared memory bank conflict: {{.*}} [cuda-shared-bank-conflict]
  out[(blockIdx.x * Tile + threadIdx.y) * width + blockIdx.y * Tile + threadIdx.x] =
      tile[threadIdx.x][threadIdx.y];
}

// Rows that are one element longer.
__global__ void padded(float *out, const float *in, int width) {
  __shared__ float tile[Tile][Tile + 1];
  tile[threadIdx.y][threadIdx.x] = in[(blockIdx.y * Tile + threadIdx.y) * width + blockIdx.x * Tile + threadIdx.x];
  __syncthreads();
  out[(blockIdx.x * Tile + threadIdx.y) * width + blockIdx.y * Tile + threadIdx.x] =
      tile[threadIdx.x][threadIdx.y];
}

// Rows of a block.
__global__ void copy(float *out, const float *in, int width) {
  int x = hipBlockDim_x * hipBlockIdx_x + hipThreadIdx_x;
  int y = hipBlockDim_y * hipBlockIdx_y + hipThreadIdx_y;
  out[y * width + x] = in[y * width + x];
}

int main() {
  constexpr int Width = 1024;
  float *in, *out;
  if (hipMalloc(&in, Width * Width * sizeof(float)) != hipSuccess ||
      hipMalloc(&out, Width * Width * sizeof(float)) != hipSuccess)
    return 1;
  dim3 grid(Width / Tile, Width / Tile), block(Tile, Tile);
  hipLaunchKernelGGL(naive, grid, block, 0, 0, out, in, Width);
  hipLaunchKernelGGL(tiled, grid, block, 0, 0, out, in, Width);
  hipLaunchKernelGGL(padded, grid, block, 0, 0, out, in, Width);
  hipLaunchKernelGGL(copy, grid, block, 0, 0, out, in, Width);
  return hipDeviceSynchronize() != hipSuccess;
}
