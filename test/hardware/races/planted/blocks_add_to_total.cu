// The first thread of each block adds to one total, not by an atomic.
#include "../buffers.h"

__global__ void addUp(int *total, const int *in) {
  int sum = 0;
  for (int j = 0; j < 32; ++j)
    sum += in[blockIdx.x * 32 + j];
  if (threadIdx.x == 0) {
#ifdef FIXED
    atomicAdd(total, sum);
#else
    *total += sum; // planted 1: cuda-global-race
#endif
  }
}

int main() {
  int *in = numbers<int>(8 * 32), *total = zeros<int>(1);
  addUp<<<8, 32>>>(total, in);
  return finish();
}
