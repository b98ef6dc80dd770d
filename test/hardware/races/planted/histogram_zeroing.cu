// Counters that some threads count up while others have yet to set them to zero.
#include "../buffers.h"

__global__ void count(int *out) {
  __shared__ int counts[64];
  int t = threadIdx.x;
  if (t < 64)
    counts[t] = 0; // planted 1: cuda-shared-race, not seen: racecheck does not hold atomics against other accesses
#ifdef FIXED
  __syncthreads();
#endif
  atomicAdd(&counts[(t + 32) % 64], 1); // planted 1
  __syncthreads();
  if (t < 64)
    out[blockIdx.x * 64 + t] = counts[t];
}

int main() {
  int *out = zeros<int>(4 * 64);
  count<<<4, 256>>>(out);
  return finish();
}
