// A barrier of the whole grid that the last block passes by.
// not run: it never ends
#include "../buffers.h"
#include <cooperative_groups.h>

__global__ void twoSteps(int *out, int *between, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  between[i] = i;
#ifdef FIXED
  cooperative_groups::this_grid().sync();
#else
  if (blockIdx.x < 7)
    cooperative_groups::this_grid().sync(); // planted 1: cuda-divergent-barrier, not seen: it never ends
#endif
  if (blockIdx.x < 7)
    out[i] = between[(i + 128) % n];
}

int main() {
  int n = 1024;
  int *between = zeros<int>(n), *out = zeros<int>(n);
  void *arguments[] = {&out, &between, &n};
  cudaLaunchCooperativeKernel(twoSteps, dim3(8), dim3(128), arguments, 0, nullptr);
  return finish();
}
