// Rows that are padded are longer for `load_matrix_sync`, too, which is passed their length.
//
// RUN: not %cuda-memlint --no-fixes --checks=-*,cuda-shared-bank-conflict %s | FileCheck %s \
// RUN:     --implicit-check-not='leading dimension'

#include <cuda_fp16.h>
#include <mma.h>

// 64 rows of 8 more elements of 2 B.
// CHECK: help: pad `tile` to `[64][72]` to remove the bank conflicts of {{.*}} (+1,024 B shared memory); the leading dimension of its matrix fragments becomes 72, too
__global__ void fragments(float *out, const half *in) {
  using namespace nvcuda::wmma;
  __shared__ half tile[64][64];
  int t = threadIdx.x;
  for (int i = t; i < 4096; i += 128)
    tile[i / 64][i % 64] = in[i];
  __syncthreads();
  fragment<matrix_a, 16, 16, 16, half, row_major> a;
  fragment<matrix_b, 16, 16, 16, half, row_major> b;
  fragment<accumulator, 16, 16, 16, float> sum;
  fill_fragment(sum, 0.f);
  for (int k = 0; k < 64; k += 16) {
    load_matrix_sync(a, &tile[t / 32 * 16][k], 64);
    mma_sync(sum, a, b, sum);
  }
  store_matrix_sync(out + t / 32 * 256, sum, 16, mem_row_major);
}

// Subscripts follow the declaration.
// CHECK: help: pad `tile` to `[32][33]` to remove the bank conflicts of both accesses (+128 B shared memory)
__global__ void subscripts(float *out, const float *in) {
  __shared__ float tile[32][32];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * 32 + threadIdx.x];
  __syncthreads();
  out[threadIdx.y * 32 + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

void launch(float *out, const half *in) {
  fragments<<<1, 128>>>(out, in);
  subscripts<<<1, dim3(32, 32)>>>(out, out);
}
