// Each half of the block waits at a barrier of its own, and reads what the other half stores.
#include "../buffers.h"

__global__ void swapHalves(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t]; // planted 1: cuda-shared-race, seen by racecheck
#ifdef FIXED
  asm volatile("bar.sync 1, 128;" ::: "memory");
#else
  if (t < 64)
    asm volatile("bar.sync 1, 64;" ::: "memory");
  else
    asm volatile("bar.sync 2, 64;" ::: "memory");
#endif
  out[t] = values[t ^ 64]; // planted 1
}

int main() {
  int *in = numbers<int>(128), *out = zeros<int>(128);
  swapHalves<<<1, 128>>>(out, in);
  return finish();
}
