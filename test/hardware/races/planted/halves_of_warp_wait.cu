// The halves of a warp wait, each by a mask of its own, and read what the other half stores.
#include "../buffers.h"

__global__ void swapHalves(int *out, const int *in) {
  __shared__ int values[32];
  int lane = threadIdx.x;
  values[lane] = in[lane]; // planted 1: cuda-missing-syncwarp, seen by racecheck
#ifdef FIXED
  __syncwarp();
#else
  if (lane < 16)
    __syncwarp(0x0000ffff);
  else
    __syncwarp(0xffff0000);
#endif
  out[lane] = values[(lane + 16) % 32]; // planted 1
}

int main() {
  int *in = numbers<int>(32), *out = zeros<int>(32);
  swapHalves<<<1, 32>>>(out, in);
  return finish();
}
