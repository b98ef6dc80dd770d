// Counters in global memory that all blocks count up, not by atomics.
#include "../buffers.h"

__global__ void count(int *counts) {
  int i = blockIdx.x * 128 + threadIdx.x;
#ifdef FIXED
  atomicAdd(&counts[i % 32], 1);
#else
  counts[i % 32]++; // planted 1: cuda-global-race
#endif
}

int main() {
  int *counts = zeros<int>(32);
  count<<<8, 128>>>(counts);
  return finish();
}
