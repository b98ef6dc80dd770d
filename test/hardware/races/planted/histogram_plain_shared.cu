// Sixteen counters in shared memory, each counted up by many threads, not by atomics.
#include "../buffers.h"

__global__ void count(int *out) {
  __shared__ int counts[16];
  int t = threadIdx.x;
  if (t < 16)
    counts[t] = 0;
  __syncthreads();
#ifdef FIXED
  atomicAdd(&counts[t % 16], 1);
#else
  counts[t % 16]++; // planted 1: cuda-shared-race, seen by racecheck
#endif
  __syncthreads();
  if (t < 16)
    out[blockIdx.x * 16 + t] = counts[t];
}

int main() {
  int *out = zeros<int>(4 * 16);
  count<<<4, 128>>>(out);
  return finish();
}
