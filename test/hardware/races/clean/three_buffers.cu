// Three buffers in turn: what is fetched now is read two steps later.
#include "../buffers.h"

__global__ void reverseRows(int *out, const int *in, int rows) {
  __shared__ int buffers[3][128];
  int t = threadIdx.x;
  buffers[0][t] = in[t];
  buffers[1][t] = in[128 + t];
  for (int row = 0; row < rows; ++row) {
    __syncthreads();
    if (row + 2 < rows)
      buffers[(row + 2) % 3][t] = in[(row + 2) * 128 + t];
    out[row * 128 + t] = buffers[row % 3][127 - t];
  }
}

int main() {
  int *in = numbers<int>(9 * 128), *out = zeros<int>(9 * 128);
  reverseRows<<<1, 128>>>(out, in, 9);
  return finish();
}
