// What every kernel is made of: indices, early returns, grid strides, tiles.
// ORACLE: 11 accesses, 11 costs

#include <cuda_runtime.h>

__global__ void saxpy(float *y, const float *x, float a, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    y[i] = a * x[i] + y[i];
}

__global__ void gridStride(float *out, const float *in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    out[i] = 2 * in[i];
}

__global__ void rowSums(float *sums, const float *matrix, int rows, int columns) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  float sum = 0;
  for (int column = 0; column < columns; ++column)
    sum += matrix[row * columns + column];
  sums[row] = sum;
}

__global__ void transposeTile(double *out, const double *in, int width) {
  __shared__ double tile[16][17];
  int x = blockIdx.x * 16 + threadIdx.x;
  int y = blockIdx.y * 16 + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * width + x];
  __syncthreads();
  x = blockIdx.y * 16 + threadIdx.x;
  y = blockIdx.x * 16 + threadIdx.y;
  out[y * width + x] = tile[threadIdx.x][threadIdx.y];
}

int main() {
  float *a, *b;
  double *c, *d;
  cudaMalloc(&a, 4096 * sizeof(float));
  cudaMalloc(&b, 4096 * sizeof(float));
  cudaMalloc(&c, 4096 * sizeof(double));
  cudaMalloc(&d, 4096 * sizeof(double));
  saxpy<<<4, 128>>>(a, b, 2.0f, 500);
  gridStride<<<3, 64>>>(a, b, 1000);
  rowSums<<<2, 48>>>(a, b, 80, 33);
  transposeTile<<<dim3(2, 3), dim3(16, 16)>>>(c, d, 48);
  return cudaDeviceSynchronize() != cudaSuccess;
}
