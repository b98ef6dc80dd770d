// The lock is released by a volatile store behind a fence.
#include "../trials.h"

struct Moments {
  alignas(128) int count;
  alignas(128) int sum;
  alignas(128) int squares;
};

__device__ void add(Moments *moments, int value) {
  moments->count += 1;
  moments->sum += value;
  moments->squares += value * value;
}

__global__ void gather(int *mutex, Moments *moments, const int *in, int perBlock) {
  if (threadIdx.x == 0) {
    for (int k = 0; k < perBlock; ++k) {
      while (atomicExch(mutex, 1) == 1) {
      }
      __threadfence();
      add(moments, in[blockIdx.x * perBlock + k]);
      __threadfence();
      *(volatile int *)mutex = 0;
    }
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 500);
  int *in = numbers<int>(80 * 16), *mutex = zeros<int>(1);
  Moments *moments = zeros<Moments>(1);
  Moments wanted = {};
  for (int i = 0; i < 80 * 16; ++i) {
    wanted.count += 1;
    wanted.sum += number(i);
    wanted.squares += number(i) * number(i);
  }
  while (trials.next()) {
    clear(moments, 1);
    gather<<<80, 32>>>(mutex, moments, in, 16);
    Moments got = first(moments);
    trials.expect(got.count == wanted.count && got.sum == wanted.sum &&
                  got.squares == wanted.squares);
  }
  return trials.end();
}
