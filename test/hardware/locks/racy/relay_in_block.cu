// Three warps: the one in the middle passes the signal on without a fence.
#include "../trials.h"

__global__ void relay(int *out, const int *in) {
  __shared__ int value[32];
  __shared__ volatile int step;
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x == 0)
    step = 0;
  __syncthreads();
  if (warp == 0) {
    value[lane] = in[blockIdx.x * 32 + lane];
    __syncwarp();
    __threadfence_block();
    if (lane == 0)
      step = 1;
  } else if (warp == 1) {
    while (step != 1) {
    }
    __syncwarp();
    if (lane == 0)
      step = 2;
  } else {
    while (step != 2) {
    }
    __threadfence_block();
    out[blockIdx.x * 32 + lane] = value[31 - lane];
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *in = numbers<int>(128 * 32), *out = zeros<int>(128 * 32);
  std::vector<int> wanted(128 * 32);
  for (int i = 0; i < 128 * 32; ++i)
    wanted[i] = number(i ^ 31);
  while (trials.next()) {
    clear(out, 128 * 32);
    relay<<<128, 96>>>(out, in);
    trials.expect(fetch(out, 128 * 32) == wanted);
  }
  return trials.end();
}
