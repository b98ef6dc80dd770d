// Sums in rows of a key that a thread computes: the nearest of several centres, the cell of a point.
// Each racy kernel, and the same one mended, whose name ends in Mended.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__device__ int nearest(const float *x, const float *centre, int count, int width) {
  float least = 1e30f;
  int best = 0;
  for (int k = 0; k < count; ++k) {
    float distance = 0;
    for (int j = 0; j < width; ++j)
      distance += (x[j] - centre[k * width + j]) * (x[j] - centre[k * width + j]);
    if (distance < least) {
      least = distance;
      best = k;
    }
  }
  return best;
}

__global__ void means(const float *x, const float *centre, float *sum, int n, int count, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int best = nearest(x + i * width, centre, count, width);
  for (int j = 0; j < width; ++j)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `sum[best * width + j]`: read and written without an atomic
    sum[best * width + j] += x[i * width + j];
}
__global__ void meansMended(const float *x, const float *centre, float *sum, int n, int count,
                            int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int best = nearest(x + i * width, centre, count, width);
  for (int j = 0; j < width; ++j)
    atomicAdd(&sum[best * width + j], x[i * width + j]);
}
// Each thread has a row for each centre.
__global__ void ownMeans(const float *x, const float *centre, float *sum, int n, int count,
                         int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int best = nearest(x + i * width, centre, count, width);
  for (int j = 0; j < width; ++j)
    sum[(i * count + best) * width + j] += x[i * width + j];
}

__global__ void cells(const float *at, const float *x, float *sum, int n, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int cell = int(at[i] * 16);
  for (int j = 0; j < width; ++j)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `sum[cell * width + j]`: read and written without an atomic
    sum[cell * width + j] += x[i * width + j];
}
__global__ void cellsMended(const float *at, const float *x, float *sum, int n, int width) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int cell = int(at[i] * 16);
  for (int j = 0; j < width; ++j)
    atomicAdd(&sum[cell * width + j], x[i * width + j]);
}
// The owner of a row takes up all that belongs to it.
__global__ void gathered(const float *x, const int *label, float *sum, int n, int rows, int width) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  for (int i = 0; i < n; ++i)
    if (label[i] == row)
      for (int j = 0; j < width; ++j)
        sum[row * width + j] += x[i * width + j];
}

//===--- Columns of a table of counts --------------------------------------===//

// Two lanes have one column.
__global__ void columns(const unsigned char *in, int *out, int n) {
  __shared__ unsigned count[64][16];
  int t = threadIdx.x;
  for (int k = t; k < 1024; k += 32)
    count[k / 16][k % 16] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 32 + t; i < n; i += gridDim.x * 32)
    // CHECK: :[[#@LINE+1]]:5: warning: shared memory race on `count[in[i] >> 2][t / 2]`: read and written without an atomic
    count[in[i] >> 2][t / 2]++;
  __syncthreads();
  for (int bin = t; bin < 64; bin += 32)
    for (int k = 0; k < 16; ++k)
      atomicAdd(&out[bin], count[bin][k]);
}
__global__ void columnsMended(const unsigned char *in, int *out, int n) {
  __shared__ unsigned count[64][16];
  int t = threadIdx.x;
  for (int k = t; k < 1024; k += 32)
    count[k / 16][k % 16] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 32 + t; i < n; i += gridDim.x * 32)
    atomicAdd(&count[in[i] >> 2][t / 2], 1);
  __syncthreads();
  for (int bin = t; bin < 64; bin += 32)
    for (int k = 0; k < 16; ++k)
      atomicAdd(&out[bin], count[bin][k]);
}
__global__ void ownColumns(const unsigned char *in, int *out, int n) {
  __shared__ unsigned count[64][32];
  int t = threadIdx.x;
  for (int k = t; k < 2048; k += 32)
    count[k / 32][k % 32] = 0;
  __syncthreads();
  for (int i = blockIdx.x * 32 + t; i < n; i += gridDim.x * 32)
    count[in[i] >> 2][t % 32]++;
  __syncthreads();
  for (int bin = t; bin < 64; bin += 32)
    for (int k = 0; k < 32; ++k)
      atomicAdd(&out[bin], count[bin][k]);
}

void launch(const unsigned char *in, int *out, int n) {
  columns<<<64, 32>>>(in, out, n);
  columnsMended<<<64, 32>>>(in, out, n);
  ownColumns<<<64, 32>>>(in, out, n);
}

//===--- Entries that several threads read, and single bytes ---------------===//

// Edges with a vertex in common read one entry of `part`: that its entries differ would not help.
__global__ void edges(const int *from, const int *part, int *count, int n) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < n)
    // CHECK: :[[#@LINE+2]]:5: warning: global memory race on `count[part[from[e]]]`: {{.*}} an update is lost when two threads read one entry of `part`, or two that give the same index
    // CHECK: note: use an atomic (`atomicAdd`){{$}}
    count[part[from[e]]]++;
}
__global__ void edgesMended(const int *from, const int *part, int *count, int n) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e < n)
    atomicAdd(&count[part[from[e]]], 1);
}
__global__ void bytes(const int *key, unsigned char *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+2]]:5: warning: global memory race on `count[key[i]]`
    // CHECK: note: no atomic updates a single byte: use elements of 4 bytes and an atomic, or update the aligned 4-byte word around it by `atomicCAS`
    count[key[i]]++;
}
