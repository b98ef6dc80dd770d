// Prefix sums by doubling distances in one array: it is read and stored in the same step.
#include "../buffers.h"

__global__ void scan(int *out, const int *in) {
  __shared__ int sums[256];
  int t = threadIdx.x;
  sums[t] = in[t];
  __syncthreads();
  for (int distance = 1; distance < 256; distance *= 2) {
#ifdef FIXED
    int left = t >= distance ? sums[t - distance] : 0;
    __syncthreads();
    sums[t] += left;
#else
    if (t >= distance)
      sums[t] += sums[t - distance]; // planted 1: cuda-shared-race, seen by racecheck
#endif
    __syncthreads();
  }
  out[t] = sums[t];
}

int main() {
  int *in = numbers<int>(256), *out = zeros<int>(256);
  scan<<<1, 256>>>(out, in);
  return finish();
}
