// An array behind another one of a wider type, whose length was counted in elements of its own.
#include "../buffers.h"

__global__ void split(double *sums, float *products, const float *in) {
  extern __shared__ double buffer[];
  double *wide = buffer;
#ifdef FIXED
  float *narrow = reinterpret_cast<float *>(buffer + 64);
#else
  float *narrow = reinterpret_cast<float *>(buffer) + 64;
#endif
  int t = threadIdx.x;
  wide[t] = in[t];       // planted 1: cuda-shared-race, seen by racecheck
  narrow[t] = 2 * in[t]; // planted 1
  __syncthreads();
  sums[t] = wide[t] + wide[63 - t];
  products[t] = narrow[t] * narrow[63 - t];
}

int main() {
  float *in = numbers<float>(64), *products = zeros<float>(64);
  double *sums = zeros<double>(64);
  split<<<1, 64, 64 * 12>>>(sums, products, in);
  return finish();
}
