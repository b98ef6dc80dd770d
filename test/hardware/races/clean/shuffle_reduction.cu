// A sum by shuffles: one number of each warp goes through shared memory.
#include "../buffers.h"

__device__ int sumOfWarp(int value) {
  for (int distance = 16; distance > 0; distance /= 2)
    value += __shfl_down_sync(0xffffffff, value, distance);
  return value;
}

__global__ void sum(int *out, const int *in) {
  __shared__ int parts[8];
  int t = threadIdx.x;
  int value = sumOfWarp(in[blockIdx.x * 256 + t]);
  if (t % 32 == 0)
    parts[t / 32] = value;
  __syncthreads();
  if (t < 32) {
    value = sumOfWarp(t < 8 ? parts[t] : 0);
    if (t == 0)
      out[blockIdx.x] = value;
  }
}

int main() {
  int *in = numbers<int>(4 * 256), *out = zeros<int>(4);
  sum<<<4, 256>>>(out, in);
  return finish();
}
