// RUN: not %cuda-memlint --remarks --checks='-*,cuda-shared-bank-conflict' %s | FileCheck %s

// Fragments of matrices in memory of one dimension show how far the rows are apart. Their elements
// have no other order than that of the rows.

#include <cuda_fp16.h>
#include <mma.h>

using namespace nvcuda;

// 128 rows of 32 of each matrix, each warp takes 64.
template <int Pitch> __global__ void multiply(float *out, const half *A, const half *B) {
  extern __shared__ half shared[];
  half *ofA = shared, *ofB = shared + 128 * Pitch;
  int t = threadIdx.x + threadIdx.y * 32 + threadIdx.z * 64;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, float> sum;
  wmma::fill_fragment(sum, 0.f);
  for (int i = 0; i < 128; i += 4) {
    ofA[(i + t / 32) * Pitch + t % 32] = A[(i + t / 32) * 32 + t % 32];
    ofB[(i + t / 32) * Pitch + t % 32] = B[(i + t / 32) * 32 + t % 32];
  }
  __syncthreads();
  for (int k = 0; k < 32; k += 16)
    for (int i = 0; i < 64; i += 16) {
      // CHECK: :[[#@LINE+2]]:7: warning: 4-way shared memory bank conflict
      // CHECK: help: pad the rows of `shared` from 32 to 40 elements to remove the bank conflicts of both accesses (+2,048 B dynamic shared memory at the launch; {{.*}}; the leading dimension of its matrix fragments becomes 40, too
      wmma::load_matrix_sync(a, &ofA[(threadIdx.y * 64 + i) * Pitch + k], Pitch);
      wmma::load_matrix_sync(b, &ofB[(threadIdx.z * 64 + i) * Pitch + k], Pitch);
      wmma::mma_sync(sum, a, b, sum);
    }
  wmma::store_matrix_sync(out + t / 32 * 256, sum, 16, wmma::mem_row_major);
}

// The result takes the place of the matrix: its rows are four of these.
__global__ void resultInPlace(float *out, const half *A) {
  extern __shared__ half shared[];
  int t = threadIdx.x, warp = t / 32;
  wmma::fragment<wmma::matrix_a, 16, 16, 16, half, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, half, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, half> sum;
  wmma::fill_fragment(sum, __float2half(0.f));
  wmma::fill_fragment(b, __float2half(1.f));
  for (int i = 0; i < 256; i += 4)
    shared[(i + warp) * 32 + t % 32] = A[(i + warp) * 32 + t % 32];
  __syncthreads();
  for (int k = 0; k < 32; k += 16)
    for (int i = 0; i < 64; i += 16) {
      // CHECK: :[[#@LINE+2]]:7: warning: 4-way shared memory bank conflict
      // CHECK: help: pad the rows of `shared` from 32 to 40 elements, {{.*}}; the leading dimensions of its matrix fragments become 40 for each row that they span, too
      wmma::load_matrix_sync(a, &shared[(warp * 64 + i) * 32 + k], 32);
      wmma::mma_sync(sum, a, b, sum);
    }
  __syncthreads();
  wmma::store_matrix_sync(&shared[warp * 16 * 128], sum, 128, wmma::mem_row_major);
  __syncthreads();
  for (int i = t; i < 8192; i += 128)
    out[i] = __half2float(shared[i]);
}

// Rows of 32 bytes: columns that change places are none of a fragment.
__global__ void bytes(int *out, const int4 *A) {
  __shared__ signed char ofA[64][32];
  int t = threadIdx.x;
  *reinterpret_cast<int4 *>(&ofA[t >> 1][(t & 1) << 4]) = A[t];
  __syncthreads();
  wmma::fragment<wmma::matrix_a, 16, 16, 16, signed char, wmma::row_major> a;
  wmma::fragment<wmma::matrix_b, 16, 16, 16, signed char, wmma::col_major> b;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum;
  wmma::fill_fragment(sum, 0);
  wmma::fill_fragment(b, 1);
  for (int k = 0; k < 2; ++k) {
    // CHECK: :[[#@LINE+3]]:5: remark: 2-way shared memory bank conflict
    // CHECK-NOT: index c ^
    // CHECK-NOT: [i + i /
    wmma::load_matrix_sync(a, &ofA[t / 32 * 16][k * 16], 32);
    wmma::mma_sync(sum, a, b, sum);
  }
  wmma::store_matrix_sync(out + t / 32 * 256, sum, 16, wmma::mem_row_major);
}

void launch(float *out, const half *A, const half *B) {
  multiply<32><<<256, dim3(32, 2, 2), 16384>>>(out, A, B);
  // CHECK: note: multiply<32><<<{{.*}} in all:
  // CHECK-NOT: note: multiply<40><<<
  multiply<40><<<256, dim3(32, 2, 2), 20480>>>(out, A, B);
  resultInPlace<<<256, 128, 16384>>>(out, A);
  bytes<<<256, 128>>>((int *)out, (const int4 *)A);
}
