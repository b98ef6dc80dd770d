// Two buffers and one barrier for each step, but all steps use the first buffer.
#include "../buffers.h"

__global__ void reverseRows(int *out, const int *in) {
  __shared__ int rows[2][128];
  int t = threadIdx.x, buffer = 0;
  for (int row = 0; row < 8; ++row) {
    rows[buffer][t] = in[row * 128 + t]; // planted 1: cuda-shared-race, seen by racecheck
    __syncthreads();
    out[row * 128 + t] = rows[buffer][127 - t]; // planted 1
#ifdef FIXED
    buffer ^= 1;
#endif
  }
}

int main() {
  int *in = numbers<int>(8 * 128), *out = zeros<int>(8 * 128);
  reverseRows<<<1, 128>>>(out, in);
  return finish();
}
