// Locks that data choose, and what is kept under them: the fences that one lock for all needs, these
// need, too. Each kernel without fences, the same one mended, whose name ends in Mended, and what
// needs none.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race,cuda-missing-fence --no-fixes %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda/atomic>
#include <cuda_runtime.h>

struct Entry {
  int count;
  float sum;
};
__global__ void counted(const int *key, int *lock, Entry *table, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int k = key[i];
  while (atomicCAS(&lock[k], 0, 1) != 0)
    ;
  // CHECK: :[[#@LINE+2]]:3: warning: missing fence: `table` is loaded without a `__threadfence()` after `atomicCAS(&lock[k], 0, 1)` has taken the lock; a thread of another block that takes the same lock next may read a stale value
  // CHECK: :[[#@LINE+1]]:3: warning: missing fence: `table` is published to other blocks without a `__threadfence()` between the store and `atomicExch(&lock[k], 0)` at line [[#@LINE+2]]; a thread of another block that takes the same lock next may read a stale value
  table[k].count += 1;
  atomicExch(&lock[k], 0);
}
__global__ void countedMended(const int *key, int *lock, Entry *table, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int k = key[i];
  while (atomicCAS(&lock[k], 0, 1) != 0)
    ;
  __threadfence();
  table[k].count += 1;
  __threadfence();
  atomicExch(&lock[k], 0);
}
// A lock that is tried until it has been had; one of the two fences is there.
__global__ void tried(const int *key, int *lock, float *sum, const float *x, int mask, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int slot = key[i] & mask;
  for (bool done = false; !done;)
    if (atomicCAS(&lock[slot], 0, 1) == 0) {
      __threadfence();
      // CHECK: :[[#@LINE+1]]:7: warning: missing fence: `sum` is published to other blocks without a `__threadfence()` between the store and `atomicExch(&lock[slot], 0)`
      sum[slot] += x[i];
      atomicExch(&lock[slot], 0);
      done = true;
    }
}
__global__ void triedMended(const int *key, int *lock, float *sum, const float *x, int mask, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int slot = key[i] & mask;
  for (bool done = false; !done;)
    if (atomicCAS(&lock[slot], 0, 1) == 0) {
      __threadfence();
      sum[slot] += x[i];
      __threadfence();
      atomicExch(&lock[slot], 0);
      done = true;
    }
}

//===--- Nothing is missing ------------------------------------------------===//

// Atomics that order what is around them.
__global__ void ordering(const int *key, int *lock, Entry *table, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int k = key[i];
  cuda::atomic_ref<int, cuda::thread_scope_device> mine(lock[k]);
  int free = 0;
  while (!mine.compare_exchange_weak(free, 1, cuda::memory_order_acquire))
    free = 0;
  table[k].count += 1;
  mine.store(0, cuda::memory_order_release);
}
// What is stored is not read under the lock.
__global__ void storedAlone(const int *key, int *lock, int *last, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int k = key[i];
  while (atomicCAS(&lock[k], 0, 1) != 0)
    ;
  last[k] = i;
  atomicExch(&lock[k], 0);
}
// One block, whose threads need a fence of its own scope alone.
__global__ void ofOneBlock(const int *key, int *lock, Entry *table) {
  int k = key[threadIdx.x];
  while (atomicCAS(&lock[k], 0, 1) != 0)
    ;
  __threadfence_block();
  table[k].count += 1;
  __threadfence_block();
  atomicExch(&lock[k], 0);
}
void runOfOneBlock(const int *key, int *lock, Entry *table) {
  ofOneBlock<<<1, 256>>>(key, lock, table);
}
