// Each thread reads back what it stored itself.
#include "../buffers.h"

__global__ void square(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[blockIdx.x * 128 + t];
  values[t] *= values[t];
  out[blockIdx.x * 128 + t] = values[t];
}

int main() {
  int *in = numbers<int>(512), *out = zeros<int>(512);
  square<<<4, 128>>>(out, in);
  return finish();
}
