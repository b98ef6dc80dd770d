// A stencil whose neighbours are read before they are stored.
#include "../buffers.h"

__global__ void smooth(float *out, const float *in, int n) {
  __shared__ float cells[128 + 2];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  cells[t + 1] = in[i]; // planted 1: cuda-shared-race, seen by racecheck
  if (t == 0)
    cells[0] = i > 0 ? in[i - 1] : 0;
  if (t == 127)
    cells[129] = i + 1 < n ? in[i + 1] : 0;
#ifdef FIXED
  __syncthreads();
#endif
  out[i] = (cells[t] + cells[t + 1] + cells[t + 2]) / 3; // planted 1
}

int main() {
  const int n = 1024;
  float *in = numbers<float>(n), *out = zeros<float>(n);
  smooth<<<n / 128, 128>>>(out, in, n);
  return finish();
}
