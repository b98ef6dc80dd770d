// Cooperative tiles add up, their first lanes store the sums, and nobody waits for the block.
#include "../buffers.h"
#include <cooperative_groups.h>

__global__ void sum(int *out, const int *in) {
  __shared__ int sums[16];
  auto block = cooperative_groups::this_thread_block();
  auto tile = cooperative_groups::tiled_partition<16>(block);
  int t = threadIdx.x, value = in[t];
  for (int distance = 8; distance > 0; distance /= 2)
    value += tile.shfl_down(value, distance);
  if (tile.thread_rank() == 0)
    sums[t / 16] = value; // planted 1: cuda-shared-race, seen by racecheck
#ifdef FIXED
  block.sync();
#else
  tile.sync();
#endif
  if (t == 0) {
    int total = 0;
    for (int i = 0; i < 16; ++i)
      total += sums[i]; // planted 1
    *out = total;
  }
}

int main() {
  int *in = numbers<int>(256), *out = zeros<int>(1);
  sum<<<1, 256>>>(out, in);
  return finish();
}
