// Four elements for each thread, in a loop that stores five.
#include "../buffers.h"

__global__ void fill(int *out, int value) {
  int i = blockIdx.x * 64 + threadIdx.x;
#ifdef FIXED
  for (int k = 0; k < 4; ++k)
#else
  for (int k = 0; k <= 4; ++k)
#endif
    out[4 * i + k] = value + k; // planted 1: cuda-global-race
}

int main() {
  int *out = zeros<int>(4 * 256 + 1);
  fill<<<4, 64>>>(out, 5);
  return finish();
}
