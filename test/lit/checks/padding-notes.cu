// What notes about padding say of the block and of the rest.
// RUN: not %cuda-memlint --remarks --checks=-*,cuda-shared-bank-conflict %s | FileCheck %s
// None of them is an edit.
// RUN: %cuda-memlint --checks=-*,cuda-shared-bank-conflict --fail-on=none --fix-dry-run --unsafe-fixes %s | count 0

#include <cuda_runtime.h>

// Without a launch several blocks are tried: each advice says for which one it holds. Somebody else
// loads the kernel by its name.
extern "C" __global__ void transpose(float *out, const float *in, int n) {
  __shared__ float tile[32][32];
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  // Two rows of 16 in a warp, 33 words apart: words 33 to 48 are in the banks of 1 to 16.
  // CHECK: :[[#@LINE+3]]:3: remark: 2-way shared memory bank conflict: lanes store to `tile
  // CHECK: note: for block (16,16,1): no row padding up to 128 B makes both accesses conflict-free
  // CHECK: help: for block (16,16,1): pad `tile` to `[32][34]`, which leaves 1 of the 16 excess wavefronts per request of each access (+256 B shared memory)
  tile[threadIdx.y][threadIdx.x] = in[y * n + x];
  __syncthreads();
  // CHECK: :[[#@LINE+2]]:20: warning: 32-way shared memory bank conflict: lanes load `tile
  // CHECK: help: for block (32,8,1): pad `tile` to `[32][33]` to remove the bank conflicts of both accesses
  out[y * n + x] = tile[threadIdx.x][threadIdx.y];
}

// For each tile a store with 3 wavefronts in excess, and 64 loads with one. Rows of 520 words
// free the store: 64 of 67 are left. Without the number of tiles nobody knows how often either
// is executed.
// CHECK: help: pad the rows of `tile` from 512 to 520 elements, which leaves some of the excess wavefronts
__global__ void tiles(float *out, const float *in, int tiles) {
  __shared__ float tile[4 * 512];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < tiles; ++k) {
    tile[(t % 4) * 512 + t / 4] = in[k * 32 + t];
    __syncthreads();
#pragma unroll 1
    for (int d = 0; d < 64; ++d)
      sum += tile[(t / 4) * 8 + d];
    __syncthreads();
  }
  out[t] = sum;
}

// Ten of them: 640 of 670 wavefronts would be left.
// CHECK: note: no row padding up to 128 B makes both accesses conflict-free
// CHECK-NOT: help:
__global__ void tenTiles(float *out, const float *in) {
  __shared__ float tile[4 * 512];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 10; ++k) {
    tile[(t % 4) * 512 + t / 4] = in[k * 32 + t];
    __syncthreads();
#pragma unroll 1
    for (int d = 0; d < 64; ++d)
      sum += tile[(t / 4) * 8 + d];
    __syncthreads();
  }
  out[t] = sum;
}

// With 6 loads for each store: 60 of 90.
// CHECK: help: pad the rows of `tile` from 512 to 520 elements, which leaves 60 of the 90 excess wavefronts (+128 B shared memory)
__global__ void fewLoads(float *out, const float *in) {
  __shared__ float tile[4 * 512];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < 10; ++k) {
    tile[(t % 4) * 512 + t / 4] = in[k * 32 + t];
    __syncthreads();
#pragma unroll 1
    for (int d = 0; d < 6; ++d)
      sum += tile[(t / 4) * 8 + d];
    __syncthreads();
  }
  out[t] = sum;
}

// The other half of a warp has the rows: 16 lanes 64 B apart, with 17 words in banks of their own.
__global__ void secondHalf(float *out) {
  // CHECK: pad `column` to `[16][17]` to remove the bank conflicts of all 4 accesses
  __shared__ float column[16][16];
  if (threadIdx.x >= 16)
    for (int i = 0; i < 16; ++i)
      column[i][threadIdx.x - 16] = out[i * 16 + threadIdx.x];
  __syncthreads();
  if (threadIdx.x >= 16)
    for (int i = 0; i < 16; ++i)
      column[threadIdx.x - 16][i] *= 2;
  __syncthreads();
  if (threadIdx.x >= 16)
    for (int i = 0; i < 16; ++i)
      out[i * 16 + threadIdx.x] = column[i][threadIdx.x - 16];
}

// Each lane counts in a column of its own, in whichever row: no conflicts in rows of 64 words, but
// in padded ones.
__global__ void histogram(int *out, const int *in) {
  __shared__ int counts[8][64];
  int t = threadIdx.x;
  for (int bin = 0; bin < 8; ++bin)
    counts[bin][t] = 0;
  for (int k = 0; k < 16; ++k)
    counts[in[k * 64 + t] & 7][t]++;
  __syncthreads();
  if (t < 8)
    for (int other = 0; other < 64; ++other)
      // CHECK: :[[#@LINE+4]]:17: warning: 8-way shared memory bank conflict
      // CHECK: note: no row padding up to 128 B makes all 4 accesses conflict-free
      // CHECK: :[[#@LINE-6]]:5: note: the row of `counts[in[k * 64 + t] & 7][t]` depends on data; padding may introduce conflicts there
      // CHECK-NOT: help:
      out[t] += counts[t][other];
}

void launch(float *out, const float *in, int n) {
  tiles<<<1, 32>>>(out, in, n);
  tenTiles<<<1, 32>>>(out, in);
  fewLoads<<<1, 32>>>(out, in);
  secondHalf<<<1, 32>>>(out);
  histogram<<<1, 64>>>(nullptr, nullptr);
}
