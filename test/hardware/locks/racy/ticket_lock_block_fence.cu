// A ticket lock between blocks, whose holder passes its turn on behind a fence for its own block.
#include "../trials.h"

__device__ unsigned nextTicket, nowServing;

__device__ void waitForTurn() {
  unsigned mine = atomicAdd(&nextTicket, 1u);
  while (atomicAdd(&nowServing, 0u) != mine)
    __nanosleep(20);
  __threadfence();
}

__device__ void endTurn() {
  __threadfence_block();
  atomicAdd(&nowServing, 1u);
}

// A log in which each entry continues from the one before it.
__global__ void append(int *length, int *log, int entries) {
  if (threadIdx.x > 0)
    return;
  for (int k = 0; k < entries; ++k) {
    waitForTurn();
    int n = *length;
    log[n * 32] = n == 0 ? 1 : log[(n - 1) * 32] + 1;
    *length = n + 1;
    endTurn();
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 500);
  int *length = zeros<int>(1), *log = zeros<int>(64 * 8 * 32);
  while (trials.next()) {
    clear(length, 1);
    clear(log, 64 * 8 * 32);
    append<<<64, 32>>>(length, log, 8);
    auto got = fetch(log, 64 * 8 * 32);
    bool isRight = first(length) == 64 * 8;
    for (int i = 0; i < 64 * 8; ++i)
      isRight &= got[i * 32] == i + 1;
    trials.expect(isRight);
  }
  return trials.end();
}
