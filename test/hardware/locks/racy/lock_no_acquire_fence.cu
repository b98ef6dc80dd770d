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

struct Column {
  int weight; // set by the host
  int sum;
};

// Each warp adds its rows to the sums of all warps.
__global__ void columnSums(SpinLock *guard, Column *columns, const int *in, int rows) {
  int warp = (blockIdx.x * blockDim.x + threadIdx.x) / 32;
  int lane = threadIdx.x % 32;
  for (int row = warp; row < rows; row += gridDim.x * blockDim.x / 32) {
    int mine = in[row * 32 + lane] * columns[lane].weight;
    if (lane == 0)
      guard->acquire();
    __syncwarp();
    columns[lane].sum += mine;
    __syncwarp();
    if (lane == 0)
      guard->release();
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 300);
  int *in = numbers<int>(1024 * 32);
  Column *columns = zeros<Column>(32), start[32];
  SpinLock *guard = zeros<SpinLock>(1);
  int wanted[32] = {};
  for (int k = 0; k < 32; ++k)
    start[k] = {k % 3, 0};
  for (int i = 0; i < 1024 * 32; ++i)
    wanted[i % 32] += number(i) * (i % 32 % 3);
  while (trials.next()) {
    cudaMemcpy(columns, start, sizeof(start), cudaMemcpyHostToDevice);
    columnSums<<<64, 64>>>(guard, columns, in, 1024);
    bool isRight = true;
    auto got = fetch(columns, 32);
    for (int k = 0; k < 32; ++k)
      isRight &= got[k].sum == wanted[k];
    trials.expect(isRight);
  }
  return trials.end();
}
