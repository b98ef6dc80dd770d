// Rows of 64 threads, two warps, that only wait within warps.
#include "../buffers.h"

__global__ void rotateRows(int *out, const int *in) {
  __shared__ int rows[4][64];
  int x = threadIdx.x, y = threadIdx.y;
  rows[y][x] = in[y * 64 + x]; // planted 1: cuda-shared-race, seen by racecheck
#ifdef FIXED
  __syncthreads();
#else
  __syncwarp();
#endif
  out[y * 64 + x] = rows[y][(x + 16) % 64]; // planted 1
}

int main() {
  int *in = numbers<int>(256), *out = zeros<int>(256);
  rotateRows<<<1, dim3(64, 4)>>>(out, in);
  return finish();
}
