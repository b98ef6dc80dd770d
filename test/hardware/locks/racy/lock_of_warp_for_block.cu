// Each warp has a lock of its own, but what it guards is shared by all warps of the block.
#include "../trials.h"

class BlockLock {
public:
  __device__ explicit BlockLock(int *state) : state(state) {
    while (atomicExch(state, 1) != 0) {
    }
    __threadfence_block();
  }
  __device__ ~BlockLock() {
    __threadfence_block();
    atomicExch(state, 0);
  }

private:
  int *state;
};

__global__ void lengths(int *out, const int *in, int perWarp) {
  __shared__ int locks[8], total;
  int warp = threadIdx.x / 32;
  if (threadIdx.x < 8)
    locks[threadIdx.x] = 0;
  if (threadIdx.x == 0)
    total = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    for (int k = 0; k < perWarp; ++k) {
      BlockLock guard(&locks[warp]);
      total += in[(blockIdx.x * 8 + warp) * perWarp + k];
    }
  }
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = total;
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *in = numbers<int>(48 * 8 * 10), *out = zeros<int>(48);
  std::vector<int> wanted(48);
  for (int i = 0; i < 48 * 80; ++i)
    wanted[i / 80] += number(i);
  while (trials.next()) {
    clear(out, 48);
    lengths<<<48, 256>>>(out, in, 10);
    trials.expect(fetch(out, 48) == wanted);
  }
  return trials.end();
}
