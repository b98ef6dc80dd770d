// Warps wait, each for itself, and read what another warp stores.
#include "../buffers.h"
#include <cooperative_groups.h>

__global__ void swapWarps(int *out, const int *in) {
  __shared__ int values[64];
  auto block = cooperative_groups::this_thread_block();
  int t = threadIdx.x;
  values[t] = in[t]; // planted 1: cuda-shared-race, seen by racecheck
#ifdef FIXED
  block.sync();
#else
  cooperative_groups::tiled_partition<32>(block).sync();
#endif
  out[t] = values[t ^ 32]; // planted 1
}

int main() {
  int *in = numbers<int>(64), *out = zeros<int>(64);
  swapWarps<<<1, 64>>>(out, in);
  return finish();
}
