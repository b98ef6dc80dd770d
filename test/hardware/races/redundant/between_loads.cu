// A barrier between two loads of what nobody changes any more.
#include "../buffers.h"

__global__ void gather(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  __syncthreads();
  int sum = values[127 - t];
  __syncthreads(); // planted 1: cuda-redundant-barrier
  out[t] = sum + values[(t + 1) % 128];
}

int main() {
  int *in = numbers<int>(128), *out = zeros<int>(128);
  gather<<<1, 128>>>(out, in);
  return finish();
}
