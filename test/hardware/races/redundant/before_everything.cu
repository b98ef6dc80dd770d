// A barrier before anybody has stored anything.
#include "../buffers.h"

__global__ void reverse(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  __syncthreads(); // planted 1: cuda-redundant-barrier
  values[t] = in[t];
  __syncthreads();
  out[t] = values[127 - t];
}

int main() {
  int *in = numbers<int>(128), *out = zeros<int>(128);
  reverse<<<1, 128>>>(out, in);
  return finish();
}
