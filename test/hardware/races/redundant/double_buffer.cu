// Two buffers, toggled, and two barriers a step where the first one would do.
#include "../buffers.h"

__global__ void reverseRows(int *out, const int *in) {
  __shared__ int rows[2][128];
  int t = threadIdx.x, buffer = 0;
  for (int row = 0; row < 8; ++row) {
    rows[buffer][t] = in[row * 128 + t];
    __syncthreads();
    out[row * 128 + t] = rows[buffer][127 - t];
    __syncthreads(); // planted 1: cuda-redundant-barrier
    buffer ^= 1;
  }
}

int main() {
  int *in = numbers<int>(8 * 128), *out = zeros<int>(8 * 128);
  reverseRows<<<1, 128>>>(out, in);
  return finish();
}
