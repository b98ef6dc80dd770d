// Cases of a switch with a barrier each, between which lanes are dealt out.
// not run: it never ends
#include "../buffers.h"

__global__ void mix(int *out, const int *in) {
  __shared__ int values[96];
  int t = threadIdx.x, value = in[t];
  values[t] = value;
#ifdef FIXED
  __syncthreads();
  switch (t % 3) {
  case 0:
    value += values[95 - t];
    break;
  case 1:
    value *= values[(t + 7) % 96];
    break;
  default:
    value -= values[(t + 50) % 96];
  }
#else
  switch (t % 3) {
  case 0:
    __syncthreads(); // planted 1: cuda-divergent-barrier, not seen: it never ends
    value += values[95 - t];
    break;
  case 1:
    __syncthreads(); // planted 1
    value *= values[(t + 7) % 96];
    break;
  default:
    __syncthreads(); // planted 1
    value -= values[(t + 50) % 96];
  }
#endif
  out[t] = value;
}

int main() {
  int *in = numbers<int>(96), *out = zeros<int>(96);
  mix<<<1, 96>>>(out, in);
  return finish();
}
