// One thread takes the lock for its block, but the others do not wait until it has it.
#include "../trials.h"

template <int WIDTH> __global__ void addRows(int *mutex, int *row, const int *in, int rows) {
  for (int r = blockIdx.x; r < rows; r += gridDim.x) {
    if (threadIdx.x == 0) {
      while (atomicExch(mutex, 1) != 0) {
      }
      __threadfence();
    }
    row[threadIdx.x] += in[r * WIDTH + threadIdx.x];
    __syncthreads();
    if (threadIdx.x == 0) {
      __threadfence();
      atomicExch(mutex, 0);
    }
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 300);
  int *in = numbers<int>(128 * 128), *mutex = zeros<int>(1), *row = zeros<int>(128);
  int wanted[128] = {};
  for (int i = 0; i < 128 * 128; ++i)
    wanted[i % 128] += number(i);
  while (trials.next()) {
    clear(row, 128);
    addRows<128><<<32, 128>>>(mutex, row, in, 128);
    auto got = fetch(row, 128);
    trials.expect(std::equal(got.begin(), got.end(), wanted));
  }
  return trials.end();
}
