// Elements moved down by one in place, in global memory.
#include "../buffers.h"

__global__ void shift(int *out, int *values) {
  int i = blockIdx.x * 128 + threadIdx.x;
#ifdef FIXED
  out[i] = values[i + 1];
#else
  values[i] = values[i + 1]; // planted 1: cuda-global-race
#endif
}

int main() {
  int *values = numbers<int>(513), *out = zeros<int>(512);
  shift<<<4, 128>>>(out, values);
  return finish();
}
