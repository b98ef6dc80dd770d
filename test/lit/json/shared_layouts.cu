// RUN: %json %s | %query | FileCheck %s

// Layouts of shared memory: strides, swizzles, several dimensions, and several arrays
// in one dynamic buffer.

#include <cuda_runtime.h>

// 32 x 32 threads, 32 warps. Row y of the tile holds column c at c xor y. Written by row:
// banks x xor y, all different. Read by column: banks y xor x, all different.
__global__ void swizzled(float *out) {
  __shared__ float tile[32][32];
  int x = threadIdx.x;
  int y = threadIdx.y;
  tile[y][x ^ y] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=32 cost=32 ideal=32 worst=1; proved;
  __syncthreads();
  out[y * 32 + x] = tile[x][y ^ x];
  // CHECK: line [[#@LINE-1]]: shared load requests=32 cost=32 ideal=32 worst=1; proved;
}

// One warp, strides in words: gcd(stride, 32) wavefronts.
__global__ void strides(float *out) {
  __shared__ float s[1056];
  int t = threadIdx.x;
  s[2 * t + 1] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=2 ideal=1 worst=2; proved;
  s[3 * t] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=1 ideal=1 worst=1; proved;
  s[4 * t + 3] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=4 ideal=1 worst=4; proved;
  s[6 * t] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=2 ideal=1 worst=2; proved;
  s[24 * t] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=8 ideal=1 worst=8; proved;
  s[33 * t] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=1 ideal=1 worst=1; proved;
  s[31 - t] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=1 ideal=1 worst=1; proved;
  s[7 * t % 32] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=1 ideal=1 worst=1; proved;
  out[t] = 1;
}

// One warp, three dimensions. With rows of 33 words the word is 264*(t%4) + 33*(t/4),
// bank 8*(t%4) + t/4: all different. With rows of 32, 256*(t%4) + 32*(t/4): bank 0.
__global__ void threeDimensions(float *out) {
  __shared__ float padded[4][8][33];
  __shared__ float plain[4][8][32];
  int t = threadIdx.x;
  padded[t % 4][t / 4][0] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=1 ideal=1 worst=1; proved;
  plain[t % 4][t / 4][0] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=32 ideal=1 worst=32; proved;
  out[t] = 1;
}

// 32 x 32 threads, one buffer: 32 rows of 33 words, then 32 rows of 32 words. By column
// the first is free of conflicts, the second 32-way.
__global__ void carved(float *out) {
  extern __shared__ float buffer[];
  float *padded = buffer;
  float *plain = buffer + 32 * 33;
  int x = threadIdx.x;
  int y = threadIdx.y;
  padded[x * 33 + y] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=32 cost=32 ideal=32 worst=1; proved;
  plain[x * 32 + y] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=32 cost=1024 ideal=32 worst=32; proved;
  out[y * 32 + x] = 1;
}

// One warp, a buffer of bytes: 64 ints, then 32 doubles. Ints 2 words apart: 2. Doubles
// side by side: their 2 phases, the least.
__global__ void carvedByType(float *out) {
  extern __shared__ __align__(16) unsigned char bytes[];
  int *ints = reinterpret_cast<int *>(bytes);
  double *doubles = reinterpret_cast<double *>(bytes + 64 * sizeof(int));
  int t = threadIdx.x;
  ints[2 * t] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=2 ideal=1 worst=2; proved;
  doubles[t] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=2 ideal=2 worst=2;
  out[t] = 1;
}

// One warp, a tile of float2. A column of 32: 64 words apart, 16 lanes a phase in one
// pair of banks: 32 against 2. One float of each: 32 words of one bank: 32 against 1.
// Rows of 33: 66 words apart: whole elements 2; one float of each: banks 2*l, lanes l
// and l + 16 share: 2 against 1.
__global__ void pairsOfFloats(float *out, float2 *outPairs) {
  __shared__ float2 plain[32][32];
  __shared__ float2 padded[32][33];
  int t = threadIdx.x;
  outPairs[t] = plain[t][3];
  // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=32 ideal=2 worst=32;
  out[t] = plain[t][3].x;
  // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=32 ideal=1 worst=32; proved;
  outPairs[t] = padded[t][3];
  // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=2 ideal=2 worst=2;
  out[t] = padded[t][3].y;
  // CHECK: line [[#@LINE-1]]: shared load requests=1 cost=2 ideal=1 worst=2; proved;
}

// One warp, the diagonal of a square: 33 words apart.
__global__ void diagonal(float *out) {
  __shared__ float tile[32][32];
  int t = threadIdx.x;
  tile[t][t] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=1 ideal=1 worst=1; proved;
  out[t] = 1;
}

// 16 x 16 threads, tile[16][16], as a matrix product reads it: [y][k] is 2 words, banks k
// and 16 + k; [k][x] is 16 words. 8 warps, 16 turns.
__global__ void productTiles(float *out) {
  __shared__ float a[16][16];
  __shared__ float b[16][16];
  int x = threadIdx.x;
  int y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < 16; ++k) {
    sum += a[y][k];
    // CHECK: line [[#@LINE-1]]: shared load requests=128 cost=128 ideal=128 worst=1; proved;
    sum += b[k][x];
    // CHECK: line [[#@LINE-1]]: shared load requests=128 cost=128 ideal=128 worst=1; proved;
    // The transposed read: [x][k] is 16 words 16 apart: banks k and 16 + k, 8 each: 8.
    sum += a[x][k];
    // CHECK: line [[#@LINE-1]]: shared load requests=128 cost=1024 ideal=128 worst=8; proved;
  }
  out[y * 16 + x] = sum;
}

void launch(float *out, float2 *outPairs) {
  swizzled<<<1, dim3(32, 32)>>>(out);
  strides<<<1, 32>>>(out);
  threeDimensions<<<1, 32>>>(out);
  carved<<<1, dim3(32, 32), (32 * 33 + 32 * 32) * sizeof(float)>>>(out);
  carvedByType<<<1, 32, 64 * sizeof(int) + 32 * sizeof(double)>>>(out);
  pairsOfFloats<<<1, 32>>>(out, outPairs);
  diagonal<<<1, 32>>>(out);
  productTiles<<<1, dim3(16, 16)>>>(out);
}
