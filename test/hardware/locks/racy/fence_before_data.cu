// The writer's fence comes before the data instead of between the data and the flag.
#include "../trials.h"

__device__ int data[16 * 1024];
__device__ volatile unsigned flag[64];

__global__ void broadcast(int *out, unsigned generation) {
  if (threadIdx.x >= 16)
    return;
  unsigned lanes = 0xffffu, t = threadIdx.x;
  if (blockIdx.x == 0) {
    __threadfence();
    data[t * 1024] = generation + t;
    __syncwarp(lanes);
    for (unsigned b = 1 + t; b < gridDim.x; b += 16)
      flag[b] = generation;
  } else {
    while (flag[blockIdx.x] != generation) {
    }
    __threadfence();
    out[blockIdx.x * 16 + t] = data[(15 - t) * 1024] - generation;
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *out = zeros<int>(64 * 16);
  std::vector<int> wanted(64 * 16);
  for (int i = 16; i < 64 * 16; ++i)
    wanted[i] = 15 - i % 16;
  for (unsigned generation = 1; trials.next(); ++generation) {
    clear(out, 64 * 16);
    broadcast<<<64, 32>>>(out, generation);
    trials.expect(fetch(out, 64 * 16) == wanted);
  }
  return trials.end();
}
