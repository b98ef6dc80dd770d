// Half warps exchange numbers within themselves, and wait for themselves.
#include "../buffers.h"
#include <cooperative_groups.h>

__global__ void reverseTiles(int *out, const int *in) {
  __shared__ int values[128];
  auto tile = cooperative_groups::tiled_partition<16>(cooperative_groups::this_thread_block());
  int t = threadIdx.x;
  values[t] = in[t];
  tile.sync();
  out[t] = values[t ^ 15];
}

int main() {
  int *in = numbers<int>(128), *out = zeros<int>(128);
  reverseTiles<<<1, 128>>>(out, in);
  return finish();
}
