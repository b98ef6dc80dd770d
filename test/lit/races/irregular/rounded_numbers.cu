// Indices that floating-point arithmetic makes of integers: many of those lead to one. Each racy
// kernel, the same one mended, whose name ends in Mended, and rows of the thread's own.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__global__ void waves(int *bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `bins[int(sinf(i * 0.01f) * 50 + 50)]`: read and written without an atomic
    bins[int(sinf(i * 0.01f) * 50 + 50)]++;
}
__global__ void wavesMended(int *bins, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&bins[int(sinf(i * 0.01f) * 50 + 50)], 1);
}
__global__ void brightness(const int *pixel, int *bins, float scale, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `bins[__float2int_rd(pixel[i] * scale)]`: read and written without an atomic
    bins[__float2int_rd(pixel[i] * scale)] += 1;
}
__global__ void brightnessMended(const int *pixel, int *bins, float scale, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&bins[__float2int_rd(pixel[i] * scale)], 1);
}
// Distances from the middle, for one angle after the other.
__global__ void lines(const unsigned char *image, int *votes, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height || image[y * width + x] == 0)
    return;
  for (int angle = 0; angle < 180; ++angle) {
    int distance = int(x * cosf(angle * 0.0174f) + y * sinf(angle * 0.0174f)) + 256;
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `votes[angle * 512 + distance]`: read and written without an atomic
    votes[angle * 512 + distance]++;
  }
}
__global__ void linesMended(const unsigned char *image, int *votes, int width, int height) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= width || y >= height || image[y * width + x] == 0)
    return;
  for (int angle = 0; angle < 180; ++angle) {
    int distance = int(x * cosf(angle * 0.0174f) + y * sinf(angle * 0.0174f)) + 256;
    atomicAdd(&votes[angle * 512 + distance], 1);
  }
}

//===--- Of the thread's own -----------------------------------------------===//

// The row and the column of an element of a triangle.
__global__ void triangle(int *a, int width, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int row = int((sqrtf(8.0f * i + 1) - 1) / 2), column = i - row * (row + 1) / 2;
  a[row * width + column] += 1;
}
// Nothing but a conversion there and back.
__global__ void converted(int *a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    a[int(float(i))] += 1;
}
// Elements of a variable of the thread.
__global__ void chosen(int *a, const int *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int own[16];
  for (int k = 0; k < 16; ++k)
    own[k] = i * 16 + k;
  y[i] = sqrtf(float(i)) * 2;
  a[own[x[i] & 15]] += 1;
}
__global__ void levels(int *a, float ratio, int level) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int width = int(ratio * level);
  a[i * width] += 1;
}
