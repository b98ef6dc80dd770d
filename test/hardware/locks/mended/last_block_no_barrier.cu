// A block's first thread draws the ticket after a barrier.
#include "../trials.h"

__device__ unsigned int retirement = 0;

__global__ void columnSums(int *parts, int *out, const int *in) {
  __shared__ bool amLast;
  int t = threadIdx.x;
  const int *own = in + blockIdx.x * 512;
  __nanosleep(t / 32 * 500); // the last warps have the most to do
  parts[blockIdx.x * 256 + t] = own[t] + own[256 + t];
  __syncthreads();
  if (t == 0) {
    __threadfence();
    unsigned int ticket = atomicInc(&retirement, gridDim.x - 1);
    amLast = ticket == gridDim.x - 1;
    __threadfence();
  }
  __syncthreads();
  if (amLast) {
    int sum = 0;
    for (int b = 0; b < gridDim.x; ++b)
      sum += parts[b * 256 + t];
    out[t] = sum;
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *in = numbers<int>(128 * 256), *parts = zeros<int>(64 * 256), *out = zeros<int>(256);
  std::vector<int> wanted(256);
  for (int i = 0; i < 128 * 256; ++i)
    wanted[i % 256] += number(i);
  while (trials.next()) {
    clear(parts, 64 * 256);
    columnSums<<<64, 256>>>(parts, out, in);
    trials.expect(fetch(out, 256) == wanted);
  }
  return trials.end();
}
