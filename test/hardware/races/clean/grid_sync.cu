// Two steps of a cooperative kernel with a barrier of the whole grid between.
#include "../buffers.h"
#include <cooperative_groups.h>

namespace cg = cooperative_groups;

__global__ void twoSteps(float *out, float *between, const float *in, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  between[i] = 2 * in[i];
  cg::sync(cg::this_grid());
  out[i] = between[n - 1 - i];
}

int main() {
  int n = 1024;
  float *in = numbers<float>(n), *between = zeros<float>(n), *out = zeros<float>(n);
  void *arguments[] = {&out, &between, &in, &n};
  cudaLaunchCooperativeKernel(twoSteps, dim3(8), dim3(128), arguments, 0, nullptr);
  return finish();
}
