// A barrier precedes the flag, as if it ordered the block's stores for other blocks too.
#include "../trials.h"

__global__ void scale(float *middle, int *isDone, float *out, const float *in) {
  int t = threadIdx.x, unit = blockIdx.x / 2;
  if (blockIdx.x % 2 == 0) {
    for (int k = t; k < 2048; k += blockDim.x)
      middle[unit * 2048 + k] = in[unit * 2048 + k] * 4;
    __syncthreads();
    if (t == 0) {
      atomicExch(&isDone[unit], 1);
    }
  } else {
    if (t == 0) {
      while (atomicAdd(&isDone[unit], 0) == 0) {
      }
      __threadfence();
    }
    __syncthreads();
    for (int k = 2047 - t; k >= 0; k -= blockDim.x)
      out[unit * 2048 + k] = middle[unit * 2048 + k];
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  float *in = numbers<float>(32 * 2048), *middle = zeros<float>(32 * 2048);
  float *out = zeros<float>(32 * 2048);
  int *isDone = zeros<int>(32);
  std::vector<float> wanted(32 * 2048);
  for (int i = 0; i < 32 * 2048; ++i)
    wanted[i] = 4 * number(i);
  while (trials.next()) {
    clear(middle, 32 * 2048);
    clear(isDone, 32);
    scale<<<64, 256>>>(middle, isDone, out, in);
    trials.expect(fetch(out, 32 * 2048) == wanted);
  }
  return trials.end();
}
