// After eight attempts the thread goes on without the lock, as if it had it.
#include "../trials.h"

__device__ bool tryLock(int *mutex, int attempts) {
  for (int attempt = 0; attempt < attempts; ++attempt) {
    if (atomicCAS(mutex, 0, 1) == 0) {
      __threadfence();
      return true;
    }
    __nanosleep(100);
  }
  return false;
}

__device__ void unlock(int *mutex) {
  __threadfence();
  atomicExch(mutex, 0);
}

__global__ void add(int *mutex, int *total, int *late, const int *in) {
  int part = __syncthreads_count(in[blockIdx.x * blockDim.x + threadIdx.x] % 2);
  if (threadIdx.x == 0) {
    bool isHeld = tryLock(mutex, 8);
    *total += part;
    if (isHeld)
      unlock(mutex);
  }
}

int main(int argc, char **argv) {
  Trials trials(argc, argv);
  int *in = numbers<int>(128 * 64);
  int *mutex = zeros<int>(1), *total = zeros<int>(1), *late = zeros<int>(1);
  int wanted = 0;
  for (int i = 0; i < 128 * 64; ++i)
    wanted += number(i) % 2;
  while (trials.next()) {
    clear(total, 1);
    clear(late, 1);
    add<<<128, 64>>>(mutex, total, late, in);
    trials.expect(first(total) + first(late) == wanted);
  }
  return trials.end();
}
