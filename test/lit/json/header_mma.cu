// RUN: %json --toolkit=embedded %s | FileCheck %s --check-prefix=WHOLE
// RUN: %json --toolkit=embedded %s | %query | FileCheck %s

// Fragments of matrices as mma.h declares them.

// WHOLE: "parsed": "whole"

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

__global__ void multiply(float *c) {
  __shared__ half tile[16][24];
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.0f);
  // Rows of 48 bytes, 12 words: the 8 rows of a block begin in the banks 0, 12, 24, 4, 16,
  // 28, 8 and 20 and are 4 words: each bank once. 4 blocks.
  wmma::load_matrix_sync(a, &tile[0][0], 24);
  // CHECK: line [[#@LINE-1]]: shared load requests=4 cost=4 ideal=4 worst=1; proved;
  wmma::load_matrix_sync(b, &tile[0][0], 24);
  // CHECK: line [[#@LINE-1]]: shared load requests=4 cost=4 ideal=4 worst=1; proved;
  wmma::mma_sync(sum, a, b, sum);
  // Rows of 64 bytes, two floats a lane: 4 blocks of 8 rows by a whole sector.
  wmma::store_matrix_sync(c, sum, 16, wmma::mem_row_major);
  // CHECK: line [[#@LINE-1]]: global store requests=4 cost=32 ideal=32 worst=8; proved;
}

void launch(float *c) { multiply<<<1, 32>>>(c); }
