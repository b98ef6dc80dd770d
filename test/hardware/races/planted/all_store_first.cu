// All threads store numbers of their own in one place.
#include "../buffers.h"

__global__ void last(int *out) {
#ifdef FIXED
  out[blockIdx.x * 64 + threadIdx.x] = threadIdx.x;
#else
  out[0] = threadIdx.x; // planted 1: cuda-global-race
#endif
}

int main() {
  int *out = zeros<int>(128);
  last<<<2, 64>>>(out);
  return finish();
}
