// The largest number, by comparing and storing in two steps.
#include "../buffers.h"

__global__ void largest(int *out, const int *in) {
  __shared__ int best;
  int value = in[blockIdx.x * 128 + threadIdx.x];
  if (threadIdx.x == 0)
    best = 0;
  __syncthreads();
#ifdef FIXED
  atomicMax(&best, value);
#else
  if (value > best) // planted 1: cuda-shared-race, if it may, seen by racecheck
    best = value;   // planted 1
#endif
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = best;
}

int main() {
  int *in = numbers<int>(4 * 128), *out = zeros<int>(4);
  largest<<<4, 128>>>(out, in);
  return finish();
}
