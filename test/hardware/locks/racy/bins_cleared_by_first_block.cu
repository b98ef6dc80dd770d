// The first block clears the bins of all blocks, which have long begun to count.
#include "../trials.h"

__global__ void countDigits(int *bins, const int *in, int n) {
  if (blockIdx.x == 0 && threadIdx.x < 16)
    bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(&bins[in[i] & 15], 1);
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *in = numbers<int>(1 << 14), *bins = zeros<int>(16);
  std::vector<int> wanted(16);
  for (int i = 0; i < 1 << 14; ++i)
    ++wanted[number(i) & 15];
  while (trials.next()) {
    countDigits<<<64, 64>>>(bins, in, 1 << 14);
    trials.expect(fetch(bins, 16) == wanted);
  }
  return trials.end();
}
