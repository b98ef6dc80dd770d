// Prefix sums by shuffles in warps, to which the sums of the warps before are added too early.
#include "../buffers.h"

__global__ void scan(int *out, const int *in) {
  __shared__ int totals[4];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  int value = in[t];
  for (int distance = 1; distance < 32; distance *= 2) {
    int left = __shfl_up_sync(0xffffffff, value, distance);
    if (lane >= distance)
      value += left;
  }
  if (lane == 31)
    totals[warp] = value; // planted 1: cuda-shared-race, seen by racecheck
#ifdef FIXED
  __syncthreads();
#else
  __syncwarp();
#endif
  for (int before = 0; before < warp; ++before)
    value += totals[before]; // planted 1
  out[t] = value;
}

int main() {
  int *in = numbers<int>(128), *out = zeros<int>(128);
  scan<<<1, 128>>>(out, in);
  return finish();
}
