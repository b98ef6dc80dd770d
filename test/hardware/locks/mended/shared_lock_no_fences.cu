// A lock among the warps of a block, with fences for the block around the data that it guards.
#include "../trials.h"

__global__ void bounds(int *low, int *high, const int *in) {
  __shared__ int mutex, smallest, largest;
  if (threadIdx.x == 0) {
    mutex = 0;
    smallest = 1 << 30;
    largest = -1;
  }
  __syncthreads();
  int value = in[blockIdx.x * blockDim.x + threadIdx.x] + threadIdx.x % 7;
  int least = __reduce_min_sync(~0u, value), most = __reduce_max_sync(~0u, value);
  if (threadIdx.x % 32 == 0) {
    while (atomicCAS(&mutex, 0, 1)) {
    }
    __threadfence_block();
    if (least < smallest)
      smallest = least;
    if (most > largest)
      largest = most;
    __threadfence_block();
    atomicExch(&mutex, 0);
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    low[blockIdx.x] = smallest;
    high[blockIdx.x] = largest;
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *in = numbers<int>(32 * 512), *low = zeros<int>(32), *high = zeros<int>(32);
  while (trials.next()) {
    bounds<<<32, 512>>>(low, high, in);
    auto lows = fetch(low, 32), highs = fetch(high, 32);
    bool isRight = true;
    for (int b = 0; b < 32; ++b) {
      int least = 1 << 30, most = -1;
      for (int t = 0; t < 512; ++t) {
        least = std::min(least, number(b * 512 + t) + t % 7);
        most = std::max(most, number(b * 512 + t) + t % 7);
      }
      isRight &= lows[b] == least && highs[b] == most;
    }
    trials.expect(isRight);
  }
  return trials.end();
}
