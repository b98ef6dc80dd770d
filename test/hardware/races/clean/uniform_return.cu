// Whole blocks return before a barrier, and all threads of the others wait.
#include "../buffers.h"

__global__ void reverse(int *out, const int *in, int blocks) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (blockIdx.x >= blocks)
    return;
  values[t] = in[blockIdx.x * 128 + t];
  for (int round = 0; round < blockIdx.x; ++round) {
    __syncthreads();
    int other = values[127 - t];
    __syncthreads();
    values[t] = other;
  }
  out[blockIdx.x * 128 + t] = values[t];
}

int main() {
  int *in = numbers<int>(4 * 128), *out = zeros<int>(4 * 128);
  reverse<<<8, 128>>>(out, in, 4);
  return finish();
}
