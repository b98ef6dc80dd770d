// RUN: not %cuda-memlint --checks='-*,cuda-shared-bank-*' %s | FileCheck %s --check-prefix=WARN --implicit-check-not=warning:
// RUN: not %cuda-memlint --remarks --checks='-*,cuda-shared-bank-*' %s | FileCheck %s --check-prefix=REMARK

// What a kernel's global accesses need takes time beside bank conflicts.

#include <cuda_runtime.h>

// A tile of 8 columns is read by rows that are 9 words apart: 1 of 3 wavefronts of a warp is in
// excess, beside 4 + 4 sectors: 9.1 %.
__global__ void columnSums(float *out, const float *in, int rows) {
  __shared__ float sums[32 * 9];
  for (int row = 0; row < rows; ++row) {
    int i = (row * 8 + threadIdx.y) * 32 + threadIdx.x;
    sums[threadIdx.x * 9 + threadIdx.y] = in[i];
    __syncthreads();
    // REMARK: :[[#@LINE+2]]:14: remark: 2-way shared memory bank conflict
    // REMARK: note: minor: no change is known that lowers the excess, which is at most 9.1 % of the kernel's wavefronts and global sectors
    out[i] = sums[(threadIdx.x / 8 + threadIdx.y * 4) * 9 + threadIdx.x % 8];
    __syncthreads();
  }
}

// The same tile, read ten times for each load: 10 of 21 wavefronts, beside 8 sectors: 34.5 %.
__global__ void manySums(float *out, const float *in, int rows) {
  __shared__ float sums[32 * 9];
  for (int row = 0; row < rows; ++row) {
    int i = (row * 8 + threadIdx.y) * 32 + threadIdx.x;
    sums[threadIdx.x * 9 + threadIdx.y] = in[i];
    __syncthreads();
    float sum = 0;
    for (int step = 0; step < 10; ++step)
      // WARN: :[[#@LINE+1]]:14: warning: 2-way shared memory bank conflict
      sum += sums[(threadIdx.x / 8 + threadIdx.y * 4 + step) % 32 * 9 + threadIdx.x % 8];
    out[i] = sum;
    __syncthreads();
  }
}

void launch(float *out, const float *in, const int *numbers) {
  columnSums<<<numbers[0], dim3(32, 8)>>>(out, in, numbers[1]);
  manySums<<<numbers[0], dim3(32, 8)>>>(out, in, numbers[1]);
}
