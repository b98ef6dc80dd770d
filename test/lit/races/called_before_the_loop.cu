// RUN: not %cuda-memlint --checks='-*,cuda-shared-race' %s | FileCheck %s

// A statement of a function that is called before the loop and in it is a location for the barrier,
// too, but not the one to suggest: a barrier there would be executed more often.

#include <cuda_runtime.h>

constexpr unsigned Rows = 32;

__device__ const float *rowsFrom(const float *in, int block) {
  const float *rows = in + block * Rows;
  return rows;
}

__global__ void sums(float *out, const float *in, int blocks) {
  __shared__ float tile[Rows][Rows];
  const float *first = rowsFrom(in, 0);
  float sum = first[threadIdx.x];
  for (int block = 0; block < blocks; ++block) {
    const float *rows = rowsFrom(in, block);
    tile[threadIdx.y][threadIdx.x] = rows[threadIdx.y * Rows + threadIdx.x];
    __syncthreads();
    for (unsigned k = 0; k < Rows; ++k)
      // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: shared memory race on `tile
      sum += tile[k][threadIdx.x];
    // CHECK: :[[#@LINE+1]]:3: note: insert `__syncthreads();` here, at the end of the loop body
  }
  out[threadIdx.y * Rows + threadIdx.x] = sum;
}

void launch(float *out, const float *in, int blocks) {
  sums<<<1, dim3(Rows, Rows)>>>(out, in, blocks);
}
