// A buffer whose declared rows are those of one tile, and which another tile with longer rows takes the place of later: fragments of
// the second one say nothing of the rows of the first. Rows of 160 bytes begin 8 banks after each other, so that those of lanes 0 and
// 16 share banks; with 144 bytes they are 4 banks apart, and the 8 rows of a request have all 32.
//
// RUN: %cuda-memlint --checks=-*,cuda-shared-bank-conflict --remarks --fail-on=none %s | FileCheck %s
#include <mma.h>
using namespace nvcuda;

__global__ void multiply(const int4 *in, int *out, int steps) {
  extern __shared__ unsigned char tiles[][160];
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum;
  int *rows = (int *)&tiles[0][0] + warp % 4 * 16 + warp / 4 * 16 * 128;
  for (int row = threadIdx.x / 64; row < 32; row += 4)
    ((int *)&tiles[0][0])[row * 128 + threadIdx.x % 64] = out[(blockIdx.x * 32 + row) * 64 + threadIdx.x % 64];
  __syncthreads();
  wmma::load_matrix_sync(sum, rows, 128, wmma::mem_row_major);
  __syncthreads();
  for (int step = 0; step < steps; ++step) {
    for (int row = 0; row < 16; row += 4)
      *((int4 *)&tiles[warp * 16 + row + lane / 8][0] + lane % 8) = in[(step * 128 + warp * 16 + row) * 8 + lane];
    __syncthreads();
    for (int k = 0; k < 8; ++k) {
      wmma::fragment<wmma::matrix_a, 16, 16, 16, unsigned char, wmma::row_major> a;
      wmma::fragment<wmma::matrix_b, 16, 16, 16, unsigned char, wmma::col_major> b;
      // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: {{.*}}: 2-way shared memory bank conflict: {{.*}} 160 B between groups
      // CHECK: help: shorten the rows of `tiles` from 160 to 144 elements
      wmma::load_matrix_sync(a, &tiles[warp * 16][k * 16], 160);
      wmma::load_matrix_sync(b, &tiles[(warp + 1) % 8 * 16][k * 16], 160);
      wmma::mma_sync(sum, a, b, sum);
    }
    __syncthreads();
  }
  wmma::store_matrix_sync(rows, sum, 128, wmma::mem_row_major);
  __syncthreads();
  for (int row = threadIdx.x / 64; row < 32; row += 4)
    out[(blockIdx.x * 32 + row) * 64 + threadIdx.x % 64] = ((int *)&tiles[0][0])[row * 128 + threadIdx.x % 64];
}

int main() {
  int4 *in;
  int *out;
  cudaMalloc(&in, 1 << 26);
  cudaMalloc(&out, 1 << 26);
  multiply<<<256, 256, 128 * 160>>>(in, out, 64);
}
