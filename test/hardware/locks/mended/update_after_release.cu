// Two sums that belong together are updated inside the lock.
#include "../trials.h"

struct Mean {
  int lock;
  int count;
  long long sum;
};

__global__ void accumulate(Mean *mean, const int *in, int tiles) {
  for (int tile = blockIdx.x; tile < tiles; tile += gridDim.x) {
    int value = in[tile];
    if (threadIdx.x == 0) {
      while (atomicCAS(&mean->lock, 0, 1) != 0) {
      }
      __threadfence();
      mean->count += 1;
      mean->sum += value;
      __threadfence();
      atomicExch(&mean->lock, 0);
    }
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 500);
  int *in = numbers<int>(1024);
  Mean *mean = zeros<Mean>(1);
  long long wanted = 0;
  for (int i = 0; i < 1024; ++i)
    wanted += number(i);
  while (trials.next()) {
    clear(mean, 1);
    accumulate<<<64, 32>>>(mean, in, 1024);
    Mean got = first(mean);
    trials.expect(got.count == 1024 && got.sum == wanted);
  }
  return trials.end();
}
