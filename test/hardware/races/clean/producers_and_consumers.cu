// One half of the block fills an array at named barriers, the other half empties it.
#include "../buffers.h"

__global__ void copyReversed(int *out, const int *in, int rounds) {
  __shared__ int values[64];
  int t = threadIdx.x % 64;
  if (threadIdx.x < 64) {
    for (int round = 0; round < rounds; ++round) {
      asm volatile("bar.sync 1, 128;" ::: "memory"); // alarm of synccheck: the same
      values[t] = in[round * 64 + t];
      asm volatile("bar.sync 2, 128;" ::: "memory");
    }
  } else {
    for (int round = 0; round < rounds; ++round) {
      asm volatile("bar.sync 1, 128;" ::: "memory"); // alarm of synccheck: it wants one place in the code for all
      asm volatile("bar.sync 2, 128;" ::: "memory");
      out[round * 64 + t] = values[63 - t];
    }
  }
}

int main() {
  int *in = numbers<int>(5 * 64), *out = zeros<int>(5 * 64);
  copyReversed<<<1, 128>>>(out, in, 5);
  return finish();
}
