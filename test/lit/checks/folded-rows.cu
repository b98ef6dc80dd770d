// RUN: not %cuda-memlint --checks=-*,cuda-shared-bank-conflict %s | FileCheck %s --implicit-check-not=warning: --implicit-check-not=help:

// Arrays of two dimensions whose subscripts are the quotient and the remainder of one number: the
// offset is that number, which shows no rows.

#include <cuda_runtime.h>

// Word 32 l + w of lane l is in bank w; 33 l + w in bank l + w.
__global__ void warpPerRow(float *out, const float *in) {
  // CHECK: warning: 32-way shared memory bank conflict
  // CHECK: help: pad `tile` to `[32][33]` to remove the bank conflicts of both accesses (+128 B shared memory)
  __shared__ float tile[32][32];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  tile[warp][lane] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[lane][warp];
}

__global__ void loopOverTile(float *out, const float *in) {
  // CHECK: warning: 32-way shared memory bank conflict
  // CHECK: help: pad `tile` to `[32][33]` to remove the bank conflicts of both accesses (+128 B shared memory)
  __shared__ float tile[32][32];
  for (int i = threadIdx.x; i < 1024; i += blockDim.x)
    tile[i / 32][i % 32] = in[i];
  __syncthreads();
  for (int i = threadIdx.x; i < 1024; i += blockDim.x)
    out[i] = tile[i % 32][i / 32];
}

// Rows of 16 words: either half of a warp is in a row or a column of its own. In rows of 17 words
// the last lane of one half is in the bank of the first of the other.
__global__ void halfWarps(float *out, const float *in) {
  // CHECK: warning: 8-way shared memory bank conflict
  // CHECK: help: store element c of row r at index c ^ (r & 15): removes the bank conflicts of both accesses (no extra shared memory)
  __shared__ float tile[16][16];
  tile[threadIdx.x / 16][threadIdx.x % 16] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x % 16][threadIdx.x / 16];
}

// 16 bytes of a row of 256: 8 lanes of a phase are in the same 4 banks, and in rows of 272 bytes in
// 32 of them.
__global__ void fourAtOnce(float4 *out, const float4 *in) {
  // CHECK: warning: 8-way shared memory bank conflict
  // CHECK: help: pad `rows` to `[32][68]` to remove the bank conflicts of both accesses (+512 B shared memory)
  __shared__ __align__(16) float rows[32][64];
  int t = threadIdx.x;
  *(float4 *)&rows[t / 16][t % 16 * 4] = in[t];
  __syncthreads();
  out[t] = *(float4 *)&rows[t % 32][t / 32 * 4];
}

// One side goes through a pointer.
__global__ void flat(float *out, const float *in) {
  // CHECK: warning: 32-way shared memory bank conflict
  // CHECK: :[[#@LINE+5]]:3: note: `words[threadIdx.x]` need not go by rows of `tile`: if it does not, its index has to follow the layout, too
  // CHECK: note: no automatic fix:
  // CHECK: help: pad `tile` to `[32][33]` to remove the bank conflicts of both accesses (+128 B shared memory)
  __shared__ float tile[32][32];
  float *words = &tile[0][0];
  words[threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x % 32][threadIdx.x / 32];
}

// The pointer is to a row, which moves with the layout: only the sum shows no rows.
__global__ void rowPointer(float *out, const float *in) {
  // CHECK: warning: 32-way shared memory bank conflict
  // CHECK: note: `row[threadIdx.x % 32]` need not go by rows of `tile`: if it does not, its index has to follow the layout, too
  // CHECK: help: pad `tile` to `[32][33]` to remove the bank conflicts of both accesses (+128 B shared memory)
  __shared__ float tile[32][32];
  float *row = tile[threadIdx.x / 32];
  row[threadIdx.x % 32] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x % 32][threadIdx.x / 32];
}

// Rows of 128 bytes that 8 lanes each give the address of are in the same 4 banks; 144 bytes are 36
// words, so that the rows are in 32 of them.
__global__ void matrices(unsigned *out, const float4 *in) {
  // CHECK: warning: 8-way shared memory bank conflict: lanes load matrix rows in `rows` in 2 groups of 16 lanes
  // CHECK: note: `((float4 *)rows)[lane + 256 * k]` need not go by rows of `rows`: if it does not, its index has to follow the layout, too
  // CHECK: help: pad `rows` to `[64][72]` to remove the bank conflicts of both accesses (+1,024 B shared memory)
  __shared__ __align__(16) unsigned short rows[64][64];
  int lane = threadIdx.x, row = lane % 16 + lane / 32 % 4 * 16, column = lane / 16 % 2 * 8 + lane / 128 * 32;
  for (int k = 0; k < 2; ++k)
    ((float4 *)rows)[lane + 256 * k] = in[lane + 256 * k];
  __syncthreads();
  unsigned a, b, c, d, address = (unsigned)__cvta_generic_to_shared(&rows[row][column]);
  asm volatile("ldmatrix.sync.aligned.m8n8.x4.shared.b16 {%0, %1, %2, %3}, [%4];"
               : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
               : "r"(address));
  out[lane] = a + b + c + d;
}

// Columns past the end of a row.
__global__ void longRow(float *out, const float *in) {
  // CHECK: warning: 32-way shared memory bank conflict
  __shared__ float tile[32][32];
  tile[0][threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[threadIdx.x % 32][threadIdx.x / 32];
}

__global__ void padded(float *out, const float *in) {
  __shared__ float tile[32][33];
  int lane = threadIdx.x % 32, warp = threadIdx.x / 32;
  tile[warp][lane] = in[threadIdx.x];
  __syncthreads();
  out[threadIdx.x] = tile[lane][warp];
}

void launch(float *out, const float *in, float4 *outFour, const float4 *inFour) {
  warpPerRow<<<1, 1024>>>(out, in);
  loopOverTile<<<1, 256>>>(out, in);
  halfWarps<<<1, 256>>>(out, in);
  fourAtOnce<<<1, 512>>>(outFour, inFour);
  flat<<<1, 1024>>>(out, in);
  rowPointer<<<1, 1024>>>(out, in);
  matrices<<<1, 256>>>((unsigned *)out, inFour);
  longRow<<<1, 1024>>>(out, in);
  padded<<<1, 1024>>>(out, in);
}
