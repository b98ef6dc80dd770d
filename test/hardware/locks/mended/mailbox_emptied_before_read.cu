// The receiver reads the letter before it marks the mailbox empty.
#include "../trials.h"

struct Mailbox {
  int letter;
  int isFull;
};

__device__ void post(Mailbox *box, int letter) {
  while (atomicAdd(&box->isFull, 0) == 1) {
  }
  __threadfence();
  box->letter = letter;
  __threadfence();
  atomicExch(&box->isFull, 1);
}

__device__ int collect(Mailbox *box) {
  while (atomicAdd(&box->isFull, 0) != 1) {
  }
  __threadfence();
  int letter = box->letter;
  __threadfence();
  atomicExch(&box->isFull, 0);
  return letter;
}

__global__ void correspond(Mailbox *boxes, int *sums, int letters) {
  if (threadIdx.x == 0) {
    Mailbox *box = boxes + blockIdx.x / 2;
    if (blockIdx.x % 2 == 0) {
      for (int k = 1; k <= letters; ++k)
        post(box, k);
    } else {
      int sum = 0;
      for (int k = 1; k <= letters; ++k)
        sum += collect(box);
      sums[blockIdx.x / 2] = sum;
    }
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 300);
  Mailbox *boxes = zeros<Mailbox>(60);
  int *sums = zeros<int>(60);
  while (trials.next()) {
    clear(boxes, 60);
    correspond<<<120, 32>>>(boxes, sums, 30);
    trials.expect(fetch(sums, 60) == std::vector<int>(60, 30 * 31 / 2));
  }
  return trials.end();
}
