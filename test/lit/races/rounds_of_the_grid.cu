// RUN: not %cuda-memlint --checks=-*,cuda-global-race %s 2>&1 | FileCheck %s --implicit-check-not=warning:

#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

//===--- Steps that each read what the one before has written --------------===//

// Nothing keeps a block from beginning with the next step.
__global__ void stepsWithout(float *a, float *b, int n, int steps) {
  cg::grid_group grid = cg::this_grid();
  // CHECK: warning: global memory race on `a or b`
  // CHECK: [[#@LINE+1]]:3: note: the two are in different iterations of this loop, and threads of other blocks access the same elements: let all blocks meet at the end of each iteration (`cooperative_groups::this_grid().sync()`, in a kernel launched by `cudaLaunchCooperativeKernel`), or launch the kernel once for each
  for (int s = 0; s < steps; ++s) {
    for (int i = grid.thread_rank(); i < n; i += grid.size())
      if (i > 0 && i < n - 1)
        b[i] = a[i - 1] + a[i + 1];
    float *other = a;
    a = b;
    b = other;
  }
}

__global__ void steps(float *a, float *b, int n, int steps) {
  cg::grid_group grid = cg::this_grid();
  for (int s = 0; s < steps; ++s) {
    for (int i = grid.thread_rank(); i < n; i += grid.size())
      if (i > 0 && i < n - 1)
        b[i] = a[i - 1] + a[i + 1];
    grid.sync();
    float *other = a;
    a = b;
    b = other;
  }
}

// Within one step, already: a meeting at its end orders nothing there.
__global__ void inPlace(float *a, int n, int steps) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int s = 0; s < steps; ++s)
    if (i > 0 && i < n)
      // CHECK: warning: global memory race on `a`
      // CHECK: note: only the end of the kernel or a grid-wide barrier orders blocks: write to another array
      a[i] = a[i - 1] + 1;
}

int main() {
  float *a, *b;
  cudaMalloc(&a, 4 << 20);
  cudaMalloc(&b, 4 << 20);
  int n = 1 << 20, count = 100;
  void *arguments[] = {&a, &b, &n, &count};
  cudaLaunchCooperativeKernel((void *)stepsWithout, dim3(132), dim3(256), arguments, 0, 0);
  cudaLaunchCooperativeKernel((void *)steps, dim3(132), dim3(256), arguments, 0, 0);
  inPlace<<<4096, 256>>>(a, n, count);
}
