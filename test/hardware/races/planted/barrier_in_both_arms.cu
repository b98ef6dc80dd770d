// Odd and even lanes wait at barriers of their own.
#include "../buffers.h"

__global__ void mix(int *out, const int *in) {
  __shared__ int values[64];
  int t = threadIdx.x;
#ifdef FIXED
  values[t] = t % 2 ? in[t] : -in[t];
  __syncthreads();
#else
  if (t % 2) {
    values[t] = in[t];
    __syncthreads(); // planted 1: cuda-divergent-barrier, seen by synccheck
  } else {
    values[t] = -in[t];
    __syncthreads(); // planted 1
  }
#endif
  out[t] = values[63 - t];
}

int main() {
  int *in = numbers<int>(64), *out = zeros<int>(64);
  mix<<<1, 64>>>(out, in);
  return finish();
}
