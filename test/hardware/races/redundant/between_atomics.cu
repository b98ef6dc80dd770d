// A barrier between atomics, which order themselves.
#include "../buffers.h"

__global__ void count(int *out, const int *in) {
  __shared__ int total;
  int t = threadIdx.x, i = blockIdx.x * 128 + t;
  if (t == 0)
    total = 0;
  __syncthreads();
  atomicAdd(&total, in[i]);
  __syncthreads(); // planted 1: cuda-redundant-barrier
  atomicAdd(&total, in[i] % 7);
  __syncthreads();
  if (t == 0)
    out[blockIdx.x] = total;
}

int main() {
  int *in = numbers<int>(4 * 128), *out = zeros<int>(4);
  count<<<4, 128>>>(out, in);
  return finish();
}
