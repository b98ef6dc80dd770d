// Lanes of one warp exchange numbers through shared memory without waiting for each other.
#include "../buffers.h"

__global__ void swapNeighbours(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t]; // planted 1: cuda-missing-syncwarp, seen by racecheck
#ifdef FIXED
  __syncwarp();
#endif
  out[t] = values[t ^ 1]; // planted 1
}

int main() {
  int *in = numbers<int>(128), *out = zeros<int>(128);
  swapNeighbours<<<1, 128>>>(out, in);
  return finish();
}
