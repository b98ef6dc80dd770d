// One thread holds the lock for its block, and releases it while other threads still write.
#include "../trials.h"

__global__ void addRows(int *mutex, int *row, const int *in) {
  int mine = in[blockIdx.x * blockDim.x + threadIdx.x];
  if (threadIdx.x == 0) {
    while (atomicCAS(mutex, 0, 1) != 0) {
    }
    __threadfence();
  }
  __syncthreads();
  row[threadIdx.x] += mine;
  if (threadIdx.x == 0) {
    __threadfence();
    atomicExch(mutex, 0);
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 500);
  int *in = numbers<int>(96 * 256), *mutex = zeros<int>(1), *row = zeros<int>(256);
  int wanted[256] = {};
  for (int i = 0; i < 96 * 256; ++i)
    wanted[i % 256] += number(i);
  while (trials.next()) {
    clear(row, 256);
    addRows<<<96, 256>>>(mutex, row, in);
    auto got = fetch(row, 256);
    trials.expect(std::equal(got.begin(), got.end(), wanted));
  }
  return trials.end();
}
