// A function with scratch memory of the block, called again while its last result is still read.
#include "../buffers.h"

__device__ int sumOfBlock(int value) {
  __shared__ int total;
  if (threadIdx.x == 0)
    total = 0; // planted 1: cuda-shared-race, seen by racecheck
  __syncthreads();
  atomicAdd(&total, value);
  __syncthreads();
  int result = total; // planted 1
#ifdef FIXED
  __syncthreads();
#endif
  return result;
}

__global__ void moments(int *out, const int *in) {
  int value = in[blockIdx.x * 128 + threadIdx.x];
  int sum = sumOfBlock(value);
  int squares = sumOfBlock(value * value);
  out[blockIdx.x * 128 + threadIdx.x] = squares - sum;
}

int main() {
  int *in = numbers<int>(4 * 128), *out = zeros<int>(4 * 128);
  moments<<<4, 128>>>(out, in);
  return finish();
}
