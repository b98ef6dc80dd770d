// A transposed tile: each thread reads what another one stores.
#include "../buffers.h"

__global__ void transpose(float *out, const float *in, int n) {
  __shared__ float tile[32][33];
  int x = blockIdx.x * 32 + threadIdx.x, y = blockIdx.y * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    tile[threadIdx.y + j][threadIdx.x] = in[(y + j) * n + x]; // planted 1: cuda-shared-race, seen by racecheck
#ifdef FIXED
  __syncthreads();
#endif
  x = blockIdx.y * 32 + threadIdx.x;
  y = blockIdx.x * 32 + threadIdx.y;
  for (int j = 0; j < 32; j += 8)
    out[(y + j) * n + x] = tile[threadIdx.x][threadIdx.y + j]; // planted 1
}

int main() {
  const int n = 128;
  float *in = numbers<float>(n * n), *out = zeros<float>(n * n);
  transpose<<<dim3(n / 32, n / 32), dim3(32, 8)>>>(out, in, n);
  return finish();
}
