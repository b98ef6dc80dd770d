// The first warp waits at a barrier of its own before the one at which it meets the others.
#include "../buffers.h"

__global__ void sum(int *out, const int *in) {
  __shared__ int part[64];
  int t = threadIdx.x;
  part[t] = in[t];
#ifdef FIXED
  __syncthreads();
  if (t < 32)
    part[t] += part[t + 32];
  __syncthreads();
#else
  if (t < 32) {
    __syncthreads(); // planted 1: cuda-divergent-barrier, seen by synccheck
    part[t] += part[t + 32];
  }
  __syncthreads(); // planted 1
#endif
  out[t] = part[t % 32];
}

int main() {
  int *in = numbers<int>(64), *out = zeros<int>(64);
  sum<<<1, 64>>>(out, in);
  return finish();
}
