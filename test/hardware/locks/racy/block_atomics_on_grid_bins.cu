// Counts in global memory, updated by atomics that are atomic among the threads of one block only.
#include "../trials.h"

__global__ void histogram(unsigned *bins, const int *in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    int bin = in[i] / 8;
    atomicAdd_block(&bins[bin], 1u);
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *in = numbers<int>(1 << 15);
  unsigned *bins = zeros<unsigned>(8);
  std::vector<unsigned> wanted(8);
  for (int i = 0; i < 1 << 15; ++i)
    ++wanted[number(i) / 8];
  while (trials.next()) {
    clear(bins, 8);
    histogram<<<64, 128>>>(bins, in, 1 << 15);
    trials.expect(fetch(bins, 8) == wanted);
  }
  return trials.end();
}
