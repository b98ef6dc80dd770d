// Each thread stores its own element and the next one.
#include "../buffers.h"

__global__ void spread(int *out, const int *in, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  out[i] = in[i]; // planted 1: cuda-global-race
#ifdef FIXED
  out[n + i] = -in[i];
#else
  out[i + 1] = -in[i]; // planted 1
#endif
}

int main() {
  const int n = 512;
  int *in = numbers<int>(n), *out = zeros<int>(2 * n);
  spread<<<n / 128, 128>>>(out, in, n);
  return finish();
}
