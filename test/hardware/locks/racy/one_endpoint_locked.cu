// A transfer changes two accounts but locks only the one that pays.
#include "../trials.h"

class ElementLocks {
public:
  __device__ explicit ElementLocks(unsigned *words) : words(words) {}
  __device__ bool tryAcquire(int i) {
    if (atomicExch(&words[i], 1u))
      return false;
    __threadfence();
    return true;
  }
  __device__ void release(int i) {
    __threadfence();
    atomicExch(&words[i], 0u);
  }

private:
  unsigned *words;
};

__device__ void change(ElementLocks locks, int *balances, int i, int amount) {
  bool isDone = false;
  do {
    if (locks.tryAcquire(i)) {
      balances[i] += amount;
      locks.release(i);
      isDone = true;
    }
  } while (!isDone);
}

__global__ void transfer(unsigned *words, int *balances, const int *from, const int *to) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  ElementLocks locks(words);
  change(locks, balances, from[t], -1);
  balances[to[t]] += 1;
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 300);
  int *from = numbers<int>(24 * 64 + 5), *balances = zeros<int>(64);
  unsigned *words = zeros<unsigned>(64);
  while (trials.next()) {
    clear(balances, 64);
    transfer<<<24, 64>>>(words, balances, from, from + 5);
    int sum = 0;
    for (int balance : fetch(balances, 64))
      sum += balance;
    trials.expect(sum == 0);
  }
  return trials.end();
}
