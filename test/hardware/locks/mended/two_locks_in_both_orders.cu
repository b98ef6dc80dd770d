// Transfers in both directions take the two locks in the same order.
#include "../trials.h"

__device__ void lock(int *mutex) {
  while (atomicCAS(mutex, 0, 1) != 0)
    __nanosleep(100);
  __threadfence();
}

__device__ void unlock(int *mutex) {
  __threadfence();
  atomicExch(mutex, 0);
}

__global__ void transfer(int *locks, int *accounts, int rounds) {
  if (threadIdx.x != 0)
    return;
  int from = blockIdx.x % 2, to = 1 - from;
  int low = min(from, to), high = max(from, to);
  for (int round = 0; round < rounds; ++round) {
    lock(&locks[low]);
    __nanosleep(200);
    lock(&locks[high]);
    accounts[from] -= 1;
    accounts[to] += 1;
    unlock(&locks[high]);
    unlock(&locks[low]);
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 100);
  int *locks = zeros<int>(2), *accounts = zeros<int>(2);
  while (trials.next()) {
    clear(accounts, 2);
    transfer<<<32, 32>>>(locks, accounts, 4);
    auto got = fetch(accounts, 2);
    trials.expect(got[0] == 0 && got[1] == 0);
  }
  return trials.end();
}
