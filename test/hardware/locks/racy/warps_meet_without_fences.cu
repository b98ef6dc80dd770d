// Some warps of a block meet at a counter in shared memory, without fences.
#include "../trials.h"

// For the first `warps` warps of the block.
__device__ void meet(int *arrived, int warps) {
  __syncwarp();
  if (threadIdx.x % 32 == 0) {
    atomicAdd(arrived, 1);
    while (*(volatile int *)arrived < warps) {
    }
  }
  __syncwarp();
}

__global__ void rotate(int *out, const int *in) {
  __shared__ int arrived;
  __shared__ int values[128];
  int t = threadIdx.x, i = blockIdx.x * 192 + t;
  if (t == 0)
    arrived = 0;
  __syncthreads();
  if (t < 128) {
    values[t] = in[i];
    meet(&arrived, 4);
    out[i] = values[(t + 96) % 128];
  } else {
    out[i] = -in[i];
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *in = numbers<int>(64 * 192), *out = zeros<int>(64 * 192);
  std::vector<int> wanted(64 * 192);
  for (int i = 0; i < 64 * 192; ++i) {
    int t = i % 192;
    wanted[i] = t < 128 ? number(i - t + (t + 96) % 128) : -number(i);
  }
  while (trials.next()) {
    clear(out, 64 * 192);
    rotate<<<64, 192>>>(out, in);
    trials.expect(fetch(out, 64 * 192) == wanted);
  }
  return trials.end();
}
