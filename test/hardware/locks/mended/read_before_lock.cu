// The largest value is read inside the lock.
#include "../trials.h"

__device__ int mutex = 0;

__global__ void largest(int *best, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int value = i < n ? in[i] + i : 0;
  value = __reduce_max_sync(0xffffffff, value);
  if (threadIdx.x % 32 != 0)
    return;
  while (atomicCAS(&mutex, 0, 1) != 0)
    __nanosleep(50);
  __threadfence();
  int old = *best;
  if (value > old)
    *best = value;
  __threadfence();
  atomicExch(&mutex, 0);
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 500);
  int *in = numbers<int>(8192), *best = zeros<int>(1);
  int wanted = 0;
  for (int i = 0; i < 8192; ++i)
    wanted = std::max(wanted, number(i) + i);
  while (trials.next()) {
    clear(best, 1);
    largest<<<64, 128>>>(best, in, 8192);
    trials.expect(first(best) == wanted);
  }
  return trials.end();
}
