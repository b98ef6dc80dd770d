// Counters in shared memory by atomics, added to those of the grid by atomics.
#include "../buffers.h"

__global__ void count(int *counts, const int *in) {
  __shared__ int own[64];
  int t = threadIdx.x;
  if (t < 64)
    own[t] = 0;
  __syncthreads();
  atomicAdd(&own[in[blockIdx.x * 256 + t] & 63], 1);
  __syncthreads();
  if (t < 64)
    atomicAdd(&counts[t], own[t]);
}

int main() {
  int *in = numbers<int>(4 * 256), *counts = zeros<int>(64);
  count<<<4, 256>>>(counts, in);
  return finish();
}
