// Each thread counts in a column of its own, and columns are added up before all have counted.
#include "../buffers.h"

__global__ void count(int *out, const int *in) {
  __shared__ int counts[8][64];
  int t = threadIdx.x;
  for (int bin = 0; bin < 8; ++bin)
    counts[bin][t] = 0;
  for (int k = 0; k < 16; ++k)
    counts[in[k * 64 + t] & 7][t]++; // planted 1: cuda-shared-race, seen by racecheck
#ifdef FIXED
  __syncthreads();
#endif
  if (t < 8) {
    int sum = 0;
    for (int other = 0; other < 64; ++other)
      sum += counts[t][other]; // planted 1
    out[t] = sum;
  }
}

int main() {
  int *in = numbers<int>(16 * 64), *out = zeros<int>(8);
  count<<<1, 64>>>(out, in);
  return finish();
}
