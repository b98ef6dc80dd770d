// Bins in shared memory are set to zero and then counted up, with a barrier in between.
#include "../trials.h"

template <int BINS> __global__ void histogram(unsigned *out, const int *in, int perThread) {
  __shared__ unsigned bins[BINS];
  for (int b = threadIdx.x; b < BINS; b += blockDim.x)
    bins[b] = 0;
  __syncthreads();
  const int *own = in + blockIdx.x * blockDim.x * perThread;
  for (int k = 0; k < perThread; ++k)
    atomicAdd(&bins[own[k * blockDim.x + threadIdx.x] * BINS / 64], 1);
  __syncthreads();
  for (int b = threadIdx.x; b < BINS; b += blockDim.x)
    atomicAdd(&out[b], bins[b]);
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  const int n = 64 * 512 * 4;
  int *in = numbers<int>(n);
  unsigned *out = zeros<unsigned>(1024);
  std::vector<unsigned> wanted(1024);
  for (int i = 0; i < n; ++i)
    ++wanted[number(i) * 16];
  while (trials.next()) {
    clear(out, 1024);
    histogram<1024><<<64, 512>>>(out, in, 4);
    trials.expect(fetch(out, 1024) == wanted);
  }
  return trials.end();
}
