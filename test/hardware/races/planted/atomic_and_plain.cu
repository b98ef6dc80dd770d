// One thread sets a counter to zero while others already count.
#include "../buffers.h"

__global__ void count(int *out, const int *in) {
  __shared__ int positive;
  if (threadIdx.x == 0)
    positive = 0; // planted 1: cuda-shared-race, not seen: racecheck does not hold atomics against other accesses
#ifdef FIXED
  __syncthreads();
#endif
  atomicAdd(&positive, in[blockIdx.x * 128 + threadIdx.x]); // planted 1
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = positive;
}

int main() {
  int *in = numbers<int>(4 * 128), *out = zeros<int>(4);
  count<<<4, 128>>>(out, in);
  return finish();
}
