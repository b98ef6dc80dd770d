// Bins in shared memory are set to zero and then counted up, with no barrier in between.
#include "../trials.h"

// The bins of random numbers that the threads draw themselves.
template <int BINS> __global__ void histogram(unsigned *out, int perThread) {
  __shared__ unsigned bins[BINS];
  for (int b = threadIdx.x; b < BINS; b += blockDim.x)
    bins[b] = 0;
  unsigned state = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < perThread; ++k) {
    state = state * 1664525 + 1013904223;
    atomicAdd(&bins[(state >> 12) % BINS], 1);
  }
  __syncthreads();
  for (int b = threadIdx.x; b < BINS; b += blockDim.x)
    atomicAdd(&out[b], bins[b]);
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  unsigned *out = zeros<unsigned>(2048);
  std::vector<unsigned> wanted(2048);
  for (unsigned i = 0; i < 64 * 512; ++i) {
    unsigned state = i;
    for (int k = 0; k < 4; ++k) {
      state = state * 1664525 + 1013904223;
      ++wanted[(state >> 12) % 2048];
    }
  }
  while (trials.next()) {
    clear(out, 2048);
    histogram<2048><<<64, 512>>>(out, 4);
    trials.expect(fetch(out, 2048) == wanted);
  }
  return trials.end();
}
