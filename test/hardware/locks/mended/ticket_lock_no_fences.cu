// A ticket lock with a fence after the turn has come and one before it is passed on.
#include "../trials.h"

struct TicketLock {
  unsigned next;
  unsigned serving;
};

__device__ unsigned enter(TicketLock *lock) {
  unsigned ticket = atomicAdd(&lock->next, 1);
  volatile unsigned *serving = &lock->serving;
  while (*serving != ticket) {
  }
  __threadfence();
  return ticket;
}

__device__ void leave(TicketLock *lock, unsigned ticket) {
  __threadfence();
  *(volatile unsigned *)&lock->serving = ticket + 1;
}

__global__ void sum(TicketLock *lock, int *total, const int *in) {
  if (threadIdx.x == 0) {
    for (int k = 0; k < 8; ++k) {
      unsigned ticket = enter(lock);
      total[0] += in[blockIdx.x * 8 + k];
      leave(lock, ticket);
    }
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 500);
  int *in = numbers<int>(100 * 8), *total = zeros<int>(1);
  TicketLock *lock = zeros<TicketLock>(1);
  int wanted = 0;
  for (int i = 0; i < 100 * 8; ++i)
    wanted += number(i);
  while (trials.next()) {
    clear(total, 1);
    clear(lock, 1);
    sum<<<100, 32>>>(lock, total, in);
    trials.expect(first(total) == wanted);
  }
  return trials.end();
}
