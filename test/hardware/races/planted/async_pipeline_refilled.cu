// Tiles copied ahead into two buffers: a buffer is filled again while threads still read it.
#include "../buffers.h"
#include <cuda_pipeline.h>

__global__ void reverseTiles(int *out, const int *in, int tiles) {
  __shared__ int buffers[2][128];
  int t = threadIdx.x;
  __pipeline_memcpy_async(&buffers[0][t], &in[t], sizeof(int));
  __pipeline_commit();
  for (int tile = 0; tile < tiles; ++tile) {
    if (tile + 1 < tiles)
      __pipeline_memcpy_async(&buffers[(tile + 1) % 2][t], &in[(tile + 1) * 128 + t], sizeof(int)); // planted 1: cuda-shared-race, seen by racecheck
    __pipeline_commit();
    __pipeline_wait_prior(1);
    __syncthreads();
    out[tile * 128 + t] = buffers[tile % 2][127 - t]; // planted 1
#ifdef FIXED
    __syncthreads();
#endif
  }
}

int main() {
  int *in = numbers<int>(8 * 128), *out = zeros<int>(8 * 128);
  reverseTiles<<<1, 128>>>(out, in, 8);
  return finish();
}
