// A total that all add to by atomics, and read before all have added.
#include "../buffers.h"

__global__ void normalise(float *out, const int *in) {
  __shared__ int total;
  int t = threadIdx.x;
  if (t == 0)
    total = 0;
  __syncthreads();
  atomicAdd(&total, in[t]); // planted 1: cuda-shared-race, not seen: racecheck does not hold atomics against other accesses
#ifdef FIXED
  __syncthreads();
#endif
  out[t] = float(in[t]) / total; // planted 1
}

int main() {
  int *in = numbers<int>(128);
  float *out = zeros<float>(128);
  normalise<<<1, 128>>>(out, in);
  return finish();
}
