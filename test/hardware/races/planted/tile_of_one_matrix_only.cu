// Two tiles, with the barrier before the second one is filled.
#include "../buffers.h"

__global__ void multiply(float *c, const float *a, const float *b, int n) {
  __shared__ float tileA[16][17], tileB[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  int row = blockIdx.y * 16 + y, column = blockIdx.x * 16 + x;
  float sum = 0;
  for (int t = 0; t < n; t += 16) {
    tileA[y][x] = a[row * n + t + x];
#ifndef FIXED
    __syncthreads();
#endif
    tileB[x][y] = b[(t + y) * n + column]; // planted 1: cuda-shared-race, seen by racecheck
#ifdef FIXED
    __syncthreads();
#endif
    for (int k = 0; k < 16; ++k)
      sum += tileA[y][k] * tileB[x][k]; // planted 1
    __syncthreads();
  }
  c[row * n + column] = sum;
}

int main() {
  const int n = 64;
  float *a = numbers<float>(n * n), *b = numbers<float>(n * n), *c = zeros<float>(n * n);
  multiply<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(c, a, b, n);
  return finish();
}
