// RUN: %json %s | %query | FileCheck %s

// Blocks that are not whole rows of 32: which threads make up a warp, and warps of one
// block that are not alike.

#include <cuda_runtime.h>

// 48 threads: one whole warp and one of 16 lanes. Two blocks, 192 bytes apart, a
// multiple of 32: 4 + 2 + 4 + 2 = 12.
__global__ void fortyEight(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
  // CHECK: line [[#@LINE-1]]: global load requests=4 cost=12 ideal=12 worst=4; proved;
}

// 36 threads: 32 and 4 lanes. Block b starts at byte 144*b: b even at a sector, 4 + 1;
// b odd 16 bytes into one, 5 + 1 (the 16 bytes end with a sector). Four blocks:
// 5 + 6 + 5 + 6 = 22 against 4 * (4 + 1) = 20.
__global__ void thirtySix(float *out, const float *in) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i];
  // CHECK: line [[#@LINE-1]]: global load requests=8 cost=22 ideal=20 worst=5; proved;
}

// 16 x 16: a warp is two rows of 16. 8 warps.
__global__ void sixteenSquare(float *out) {
  __shared__ float tile[16][16];
  __shared__ float padded[16][17];
  int x = threadIdx.x;
  int y = threadIdx.y;
  // Words 16*y + x: 32 consecutive words.
  tile[y][x] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=8 cost=8 ideal=8 worst=1; proved;
  padded[y][x] = 1;
  // Two rows of 16 words, the second 17 words on: its last is word 17 + 15 = 32 from the
  // first word of the first row, in the same bank: 2.
  // CHECK: line [[#@LINE-3]]: shared store requests=8 cost=16 ideal=8 worst=2; proved;
  __syncthreads();
  // Words 16*x + y: banks y (even x) and 16 + y (odd x), 8 words each: 8.
  out[y * 16 + x] = tile[x][y];
  // CHECK: line [[#@LINE-1]]: global store requests=8 cost=32 ideal=32 worst=4; proved;
  // CHECK: line [[#@LINE-2]]: shared load requests=8 cost=64 ideal=8 worst=8; proved;
  // Words 17*x + y: x even bank x + y, x odd bank x + 16 + y. Word 17*15 + 1 = 256 shares
  // a bank with word 0: 2.
  out[y * 16 + x] = padded[x][y];
  // CHECK: line [[#@LINE-1]]: shared load requests=8 cost=16 ideal=8 worst=2; proved;
}

// 8 x 8: two warps of four rows.
__global__ void eightSquare(float *out, const float *in) {
  __shared__ float tile[8][8];
  int x = threadIdx.x;
  int y = threadIdx.y;
  // Rows of 256 bytes: each row of 8 floats is one sector: 4 a warp.
  tile[y][x] = in[y * 64 + x];
  // CHECK: line [[#@LINE-1]]: global load requests=2 cost=8 ideal=8 worst=4; proved;
  __syncthreads();
  // Words 8*x + y: x and x + 4 share a bank: 2.
  out[y * 8 + x] = tile[x][y];
  // CHECK: line [[#@LINE-1]]: shared load requests=2 cost=4 ideal=2 worst=2; proved;
  __syncthreads();
  // Rows of 260 bytes: row y starts 4*y bytes into a sector: row 0 touches 1, all others
  // 2. Warp 0: 1 + 2 + 2 + 2 = 7, warp 1: 8. 15 against 8.
  out[y * 8 + x] = in[y * 65 + x];
  // CHECK: line [[#@LINE-1]]: global load requests=2 cost=15 ideal=8 worst=8; proved;
}

// 8 x 4 x 4: a warp has one z.
__global__ void threeDimensional(float *out, const float *in) {
  int x = threadIdx.x;
  int y = threadIdx.y;
  int z = threadIdx.z;
  // Consecutive: 4 warps of 4 sectors.
  out[(z * 4 + y) * 8 + x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=4 cost=16 ideal=16 worst=4; proved;
  // Words 16*x + 4*y + z: every fourth word of 128: 512 bytes, 16 sectors.
  out[(z * 4 + y) * 8 + x] = in[x * 16 + y * 4 + z];
  // CHECK: line [[#@LINE-1]]: global load requests=4 cost=64 ideal=16 worst=16; proved;
}

// 10 x 10: three whole warps and one of 4 lanes, which run across rows. Rows of 64
// bytes; 40 of them are read, 2 sectors.
//   warp 0: rows 0, 1, 2 and 2 floats of row 3:              2 + 2 + 2 + 1 = 7
//   warp 1: floats 2..9 of row 3 (bytes 8..39), 4, 5, 4 of 6: 2 + 2 + 2 + 1 = 7
//   warp 2: floats 4..9 of row 6 (bytes 16..39), 7, 8, 6 of 9: 2 + 2 + 2 + 1 = 7
//   warp 3: floats 6..9 of row 9 (bytes 24..39):              2
// 23 against 4 + 4 + 4 + 1 = 13.
__global__ void tenSquare(float *out, const float *in) {
  out[threadIdx.y * 10 + threadIdx.x] = in[threadIdx.y * 16 + threadIdx.x];
  // CHECK: line [[#@LINE-1]]: global load requests=4 cost=23 ideal=13 worst=7; proved;
  // 400 bytes in a row: 4 + 4 + 4 + 1.
  // CHECK: line [[#@LINE-3]]: global store requests=4 cost=13 ideal=13 worst=4; proved;
}

void launch(float *out, const float *in) {
  fortyEight<<<2, 48>>>(out, in);
  thirtySix<<<4, 36>>>(out, in);
  sixteenSquare<<<1, dim3(16, 16)>>>(out);
  eightSquare<<<1, dim3(8, 8)>>>(out, in);
  threeDimensional<<<1, dim3(8, 4, 4)>>>(out, in);
  tenSquare<<<1, dim3(10, 10)>>>(out, in);
}
