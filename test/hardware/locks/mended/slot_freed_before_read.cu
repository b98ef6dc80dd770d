// The consumer of a ring in shared memory reads a slot before it frees it.
#include "../trials.h"

template <int SLOTS> struct Ring {
  int slots[SLOTS];
  volatile int head, tail;

  __device__ void push(int value) {
    while (head - tail == SLOTS) {
    }
    __threadfence_block();
    slots[head % SLOTS] = value;
    __threadfence_block();
    head = head + 1;
  }

  __device__ int pop() {
    while (head == tail) {
    }
    __threadfence_block();
    int place = tail;
    int value = slots[place % SLOTS];
    __threadfence_block();
    tail = place + 1;
    return value;
  }
};

__global__ void pipeline(long long *out, int items) {
  __shared__ Ring<2> ring;
  if (threadIdx.x == 0)
    ring.head = ring.tail = 0;
  __syncthreads();
  if (threadIdx.x == 0) {
    for (int k = 1; k <= items; ++k)
      ring.push(k);
  } else if (threadIdx.x == 32) {
    long long sum = 0;
    for (int k = 1; k <= items; ++k)
      sum += (long long)k * ring.pop();
    out[blockIdx.x] = sum;
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 500);
  auto *out = zeros<long long>(64);
  long long wanted = 0;
  for (long long k = 1; k <= 200; ++k)
    wanted += k * k;
  while (trials.next()) {
    clear(out, 64);
    pipeline<<<64, 64>>>(out, 200);
    trials.expect(fetch(out, 64) == std::vector<long long>(64, wanted));
  }
  return trials.end();
}
