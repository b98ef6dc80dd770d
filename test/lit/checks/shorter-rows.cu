// Rows that are padded already, by a number of elements that leaves conflicts: shorter ones free
// their accesses where these do not need all of the row.
// RUN: %cuda-memlint --fail-on=none --checks=-*,cuda-shared-bank-conflict --min-share=0 %s 2>&1 | FileCheck %s
// RUN: %json --checks=-*,cuda-shared-bank-conflict %s | %python %S/../Inputs/apply_fixes.py %s > %t.cu
// RUN: grep -v CHECK %t.cu | FileCheck %s --check-prefix=EDIT
// RUN: %cuda-memlint --fail-on=none --checks=-*,cuda-shared-bank-conflict --min-share=0 %t.cu 2>&1 | FileCheck %s --check-prefix=LEFT

#include <cuda_runtime.h>
#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

constexpr int Skew = 4;

// Rows of 36 words are 4 banks apart: lanes 0 and 8 meet. Of 33 words: 1.
// CHECK: 4-way shared memory bank conflict: lanes load `tile[x][y]`
// CHECK: help: shorten the rows of `tile` from 36 to 33 elements to remove the bank conflicts of both accesses (-384 B shared memory)
// EDIT-LABEL: void tooWide(
// EDIT: __shared__ float tile[32][33];
__global__ void tooWide(float *out, const float *in) {
  __shared__ float tile[32][36];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y];
}

// EDIT-LABEL: void named(
// EDIT: __shared__ float tile[32][32 + Skew - 3];
// CHECK: 4-way shared memory bank conflict
// CHECK: help: shorten the rows of `tile` from 36 to 33 elements
__global__ void named(float *out, const float *in) {
  __shared__ float tile[32][32 + Skew];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y];
}

// All of the row is needed.
// CHECK: 4-way shared memory bank conflict
// CHECK: help: pad `tile` to `[32][37]`
__global__ void needed(float *out, const float *in) {
  __shared__ float tile[32][36];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 36 + x];
  if (x < 4)
    tile[y][32 + x] = in[y * 36 + 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y] + tile[x][35];
}

// Rows that are as long as all banks are not padded: half of each is for larger blocks.
// CHECK: 16-way shared memory bank conflict
// CHECK: help: pad `tile` to `[16][34]`
__global__ void half_full(float *out, const float *in) {
  __shared__ float tile[16][32];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 16 + x];
  __syncthreads();
  out[y * 16 + x] = tile[x][y];
}

// Fragments: rows of 80 halves are 8 banks apart, eight of which are read together. Rows are a
// multiple of 16 bytes apart: of 72 halves, 4 banks.
// CHECK: shared memory bank conflict
// CHECK: help: shorten the rows of `rows` from 80 to 72 elements to remove the bank conflicts of all {{[0-9]+}} accesses (-1,024 B shared memory)
__global__ void fragments(float *out, const half *in) {
  __shared__ half rows[64][64 + 16];
  unsigned warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  for (unsigned row = warp * 16 + lane / 8; row < warp * 16 + 16; row += 4)
    *(int4 *)&rows[row][lane % 8 * 8] = *(const int4 *)&in[row * 64 + lane % 8 * 8];
  __syncthreads();
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  for (int k = 0; k < 4; ++k) {
    wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
    wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
    wmma::load_matrix_sync(a, &rows[warp * 16][k * 16], 80);
    wmma::load_matrix_sync(b, &rows[warp * 16][k * 16], 80);
    wmma::mma_sync(sum, a, b, sum);
  }
  wmma::store_matrix_sync(&out[warp * 256], sum, 16, wmma::mem_row_major);
}

// What knows no rows is about other data, when the tile is done with.
// CHECK: 4-way shared memory bank conflict: lanes load `tile[x * 36 + y]`
// CHECK: note: `tile[y * 32 + x]` need not go by rows of `tile`
// CHECK: help: shorten the rows of `tile` from 36 to 33 elements to remove the bank conflicts of both accesses (-384 B shared memory)
// EDIT-LABEL: void twice(
// EDIT: __shared__ float tile[32 * 36];
__global__ void twice(float *out, const float *in) {
  __shared__ float tile[32 * 36];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 36 + x] = in[y * 32 + x];
  __syncthreads();
  float sum = tile[x * 36 + y];
  __syncthreads();
  tile[y * 32 + x] = sum;
  __syncthreads();
  out[y * 32 + x] = tile[(31 - y) * 32 + x];
}

// The same with as little padding as frees them.
__global__ void fitting(float *out, const float *in) {
  __shared__ float tile[32][33];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y];
}

void launch(float *out, const float *in, const half *halves) {
  tooWide<<<1, dim3(32, 32)>>>(out, in);
  named<<<1, dim3(32, 32)>>>(out, in);
  needed<<<1, dim3(32, 32)>>>(out, in);
  half_full<<<1, dim3(16, 16)>>>(out, in);
  fragments<<<1, 128>>>(out, halves);
  twice<<<1, dim3(32, 32)>>>(out, in);
  fitting<<<1, dim3(32, 32)>>>(out, in);
}

// CHECK: {{^}}6 warnings in 6 of 7 kernels
// LEFT: {{^}}3 warnings in 3 of 7 kernels
