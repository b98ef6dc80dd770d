// Numbers that pass a test are moved together, by places that one thread has yet to compute.
#include "../buffers.h"

__global__ void compact(int *out, int *length, const int *in) {
  __shared__ int counts[4], firsts[4];
  int t = threadIdx.x, lane = t % 32, warp = t / 32;
  int value = in[t];
  unsigned passing = __ballot_sync(0xffffffff, value > 30);
  if (lane == 0)
    counts[warp] = __popc(passing);
  __syncthreads();
  if (t == 0) {
    int sum = 0;
    for (int i = 0; i < 4; ++i) {
      firsts[i] = sum; // planted 1: cuda-shared-race, seen by racecheck
      sum += counts[i];
    }
    *length = sum;
  }
#ifdef FIXED
  __syncthreads();
#endif
  if (value > 30)
    out[firsts[warp] + __popc(passing & ((1u << lane) - 1))] = value; // planted 1
}

int main() {
  int *in = numbers<int>(128), *out = zeros<int>(128), *length = zeros<int>(1);
  compact<<<1, 128>>>(out, length, in);
  return finish();
}
