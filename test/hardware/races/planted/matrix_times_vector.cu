// A part of the vector that the first threads fetch for all.
#include "../buffers.h"

__global__ void multiply(float *out, const float *matrix, const float *vector, int n) {
  __shared__ float part[64];
  int t = threadIdx.x;
  float sum = 0;
  for (int first = 0; first < n; first += 64) {
    if (t < 64)
      part[t] = vector[first + t]; // planted 1: cuda-shared-race, seen by racecheck
#ifdef FIXED
    __syncthreads();
#endif
    for (int k = 0; k < 64; ++k)
      sum += matrix[(first + k) * 128 + t] * part[k]; // planted 1
    __syncthreads();
  }
  out[t] = sum;
}

int main() {
  float *matrix = numbers<float>(256 * 128), *vector = numbers<float>(256), *out = zeros<float>(128);
  multiply<<<1, 128>>>(out, matrix, vector, 256);
  return finish();
}
