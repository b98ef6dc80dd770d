// The same, where the data decides which counter: any two threads may meet.
#include "../buffers.h"

__global__ void count(int *out, const int *in) {
  __shared__ int counts[64];
  int t = threadIdx.x;
  if (t < 64)
    counts[t] = 0;
  __syncthreads();
#ifdef FIXED
  atomicAdd(&counts[in[blockIdx.x * 128 + t] & 63], 1);
#else
  counts[in[blockIdx.x * 128 + t] & 63]++; // planted 1: cuda-shared-race, if it may, seen by racecheck
#endif
  __syncthreads();
  if (t < 64)
    out[blockIdx.x * 64 + t] = counts[t];
}

int main() {
  int *in = numbers<int>(4 * 128), *out = zeros<int>(4 * 64);
  count<<<4, 128>>>(out, in);
  return finish();
}
