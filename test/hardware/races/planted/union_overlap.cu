// Two members of a union, used as if they lay side by side.
#include "../buffers.h"

#ifdef FIXED
struct Scratch {
#else
union Scratch {
#endif
  float weights[64];
  int places[64];
};

__global__ void gather(float *out, const float *in) {
  __shared__ Scratch scratch;
  int t = threadIdx.x;
  scratch.weights[t] = in[t];  // planted 1: cuda-shared-race, seen by racecheck
  scratch.places[63 - t] = t; // planted 1
  __syncthreads();
  out[t] = scratch.weights[scratch.places[t] & 63];
}

int main() {
  float *in = numbers<float>(64), *out = zeros<float>(64);
  gather<<<1, 64>>>(out, in);
  return finish();
}
