// A loop over all elements that steps by one block where it should by the whole grid.
#include "../buffers.h"

__global__ void stamp(int *out, int n) {
#ifdef FIXED
  int step = gridDim.x * blockDim.x;
#else
  int step = blockDim.x;
#endif
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += step)
    out[i] = blockIdx.x; // planted 1: cuda-global-race
}

int main() {
  const int n = 2048;
  int *out = zeros<int>(n);
  stamp<<<4, 128>>>(out, n);
  return finish();
}
