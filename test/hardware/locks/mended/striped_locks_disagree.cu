// All functions choose the lock of a bucket in the same way.
#include "../trials.h"

constexpr int BUCKETS = 64, STRIPES = 8;

template <typename Action> __device__ void locked(int *lock, Action action) {
  for (bool isDone = false; !isDone;) {
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      action();
      __threadfence();
      atomicExch(lock, 0);
      isDone = true;
    }
  }
}

__device__ void insert(int *locks, int *sizes, int key) {
  int bucket = key % BUCKETS;
  locked(&locks[bucket % STRIPES], [=] { sizes[bucket] += 2; });
}

__device__ void erase(int *locks, int *sizes, int key) {
  int bucket = key % BUCKETS;
  locked(&locks[bucket % STRIPES], [=] { sizes[bucket] -= 1; });
}

__global__ void work(int *locks, int *sizes, const int *keys) {
  int key = keys[blockIdx.x * blockDim.x + threadIdx.x];
  if (blockIdx.x % 2 == 0)
    insert(locks, sizes, key);
  else
    erase(locks, sizes, key);
}

int main(int argc, char **argv) {
  Trials trials(argc, argv, 300);
  int *keys = numbers<int>(32 * 32), *locks = zeros<int>(STRIPES), *sizes = zeros<int>(BUCKETS);
  std::vector<int> wanted(BUCKETS);
  for (int i = 0; i < 32 * 32; ++i)
    wanted[number(i) % BUCKETS] += i / 32 % 2 == 0 ? 2 : -1;
  while (trials.next()) {
    clear(sizes, BUCKETS);
    work<<<32, 32>>>(locks, sizes, keys);
    trials.expect(fetch(sizes, BUCKETS) == wanted);
  }
  return trials.end();
}
