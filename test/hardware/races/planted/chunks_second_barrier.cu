// Chunks of a vector: the next chunk is stored while slow threads still sum up this one.
#include "../buffers.h"

__global__ void distances(float *out, const float *points, int n) {
  __shared__ float chunk[64];
  int t = threadIdx.x;
  float own = points[blockIdx.x * 64 + t], sum = 0;
  for (int first = 0; first < n; first += 64) {
    chunk[t] = points[first + t]; // planted 1: cuda-shared-race, seen by racecheck
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += fabsf(chunk[j] - own); // planted 1
#ifdef FIXED
    __syncthreads();
#endif
  }
  out[blockIdx.x * 64 + t] = sum;
}

int main() {
  const int n = 256;
  float *points = numbers<float>(n), *out = zeros<float>(n);
  distances<<<n / 64, 64>>>(out, points, n);
  return finish();
}
