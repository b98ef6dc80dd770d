// A barrier between stores to one half and loads of the other.
#include "../buffers.h"

__global__ void exchange(int *out, const int *in) {
  __shared__ int values[256];
  int t = threadIdx.x;
  values[t] = in[t];
  __syncthreads();
  int other = values[127 - t];
  __syncthreads(); // planted 1: cuda-redundant-barrier
  values[128 + t] = other;
  __syncthreads();
  out[t] = values[128 + (t + 1) % 128];
}

int main() {
  int *in = numbers<int>(128), *out = zeros<int>(128);
  exchange<<<1, 128>>>(out, in);
  return finish();
}
