// A total of each row, which the first thread sets to zero while others still read the last one.
#include "../buffers.h"

__global__ void normalise(float *out, const int *in, int rows) {
  __shared__ int total;
  int t = threadIdx.x;
  for (int row = 0; row < rows; ++row) {
    if (t == 0)
      total = 0; // planted 1: cuda-shared-race, seen by racecheck
    __syncthreads();
    atomicAdd(&total, in[row * 128 + t]);
    __syncthreads();
    out[row * 128 + t] = float(in[row * 128 + t]) / total; // planted 1
#ifdef FIXED
    __syncthreads();
#endif
  }
}

int main() {
  int *in = numbers<int>(8 * 128);
  float *out = zeros<float>(8 * 128);
  normalise<<<1, 128>>>(out, in, 8);
  return finish();
}
