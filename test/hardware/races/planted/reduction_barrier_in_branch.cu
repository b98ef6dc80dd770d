// A sum by halves in which only the threads that add wait.
#include "../buffers.h"

__global__ void sum(int *out, const int *in) {
  __shared__ int part[256];
  int t = threadIdx.x;
  part[t] = in[blockIdx.x * 256 + t];
  __syncthreads();
  for (int half = 128; half > 0; half /= 2) {
#ifdef FIXED
    if (t < half)
      part[t] += part[t + half];
    __syncthreads();
#else
    if (t < half) {
      part[t] += part[t + half];
      __syncthreads(); // planted 1: cuda-divergent-barrier, seen by synccheck
    }
#endif
  }
  if (t == 0)
    out[blockIdx.x] = part[0];
}

int main() {
  int *in = numbers<int>(4 * 256), *out = zeros<int>(4);
  sum<<<4, 256>>>(out, in);
  return finish();
}
