// One warp hands data to another through a volatile flag in shared memory, with fences.
#include "../trials.h"

__global__ void handOver(int *out, const int *in, int rounds) {
  __shared__ int data[32];
  __shared__ volatile int full;
  int warp = threadIdx.x / 32, lane = threadIdx.x % 32;
  if (threadIdx.x == 0)
    full = 0;
  __syncthreads();
  for (int round = 0; round < rounds; ++round) {
    int i = (blockIdx.x * rounds + round) * 32 + lane;
    if (warp == 0) {
      while (full != 0) {
      }
      __threadfence_block();
      data[lane] = in[i];
      __syncwarp();
      if (lane == 0) {
        __threadfence_block();
        full = 1;
      }
    } else {
      while (full == 0) {
      }
      __threadfence_block();
      out[i] = data[31 - lane];
      __syncwarp();
      if (lane == 0) {
        __threadfence_block();
        full = 0;
      }
    }
    __syncwarp();
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *in = numbers<int>(64 * 16 * 32), *out = zeros<int>(64 * 16 * 32);
  std::vector<int> wanted(64 * 16 * 32);
  for (int i = 0; i < 64 * 16 * 32; ++i)
    wanted[i] = number(i ^ 31);
  while (trials.next()) {
    clear(out, 64 * 16 * 32);
    handOver<<<64, 64>>>(out, in, 16);
    trials.expect(fetch(out, 64 * 16 * 32) == wanted);
  }
  return trials.end();
}
