// Each block has a lock of its own in shared memory, but what it guards is shared by all blocks.
#include "../trials.h"

__global__ void histogram(unsigned *bins, const int *in) {
  __shared__ int mutex;
  if (threadIdx.x == 0)
    mutex = 0;
  __syncthreads();
  int value = in[blockIdx.x * blockDim.x + threadIdx.x];
  bool isDone = false;
  while (!isDone) {
    if (atomicCAS(&mutex, 0, 1) == 0) {
      __threadfence();
      bins[value % 8] += 1;
      __threadfence();
      atomicExch(&mutex, 0);
      isDone = true;
    }
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 300);
  int *in = numbers<int>(32 * 64);
  unsigned *bins = zeros<unsigned>(8);
  unsigned wanted[8] = {};
  for (int i = 0; i < 32 * 64; ++i)
    ++wanted[number(i) % 8];
  while (trials.next()) {
    clear(bins, 8);
    histogram<<<32, 64>>>(bins, in);
    auto got = fetch(bins, 8);
    trials.expect(std::equal(got.begin(), got.end(), wanted));
  }
  return trials.end();
}
