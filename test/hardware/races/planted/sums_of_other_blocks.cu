// Each block adds the sums of the blocks before it, which may not have been there yet.
#include "../buffers.h"

__global__ void addSums(int *sums) {
  if (threadIdx.x == 0)
    sums[blockIdx.x] = blockIdx.x + 1;
}

__global__ void offsets(int *out, int *sums, const int *in) {
#ifndef FIXED
  if (threadIdx.x == 0) {
    int sum = 0;
    for (int j = 0; j < 64; ++j)
      sum += in[blockIdx.x * 64 + j];
    sums[blockIdx.x] = sum; // planted 1: cuda-global-race
  }
  __syncthreads();
#endif
  int before = 0;
  for (int block = 0; block < blockIdx.x; ++block)
    before += sums[block]; // planted 1
  out[blockIdx.x * 64 + threadIdx.x] = before + in[blockIdx.x * 64 + threadIdx.x];
}

int main() {
  int *in = numbers<int>(8 * 64), *sums = zeros<int>(8), *out = zeros<int>(8 * 64);
  addSums<<<8, 64>>>(sums);
  offsets<<<8, 64>>>(out, sums, in);
  return finish();
}
