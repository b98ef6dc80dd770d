// Where the list is full, the overflow is counted before the lock is released.
#include "../trials.h"

constexpr int CAPACITY = 100;

struct List {
  int lock, size, overflow;
  int items[CAPACITY];
};

__device__ void countOverflow(List *list) {
  int seen = list->overflow;
  __nanosleep(500);
  list->overflow = seen + 1;
}

__device__ void append(List *list, int item) {
  while (atomicCAS(&list->lock, 0, 1) != 0) {
  }
  __threadfence();
  if (list->size == CAPACITY) {
    countOverflow(list);
    __threadfence();
    atomicExch(&list->lock, 0);
    return;
  }
  list->items[list->size++] = item;
  __threadfence();
  atomicExch(&list->lock, 0);
}

__global__ void appendAll(List *list, const int *in, int perBlock) {
  if (threadIdx.x == 0)
    for (int k = 0; k < perBlock; ++k)
      append(list, in[blockIdx.x * perBlock + k]);
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 500);
  int *in = numbers<int>(64 * 10);
  List *list = zeros<List>(1);
  while (trials.next()) {
    clear(list, 1);
    appendAll<<<64, 32>>>(list, in, 10);
    List got = first(list);
    trials.expect(got.size == CAPACITY && got.overflow == 64 * 10 - CAPACITY);
  }
  return trials.end();
}
