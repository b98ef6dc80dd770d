// A barrier between a store and a load of the same thread.
#include "../buffers.h"

__global__ void square(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  values[t] = in[i];
  __syncthreads(); // planted 1: cuda-redundant-barrier
  out[i] = values[t] * values[t];
}

int main() {
  int *in = numbers<int>(512), *out = zeros<int>(512);
  square<<<4, 128>>>(out, in);
  return finish();
}
