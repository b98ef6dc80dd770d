// Tickets are drawn by an ordinary increment, so two blocks may hold the same one.
#include "../trials.h"

struct Queue {
  unsigned next;
  unsigned padding[31];
  unsigned serving;
};

__global__ void count(Queue *queue, int *total) {
  if (threadIdx.x == 0) {
    unsigned ticket = ((volatile Queue *)queue)->next++;
    // Not `!=`: the turn may have passed a ticket that was drawn twice.
    while (int(*(volatile unsigned *)&queue->serving - ticket) < 0) {
    }
    __threadfence();
    *total += 1;
    __threadfence();
    atomicAdd(&queue->serving, 1u);
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  Queue *queue = zeros<Queue>(1);
  int *total = zeros<int>(1);
  while (trials.next()) {
    clear(queue, 1);
    clear(total, 1);
    count<<<120, 32>>>(queue, total);
    trials.expect(first(total) == 120);
  }
  return trials.end();
}
