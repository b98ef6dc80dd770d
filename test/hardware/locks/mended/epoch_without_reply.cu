// The writer waits for a reply before it fills the buffer for the next epoch.
#include "../trials.h"

struct Link {
  volatile int sent, received;
  int payload[30];
};

__global__ void transmit(Link *links, int *failures, int epochs) {
  Link &link = links[blockIdx.x >> 1];
  bool isSender = (blockIdx.x & 1) == 0;
  if (threadIdx.x != 0)
    return;
  for (int epoch = 1; epoch <= epochs; ++epoch) {
    if (isSender) {
      while (link.received != epoch - 1) {
      }
      __threadfence();
      for (int &word : link.payload)
        word = epoch;
      __threadfence();
      link.sent = epoch;
    } else {
      while (link.sent < epoch) {
      }
      __threadfence();
      for (int word : link.payload)
        if (word != epoch)
          atomicAdd(failures, 1);
      __threadfence();
      link.received = epoch;
    }
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 500);
  Link *links = zeros<Link>(32);
  int *failures = zeros<int>(1);
  while (trials.next()) {
    clear(links, 32);
    clear(failures, 1);
    transmit<<<64, 32>>>(links, failures, 10);
    trials.expect(first(failures) == 0);
  }
  return trials.end();
}
