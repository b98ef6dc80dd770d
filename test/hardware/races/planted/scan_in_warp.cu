// Prefix sums of a warp in shared memory that count on the lanes to go in step.
#include "../buffers.h"

__global__ void scan(int *out, const int *in) {
  __shared__ volatile int sums[32];
  int lane = threadIdx.x;
  sums[lane] = in[lane];
  __syncwarp();
  for (int distance = 1; distance < 32; distance *= 2) {
    int left = lane >= distance ? sums[lane - distance] : 0; // planted 1: cuda-missing-syncwarp, seen by racecheck
#ifdef FIXED
    __syncwarp();
#endif
    sums[lane] += left; // planted 1
#ifdef FIXED
    __syncwarp();
#endif
  }
  out[lane] = sums[lane];
}

int main() {
  int *in = numbers<int>(32), *out = zeros<int>(32);
  scan<<<1, 32>>>(out, in);
  return finish();
}
