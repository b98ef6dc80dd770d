// One thread does all that has to do with the total, under two conditions that agree.
#include "../buffers.h"

__global__ void label(int *out, const int *in) {
  __shared__ int total;
  int t = threadIdx.x;
  if (t == 0)
    total = in[blockIdx.x];
  out[blockIdx.x * 65 + 1 + t] = t;
  if (t == 0)
    out[blockIdx.x * 65] = total;
}

int main() {
  int *in = numbers<int>(4), *out = zeros<int>(4 * 65);
  label<<<4, 64>>>(out, in);
  return finish();
}
