// The next row is fetched into the buffer that is toggled, but nobody waits for it.
#include "../buffers.h"

__global__ void reverseRows(int *out, const int *in) {
  __shared__ int rows[2][128];
  int t = threadIdx.x, buffer = 0;
  rows[0][t] = in[t];
  __syncthreads();
  for (int row = 0; row < 8; ++row) {
    if (row < 7)
      rows[buffer ^ 1][t] = in[(row + 1) * 128 + t]; // planted 1: cuda-shared-race, seen by racecheck
    out[row * 128 + t] = rows[buffer][127 - t];      // planted 1
    buffer ^= 1;
#ifdef FIXED
    __syncthreads();
#endif
  }
}

int main() {
  int *in = numbers<int>(8 * 128), *out = zeros<int>(8 * 128);
  reverseRows<<<1, 128>>>(out, in);
  return finish();
}
