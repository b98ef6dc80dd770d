// Two steps of a cooperative kernel, between which blocks wait for themselves only.
#include "../buffers.h"
#include <cooperative_groups.h>

__global__ void twoSteps(float *out, float *between, const float *in, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  between[i] = 2 * in[i]; // planted 1: cuda-global-race
#ifdef FIXED
  cooperative_groups::this_grid().sync();
#else
  __syncthreads();
#endif
  out[i] = between[n - 1 - i]; // planted 1
}

int main() {
  int n = 1024;
  float *in = numbers<float>(n), *between = zeros<float>(n), *out = zeros<float>(n);
  void *arguments[] = {&out, &between, &in, &n};
  cudaLaunchCooperativeKernel(twoSteps, dim3(8), dim3(128), arguments, 0, nullptr);
  return finish();
}
