// One thread waits for the flag, and the rest of its block waits for it at a barrier.
#include "../trials.h"

__global__ void doubleBuffer(float *stage, int *ready, float *out, const float *in) {
  int half = gridDim.x / 2, t = threadIdx.x;
  if (blockIdx.x < half) {
    stage[blockIdx.x * 128 + t] = 2 * in[blockIdx.x * 128 + t];
    __syncthreads();
    if (t == 0) {
      __threadfence();
      atomicExch(&ready[blockIdx.x], 1);
    }
  } else {
    int from = blockIdx.x - half;
    if (t == 0) {
      while (atomicCAS(&ready[from], 1, 1) != 1) {
      }
      __threadfence();
    }
    __syncthreads();
    out[from * 128 + t] = stage[from * 128 + 127 - t];
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  float *in = numbers<float>(64 * 128), *stage = zeros<float>(64 * 128);
  float *out = zeros<float>(64 * 128);
  int *ready = zeros<int>(64);
  std::vector<float> wanted(64 * 128);
  for (int i = 0; i < 64 * 128; ++i)
    wanted[i] = 2 * number(i ^ 127);
  while (trials.next()) {
    clear(stage, 64 * 128);
    clear(ready, 64);
    doubleBuffer<<<128, 128>>>(stage, ready, out, in);
    trials.expect(fetch(out, 64 * 128) == wanted);
  }
  return trials.end();
}
