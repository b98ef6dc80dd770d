// The lock is one of the whole grid, but its fences order memory for threads of one block only.
#include "../trials.h"

class Guard {
public:
  __device__ explicit Guard(int *mutex) : mutex(mutex) {
    while (atomicCAS(mutex, 0, 1) != 0) {
    }
    __threadfence_block();
  }

  __device__ ~Guard() {
    __threadfence_block();
    atomicExch(mutex, 0);
  }

private:
  int *mutex;
};

struct Best {
  int value, index;
};

__global__ void largest(int *mutex, Best *best, const int *in, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) {
    if (i % 32 != 0)
      continue;
    int value = in[i] + i / 4;
    Guard guard(mutex);
    if (value > best->value) {
      best->value = value;
      best->index = i;
    }
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 500);
  int *in = numbers<int>(1 << 14), *mutex = zeros<int>(1);
  Best *best = zeros<Best>(1);
  int wanted = 0;
  for (int i = 0; i < 1 << 14; i += 32)
    wanted = std::max(wanted, number(i) + i / 4);
  while (trials.next()) {
    clear(best, 1);
    largest<<<64, 64>>>(mutex, best, in, 1 << 14);
    Best got = first(best);
    trials.expect(got.value == wanted && number(got.index) + got.index / 4 == wanted);
  }
  return trials.end();
}
