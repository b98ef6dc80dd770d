// Elimination in a small matrix: rows use the pivot's row while it is still being divided.
#include "../buffers.h"

__global__ void invert(float *matrices) {
  __shared__ float a[16][17];
  int x = threadIdx.x, y = threadIdx.y;
  float *matrix = matrices + blockIdx.x * 256;
  a[y][x] = matrix[y * 16 + x] + (x == y ? 64 : 0);
  for (int k = 0; k < 16; ++k) {
    __syncthreads();
    float pivot = a[k][k], factor = a[y][k];
    __syncthreads();
    if (y == k)
      a[k][x] /= pivot; // planted 1: cuda-shared-race, seen by racecheck
#ifdef FIXED
    __syncthreads();
#endif
    if (y != k)
      a[y][x] -= factor * a[k][x]; // planted 1
  }
  matrix[y * 16 + x] = a[y][x];
}

int main() {
  float *matrices = numbers<float>(4 * 256);
  invert<<<4, dim3(16, 16)>>>(matrices);
  return finish();
}
