// RUN: not %cuda-memlint --remarks --checks='-*,cuda-shared-bank-conflict' %s | FileCheck %s

// What another layout leaves is counted as compilers merge accesses, as the note of the kernel is.

#include <cuda_runtime.h>
#include <mma.h>

using namespace nvcuda;

// 1,024 blocks of 4 warps: the 32 loads of a thread become 8 of 16 bytes, 32 wavefronts each where 4
// would do, 28 * 32,768 in excess. As written they would seem to be 31 * 131,072,
// and rows of 68 would leave other ones of these than of what is merged.
// CHECK: help: in `rows<64>`: pad `tile` to `[64][72]`, which leaves 131,072 of the 1,310,720 excess wavefronts (+2,048 B shared memory); the leading dimension of its matrix fragments becomes 72, too
template <int Pitch> __global__ void rows(float *out, float scale) {
  __shared__ int tile[64][Pitch];
  int t = threadIdx.x, warp = t >> 5;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum;
  wmma::fill_fragment(sum, 1);
  for (int n = 0; n < 4; ++n)
    wmma::store_matrix_sync(&tile[warp * 16][n * 16], sum, Pitch, wmma::mem_row_major);
  __syncthreads();
  int r = t >> 1, first = (t & 1) << 5;
#pragma unroll
  for (int j = 0; j < 32; ++j)
    out[(blockIdx.x * 64 + r) * 64 + first + j] = float(tile[r][first + j]) * scale;
}

// Not unrolled, the loads stay as they are written.
// CHECK: help: pad `tile` to `[64][68]`, which leaves 524,288 of the 4,456,448 excess wavefronts
__global__ void oneByOne(float *out, float scale) {
  __shared__ int tile[64][64];
  int t = threadIdx.x, warp = t >> 5;
  wmma::fragment<wmma::accumulator, 16, 16, 16, int> sum;
  wmma::fill_fragment(sum, 1);
  for (int n = 0; n < 4; ++n)
    wmma::store_matrix_sync(&tile[warp * 16][n * 16], sum, 64, wmma::mem_row_major);
  __syncthreads();
  int r = t >> 1, first = (t & 1) << 5;
#pragma unroll 1
  for (int j = 0; j < 32; ++j)
    out[(blockIdx.x * 64 + r) * 64 + first + j] = float(tile[r][first + j]) * scale;
}

void launch(float *out) {
  rows<64><<<1024, 128>>>(out, 2);
  // CHECK: note: rows<64><<<1024, 128>>> at line [[#@LINE-1]] in all: {{.*}}; 1,572,864 wavefronts, 1,310,720 in excess
  rows<72><<<1024, 128>>>(out, 2);
  oneByOne<<<1024, 128>>>(out, 2);
}
