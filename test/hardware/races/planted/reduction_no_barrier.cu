// A sum by halves, without any barrier.
#include "../buffers.h"

__global__ void sum(int *out, const int *in) {
  __shared__ int part[256];
  int t = threadIdx.x;
  part[t] = in[blockIdx.x * 256 + t]; // planted 1: cuda-shared-race, seen by racecheck
#ifdef FIXED
  __syncthreads();
#endif
  for (int half = 128; half > 0; half /= 2) {
    if (t < half)
      part[t] += part[t + half]; // planted 1
#ifdef FIXED
    __syncthreads();
#endif
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}

int main() {
  int *in = numbers<int>(4 * 256), *out = zeros<int>(4);
  sum<<<4, 256>>>(out, in);
  return finish();
}
