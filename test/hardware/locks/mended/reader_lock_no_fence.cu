// Readers register with a counter, and a fence follows.
#include "../trials.h"

__device__ int readers; // or -1 for a writer

__device__ void beginRead() {
  for (;;) {
    int seen = atomicAdd(&readers, 0);
    if (seen >= 0 && atomicCAS(&readers, seen, seen + 1) == seen)
      break;
  }
  __threadfence();
}

__device__ void endRead() {
  __threadfence();
  atomicSub(&readers, 1);
}

// Both halves of the pair are always equal, but in the middle of a change.
__global__ void readAndWrite(int *pair, int *failures, int rounds) {
  if (threadIdx.x > 0)
    return;
  for (int round = 0; round < rounds; ++round) {
    if (blockIdx.x == 0) {
      while (atomicCAS(&readers, 0, -1) != 0) {
      }
      __threadfence();
      pair[0] += 1;
      pair[64] += 1;
      __threadfence();
      atomicExch(&readers, 0);
      __nanosleep(2000);
    } else {
      beginRead();
      int one = pair[0], other = pair[64];
      endRead();
      if (one != other)
        atomicAdd(failures, 1);
      __nanosleep(1000);
    }
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 300);
  int *pair = zeros<int>(65), *failures = zeros<int>(1);
  while (trials.next()) {
    clear(pair, 65);
    clear(failures, 1);
    readAndWrite<<<24, 32>>>(pair, failures, 20);
    trials.expect(first(failures) == 0 && first(pair) == 20);
  }
  return trials.end();
}
