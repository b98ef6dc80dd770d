// Warps add up by shuffles, and the first warp adds their sums before all are stored.
#include "../buffers.h"

__device__ int sumOfWarp(int value) {
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(0xffffffff, value, distance);
  return value;
}

__global__ void sum(int *out, const int *in) {
  __shared__ int sums[8];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  int value = sumOfWarp(in[blockIdx.x * 256 + t]);
  if (lane == 0)
    sums[warp] = value; // planted 1: cuda-shared-race, seen by racecheck
#ifdef FIXED
  __syncthreads();
#endif
  if (warp == 0) {
    value = sumOfWarp(lane < 8 ? sums[lane] : 0); // planted 1
    if (lane == 0)
      out[blockIdx.x] = value;
  }
}

int main() {
  int *in = numbers<int>(4 * 256), *out = zeros<int>(4);
  sum<<<4, 256>>>(out, in);
  return finish();
}
