// Rows of a key, where each block has some columns, and other blocks have other entries and the
// same columns. Each racy kernel, the same one mended, whose name ends in Mended, and columns of
// the block's own.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

// Two entries of one row are in two blocks of one column.
__global__ void product(const int *row, const int *column, const float *value, const float *from,
                        float *sum, int width, int entries) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int e = blockIdx.y * blockDim.y + threadIdx.y;
  if (j < width && e < entries)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `sum[row[e] * width + j]`
    sum[row[e] * width + j] += value[e] * from[column[e] * width + j];
}
__global__ void productMended(const int *row, const int *column, const float *value,
                              const float *from, float *sum, int width, int entries) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int e = blockIdx.y * blockDim.y + threadIdx.y;
  if (j < width && e < entries)
    atomicAdd(&sum[row[e] * width + j], value[e] * from[column[e] * width + j]);
}

__global__ void blockPerEntry(const int *row, const float *value, float *sum, int width) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < width)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `sum[row[blockIdx.y] * width + j]`
    sum[row[blockIdx.y] * width + j] += value[blockIdx.y];
}
// The block goes through all entries for its columns.
__global__ void allEntries(const int *row, const float *value, float *sum, int width, int entries) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  if (j < width)
    for (int e = 0; e < entries; ++e)
      sum[row[e] * width + j] += value[e];
}

__global__ void inOneNumber(const int *row, const float *value, float *sum, int width,
                            int entries) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int e = t / width, j = t % width;
  if (e < entries)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `sum[row[e] * width + j]`
    sum[row[e] * width + j] += value[e];
}
__global__ void inOneNumberMended(const int *row, const float *value, float *sum, int width,
                                  int entries) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int e = t / width, j = t % width;
  if (e < entries)
    atomicAdd(&sum[row[e] * width + j], value[e]);
}
// Each thread has a column.
__global__ void columns(const int *key, const float *value, float *sum, int threads) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  sum[key[t] * threads + t % threads] += value[t];
}

// The blocks in y have a part of the sums each.
__global__ void parts(const int *row, const float *value, float *sum, int width, int entries) {
  int j = blockIdx.x * blockDim.x + threadIdx.x;
  int e = blockIdx.y;
  if (j < width)
    sum[(blockIdx.y * entries + row[e]) * width + j] += value[e];
}

void launch(const int *row, const int *column, const float *value, const float *from, float *sum,
            int width, int entries) {
  dim3 block(32, 8), grid((width + 31) / 32, (entries + 7) / 8);
  product<<<grid, block>>>(row, column, value, from, sum, width, entries);
  productMended<<<grid, block>>>(row, column, value, from, sum, width, entries);
  dim3 wide((width + 127) / 128, entries);
  blockPerEntry<<<wide, 128>>>(row, value, sum, width);
  allEntries<<<(width + 127) / 128, 128>>>(row, value, sum, width, entries);
  inOneNumber<<<(width * entries + 127) / 128, 128>>>(row, value, sum, width, entries);
  inOneNumberMended<<<(width * entries + 127) / 128, 128>>>(row, value, sum, width, entries);
  columns<<<64, 128>>>(row, value, sum, 64 * 128);
  parts<<<wide, 128>>>(row, value, sum, width, entries);
}
