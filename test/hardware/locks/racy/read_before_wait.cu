// The reader fetches the data early, before it waits for the flag.
#include "../trials.h"

__device__ void waitFor(volatile int *flag) {
  while (!*flag) {
  }
  __threadfence();
}

// Even blocks produce tiles of 64 numbers, odd ones sum them up.
__global__ void tiles(int *tile, int *flags, int *sums, const int *in) {
  int pair = blockIdx.x / 2, t = threadIdx.x, i = pair * 64 + t;
  if (blockIdx.x % 2 == 0) {
    tile[i] = in[i] + 1;
    __syncthreads();
    if (t == 0) {
      __threadfence();
      *(volatile int *)&flags[pair] = 1;
    }
  } else {
    int value = tile[i];
    waitFor(&flags[pair]);
    atomicAdd(&sums[pair], value);
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *in = numbers<int>(50 * 64), *tile = zeros<int>(50 * 64);
  int *flags = zeros<int>(50), *sums = zeros<int>(50);
  std::vector<int> wanted(50);
  for (int i = 0; i < 50 * 64; ++i)
    wanted[i / 64] += number(i) + 1;
  while (trials.next()) {
    clear(tile, 50 * 64);
    clear(flags, 50);
    clear(sums, 50);
    tiles<<<100, 64>>>(tile, flags, sums, in);
    trials.expect(fetch(sums, 50) == wanted);
  }
  return trials.end();
}
