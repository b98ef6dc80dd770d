// Vectors of four are stored, and elements of other threads' vectors read.
#include "../buffers.h"

__global__ void spread(float *out, const float4 *in) {
  __shared__ float4 vectors[64];
  const float *elements = reinterpret_cast<const float *>(vectors);
  int t = threadIdx.x;
  vectors[t] = in[t]; // planted 1: cuda-shared-race, seen by racecheck
#ifdef FIXED
  __syncthreads();
#endif
  for (int k = 0; k < 4; ++k)
    out[k * 64 + t] = elements[k * 64 + t]; // planted 1
}

int main() {
  float4 *in = reinterpret_cast<float4 *>(numbers<float>(256));
  float *out = zeros<float>(256);
  spread<<<1, 64>>>(out, in);
  return finish();
}
