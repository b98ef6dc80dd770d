// The semaphore lets two blocks in at a time, and both change the same sum.
#include "../trials.h"
#include <cuda/semaphore>

using Slots = cuda::counting_semaphore<cuda::thread_scope_device, 2>;

__global__ void fill(Slots *slots, int free) { new (slots) Slots(free); }

__global__ void record(Slots *slots, int *sums, const int *in, int n) {
  for (int i = blockIdx.x; i < n; i += gridDim.x) {
    if (threadIdx.x == 0) {
      slots->acquire();
      sums[0] += in[i];
      sums[1] += in[i] * in[i];
      slots->release();
    }
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 500);
  Slots *slots;
  cudaMalloc(&slots, sizeof(Slots));
  int *in = numbers<int>(512), *sums = zeros<int>(2);
  int wanted = 0, squares = 0;
  for (int i = 0; i < 512; ++i) {
    wanted += number(i);
    squares += number(i) * number(i);
  }
  fill<<<1, 1>>>(slots, 2);
  while (trials.next()) {
    clear(sums, 2);
    record<<<64, 32>>>(slots, sums, in, 512);
    auto got = fetch(sums, 2);
    trials.expect(got[0] == wanted && got[1] == squares);
  }
  return trials.end();
}
