// Two buffers, toggled: one barrier a step is enough.
#include "../buffers.h"

__global__ void distances(float *out, const float *points, int n) {
  __shared__ float chunks[2][64];
  int t = threadIdx.x, buffer = 0;
  float own = points[blockIdx.x * 64 + t], sum = 0;
  for (int first = 0; first < n; first += 64) {
    chunks[buffer][t] = points[first + t];
    __syncthreads();
    for (int j = 0; j < 64; ++j)
      sum += fabsf(chunks[buffer][j] - own);
    buffer ^= 1;
  }
  out[blockIdx.x * 64 + t] = sum;
}

int main() {
  const int n = 512;
  float *points = numbers<float>(n), *out = zeros<float>(n);
  distances<<<n / 64, 64>>>(out, points, n);
  return finish();
}
