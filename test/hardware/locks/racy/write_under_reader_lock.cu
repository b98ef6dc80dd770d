// Readers, several at a time, count their hits with an ordinary increment.
#include "../trials.h"

// The number of readers, or -1 for a writer.
struct SharedLock {
  int state;

  __device__ void lockShared() {
    int seen = *(volatile int *)&state;
    while (seen < 0 || atomicCAS(&state, seen, seen + 1) != seen)
      seen = *(volatile int *)&state;
    __threadfence();
  }
  __device__ void unlockShared() {
    __threadfence();
    atomicSub(&state, 1);
  }
  __device__ void lock() {
    while (atomicCAS(&state, 0, -1) != 0)
      __nanosleep(100);
    __threadfence();
  }
  __device__ void unlock() {
    __threadfence();
    atomicExch(&state, 0);
  }
};

struct Entry {
  SharedLock guard;
  int value, hits;
};

__global__ void use(Entry *entry, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x % 16 == 0) {
    entry->guard.lock();
    entry->value += 1;
    entry->guard.unlock();
  } else {
    entry->guard.lockShared();
    out[blockIdx.x] = entry->value;
    entry->hits += 1;
    entry->guard.unlockShared();
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  Entry *entry = zeros<Entry>(1);
  int *out = zeros<int>(128);
  while (trials.next()) {
    clear(entry, 1);
    use<<<128, 32>>>(entry, out);
    Entry got = first(entry);
    trials.expect(got.value == 8 && got.hits == 120);
  }
  return trials.end();
}
