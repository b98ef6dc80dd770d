// A matrix transposed in place, all elements at once.
#include "../buffers.h"

__global__ void transpose(float *out, const float *in, float *matrix, int n) {
  int x = blockIdx.x * 16 + threadIdx.x, y = blockIdx.y * 16 + threadIdx.y;
#ifdef FIXED
  out[y * n + x] = in[x * n + y];
#else
  matrix[y * n + x] = matrix[x * n + y]; // planted 1: cuda-global-race
#endif
}

int main() {
  const int n = 64;
  float *in = numbers<float>(n * n), *out = zeros<float>(n * n), *matrix = numbers<float>(n * n);
  transpose<<<dim3(n / 16, n / 16), dim3(16, 16)>>>(out, in, matrix, n);
  return finish();
}
