// The barrier between storing and reading lies on one of two paths that blocks take.
#include "../buffers.h"

__global__ void reverse(int *out, const int *in, const int *modes) {
  __shared__ int values[128];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  values[t] = in[i]; // planted 1: cuda-shared-race, if it may, seen by racecheck
  if (modes[blockIdx.x] % 2) {
    values[t] *= 2; // planted 1
    __syncthreads();
  }
#ifdef FIXED
  else
    __syncthreads();
#endif
  out[i] = values[127 - t]; // planted 1
}

int main() {
  int *in = numbers<int>(4 * 128), *modes = numbers<int>(4), *out = zeros<int>(4 * 128);
  reverse<<<4, 128>>>(out, in, modes);
  return finish();
}
