// The lock has a fence before its release, but none after it is taken: the sums that are read may
// be old ones.
#include "../trials.h"

struct SpinLock {
  int state;

  __device__ void acquire() {
    while (atomicCAS(&state, 0, 1) != 0)
      __nanosleep(20);
  }

  __device__ void release() {
    __threadfence();
    atomicExch(&state, 0);
  }
};

// Each warp adds its lane sums to those of all warps.
__global__ void columnSums(SpinLock *guard, int *sums, const int *in, int rows) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int lane = threadIdx.x % 32;
  for (int row = warp; row < rows; row += gridDim.x * blockDim.x / 32) {
    int mine = in[row * 32 + lane];
    if (lane == 0)
      guard->acquire();
    __syncwarp();
    sums[lane] += mine;
    __syncwarp();
    if (lane == 0)
      guard->release();
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 300);
  int *in = numbers<int>(1024 * 32), *sums = zeros<int>(32);
  SpinLock *guard = zeros<SpinLock>(1);
  int wanted[32] = {};
  for (int i = 0; i < 1024 * 32; ++i)
    wanted[i % 32] += number(i);
  while (trials.next()) {
    clear(sums, 32);
    columnSums<<<64, 64>>>(guard, sums, in, 1024);
    auto got = fetch(sums, 32);
    trials.expect(std::equal(got.begin(), got.end(), wanted));
  }
  return trials.end();
}
