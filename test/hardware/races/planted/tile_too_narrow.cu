// Half warps wait, each for itself, and read what the other half stores.
#include "../buffers.h"
#include <cooperative_groups.h>

#ifdef FIXED
constexpr int Width = 32;
#else
constexpr int Width = 16;
#endif

__global__ void swapHalves(int *out, const int *in) {
  __shared__ int values[64];
  auto tile = cooperative_groups::tiled_partition<Width>(cooperative_groups::this_thread_block());
  int t = threadIdx.x;
  values[t] = in[t]; // planted 1: cuda-missing-syncwarp, seen by racecheck
  tile.sync();
  out[t] = values[t ^ 16]; // planted 1
}

int main() {
  int *in = numbers<int>(64), *out = zeros<int>(64);
  swapHalves<<<1, 64>>>(out, in);
  return finish();
}
