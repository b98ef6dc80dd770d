// A sum whose last steps are taken by one warp, which never waits for its own lanes.
#include "../buffers.h"

__global__ void sum(int *out, const int *in) {
  __shared__ int part[128];
  int t = threadIdx.x;
  part[t] = in[blockIdx.x * 128 + t];
  __syncthreads();
  for (int half = 64; half >= 32; half /= 2) {
    if (t < half)
      part[t] += part[t + half];
    __syncthreads();
  }
  if (t < 32) {
    for (int half = 16; half > 0; half /= 2) {
      if (t < half)
        part[t] += part[t + half]; // planted 1: cuda-missing-syncwarp, seen by racecheck
#ifdef FIXED
      __syncwarp();
#endif
    }
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}

int main() {
  int *in = numbers<int>(4 * 128), *out = zeros<int>(4);
  sum<<<4, 128>>>(out, in);
  return finish();
}
