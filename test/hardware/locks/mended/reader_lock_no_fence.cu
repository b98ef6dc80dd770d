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

struct Half {
  int scale; // set by the host
  int value;
};

// Both halves of the pair have the same value, but in the middle of a change.
__global__ void readAndWrite(Half *pair, int *failures, int rounds) {
  if (threadIdx.x > 0)
    return;
  for (int round = 0; round < rounds; ++round) {
    if (blockIdx.x == 0) {
      while (atomicCAS(&readers, 0, -1) != 0) {
      }
      __threadfence();
      pair[0].value += 1;
      pair[64].value += 1;
      __threadfence();
      atomicExch(&readers, 0);
      __nanosleep(2000);
    } else {
      int scale = pair[64].scale;
      beginRead();
      int one = pair[0].value, other = pair[64].value;
      endRead();
      if (one * scale != other * scale)
        atomicAdd(failures, 1);
      __nanosleep(1000);
    }
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 300);
  Half *pair = zeros<Half>(65);
  std::vector<Half> start(65, Half{3, 0});
  int *failures = zeros<int>(1);
  while (trials.next()) {
    cudaMemcpy(pair, start.data(), 65 * sizeof(Half), cudaMemcpyHostToDevice);
    clear(failures, 1);
    readAndWrite<<<24, 32>>>(pair, failures, 20);
    trials.expect(first(failures) == 0 && first(pair).value == 20);
  }
  return trials.end();
}
