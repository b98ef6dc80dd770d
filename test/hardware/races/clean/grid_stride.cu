// A loop over all elements that steps by the whole grid.
#include "../buffers.h"

__global__ void axpy(float *y, const float *x, float a, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x)
    y[i] += a * x[i];
}

int main() {
  const int n = 5000;
  float *x = numbers<float>(n), *y = numbers<float>(n);
  axpy<<<4, 256>>>(y, x, 2.0f, n);
  return finish();
}
