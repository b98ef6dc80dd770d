// One tile serves several transposes: it is filled again while the last one is still read.
#include "../buffers.h"

__global__ void transpose(int *out, const int *in, int n) {
  __shared__ int tile[16][17];
  int x = threadIdx.x, y = threadIdx.y, row = blockIdx.x * 16;
  for (int column = 0; column < n; column += 16) {
    tile[y][x] = in[(row + y) * n + column + x]; // planted 1: cuda-shared-race, seen by racecheck
    __syncthreads();
    out[(column + y) * n + row + x] = tile[x][y]; // planted 1
#ifdef FIXED
    __syncthreads();
#endif
  }
}

int main() {
  const int n = 64;
  int *in = numbers<int>(n * n), *out = zeros<int>(n * n);
  transpose<<<n / 16, dim3(16, 16)>>>(out, in, n);
  return finish();
}
