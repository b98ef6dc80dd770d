// Bytes and words in one array, through a cast.
#include "../buffers.h"

__global__ void pack(int *out, const int *in) {
  __shared__ int words[64];
  int t = threadIdx.x;
  unsigned char *bytes = reinterpret_cast<unsigned char *>(words);
  words[t] = in[t]; // planted 1: cuda-shared-race, seen by racecheck
#ifdef FIXED
  __syncthreads();
#endif
  bytes[t] = t; // planted 1
  __syncthreads();
  out[t] = words[63 - t];
}

int main() {
  int *in = numbers<int>(64), *out = zeros<int>(64);
  pack<<<1, 64>>>(out, in);
  return finish();
}
