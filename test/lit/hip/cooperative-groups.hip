// RUN: not %cuda-memlint --arch=sm_90 --checks=-*,cuda-shared-race,cuda-divergent-barrier %s | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <hip/hip_cooperative_groups.h>
#include <hip/hip_runtime.h>

namespace cg = cooperative_groups;

__global__ void ordered(int *out, const int *in) {
  __shared__ int lds[256];
  cg::thread_block block = cg::this_thread_block();
  lds[block.thread_rank()] = in[block.thread_rank()];
  block.sync();
  out[block.thread_rank()] = lds[255 - block.thread_rank()];
}

__global__ void unordered(int *out, const int *in) {
  __shared__ int lds[256];
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> tile = cg::tiled_partition<32>(block);
  lds[block.thread_rank()] = in[block.thread_rank()];
  tile.sync();
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: {{warning|error}}: {{.*}}race{{.*}} [cuda-shared-race]
  out[block.thread_rank()] = lds[255 - block.thread_rank()];
}

__global__ void notReached(int *out, int n) {
  cg::grid_group grid = cg::this_grid();
  if (threadIdx.x < 16)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: {{warning|error}}: divergent barrier: {{.*}} [cuda-divergent-barrier]
    grid.sync();
  out[grid.thread_rank()] = n;
}

int main() {
  int *in, *out, n = 1;
  if (hipMalloc(&in, 4096) != hipSuccess || hipMalloc(&out, 4096) != hipSuccess)
    return 1;
  ordered<<<1, 256>>>(out, in);
  unordered<<<1, 256>>>(out, in);
  void *arguments[] = {&out, &n};
  return hipLaunchCooperativeKernel((void *)notReached, dim3(4), dim3(64), arguments, 0, 0) != hipSuccess;
}
