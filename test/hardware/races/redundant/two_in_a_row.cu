// Two barriers with nothing shared between them: either may go.
#include "../buffers.h"

__global__ void reverse(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  __syncthreads(); // planted 1: cuda-redundant-barrier
  int place = 127 - t;
  __syncthreads(); // planted 1
  out[t] = values[place];
}

int main() {
  int *in = numbers<int>(128), *out = zeros<int>(128);
  reverse<<<1, 128>>>(out, in);
  return finish();
}
