// Two arrays in one dynamic buffer, the second of which begins within the first.
#include "../buffers.h"

__global__ void combine(int *out, const int *in) {
  extern __shared__ int buffer[];
  int *first = buffer;
#ifdef FIXED
  int *second = buffer + 64;
#else
  int *second = buffer + 32;
#endif
  int t = threadIdx.x;
  first[t] = in[t];       // planted 1: cuda-shared-race, seen by racecheck
  second[t] = in[64 + t]; // planted 1
  __syncthreads();
  out[t] = first[63 - t] + second[63 - t];
}

int main() {
  int *in = numbers<int>(128), *out = zeros<int>(64);
  combine<<<1, 64, 128 * sizeof(int)>>>(out, in);
  return finish();
}
