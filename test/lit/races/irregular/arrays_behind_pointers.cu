// An array in a record that a lock guards, behind a pointer that it has decayed to.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race,cuda-missing-fence %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

struct Bucket {
  int lock, size, item[32];
};

__global__ void casted(Bucket *buckets, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Bucket *bucket = &buckets[key[i] % 64];
  for (bool isDone = false; !isDone;)
    if (atomicCAS(&bucket->lock, 0, 1) == 0) {
      int slot = *(volatile int *)&bucket->size;
      if (slot < 32) {
        ((volatile int *)bucket->item)[slot] = i;
        // CHECK: :[[#@LINE+1]]:9: warning: missing fence: `buckets` is published to other blocks without a `__threadfence()` between the store and the store to `bucket->lock`
        *(volatile int *)&bucket->size = slot + 1;
      }
      bucket->lock = 0;
      isDone = true;
    }
}
__global__ void named(Bucket *buckets, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Bucket *bucket = &buckets[key[i] % 64];
  for (bool isDone = false; !isDone;)
    if (atomicCAS(&bucket->lock, 0, 1) == 0) {
      // CHECK: :[[#@LINE+1]]:18: warning: missing fence: `buckets` is loaded without a `__threadfence()` after `atomicCAS(&bucket->lock, 0, 1)` has taken the lock
      int slot = bucket->size;
      int *items = bucket->item;
      if (slot < 32) {
        items[slot] = i;
        // CHECK: :[[#@LINE+1]]:9: warning: missing fence: `buckets` is published to other blocks without a `__threadfence()` between the store and `atomicExch(&bucket->lock, 0)`
        bucket->size = slot + 1;
      }
      atomicExch(&bucket->lock, 0);
      isDone = true;
    }
}
__global__ void namedMended(Bucket *buckets, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Bucket *bucket = &buckets[key[i] % 64];
  for (bool isDone = false; !isDone;)
    if (atomicCAS(&bucket->lock, 0, 1) == 0) {
      __threadfence();
      int slot = *(volatile int *)&bucket->size;
      int *items = bucket->item;
      if (slot < 32) {
        items[slot] = i;
        bucket->size = slot + 1;
      }
      __threadfence();
      atomicExch(&bucket->lock, 0);
      isDone = true;
    }
}
// A pointer that moves, or to elements of another size, may lead out of the array.
__global__ void moved(Bucket *buckets, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Bucket *bucket = &buckets[key[i] % 64];
  for (bool isDone = false; !isDone;)
    if (atomicCAS(&bucket->lock, 0, 1) == 0) {
      int slot = bucket->size;
      int *items = bucket->item;
      items += key[i];
      items[slot] = i;
      atomicExch(&bucket->lock, 0);
      isDone = true;
    }
}
