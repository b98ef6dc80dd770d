// Locks that do not keep two accesses apart are named, with what to do instead. Each racy kernel, and
// the same one mended, whose name ends in Mended.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race,cuda-missing-fence --no-fixes %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__device__ void take(int *lock) {
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  __threadfence();
}
__device__ void giveBack(int *lock) {
  __threadfence();
  atomicExch(lock, 0);
}

// One lock for each side, and one location for both.
__global__ void sides(int *left, int *right, int *sum, const int *side) {
  if (threadIdx.x != 0)
    return;
  if (side[blockIdx.x]) {
    while (atomicCAS(left, 0, 1) != 0)
      ;
    __threadfence();
    *sum += 1;
    giveBack(left);
  } else {
    while (atomicCAS(right, 0, 1) != 0)
      ;
    __threadfence();
    // CHECK: :[[#@LINE+4]]:5: warning: global memory race on `*sum`
    // CHECK: :[[#@LINE-7]]:5: note: the conflicting access `*sum` is here
    // CHECK: :[[#@LINE-5]]:12: note: the access is made under the lock that is taken here
    // CHECK: :[[#@LINE-12]]:12: note: the conflicting access is made under another lock, which is taken here
    *sum += 2;
    // CHECK: note: take one lock for all accesses to the location, or use an atomic (`atomicAdd`){{$}}
    giveBack(right);
  }
}
__global__ void sidesMended(int *lock, int *sum, const int *side) {
  if (threadIdx.x != 0)
    return;
  if (side[blockIdx.x]) {
    while (atomicCAS(lock, 0, 1) != 0)
      ;
    __threadfence();
    *sum += 1;
    giveBack(lock);
  } else {
    while (atomicCAS(lock, 0, 1) != 0)
      ;
    __threadfence();
    *sum += 2;
    giveBack(lock);
  }
}
// The lock of one end, and the sum of the other.
__global__ void otherEnd(const int *from, const int *to, int *lock, int *sum) {
  if (threadIdx.x != 0)
    return;
  while (atomicCAS(&lock[from[blockIdx.x]], 0, 1) != 0)
    ;
  __threadfence();
  // CHECK: :[[#@LINE+2]]:3: warning: global memory race on `sum[to[blockIdx.x]]`
  // CHECK: :[[#@LINE-4]]:10: note: the two threads may take different locks here: let what chooses the location choose the lock, too
  sum[to[blockIdx.x]] += 1;
  // CHECK: note: take one lock for all accesses to the location, or use an atomic (`atomicAdd`){{$}}
  giveBack(&lock[from[blockIdx.x]]);
}
__global__ void otherEndMended(const int *from, const int *to, int *lock, int *sum) {
  if (threadIdx.x != 0)
    return;
  while (atomicCAS(&lock[to[blockIdx.x]], 0, 1) != 0)
    ;
  __threadfence();
  sum[to[blockIdx.x]] += 1;
  giveBack(&lock[to[blockIdx.x]]);
}
// Only one of the two is made under the lock.
__global__ void readOutside(int *lock, int *sum, int *out) {
  if (threadIdx.x != 0)
    return;
  take(lock);
  // CHECK: :[[#@LINE+5]]:21: warning: global memory race on `sum[0]`: thread (0,0,0) of block ({{[01]}},0,0) reads it here while thread (0,0,0) of block ({{[01]}},0,0) writes it
  // CHECK: :[[#@LINE+2]]:3: note: the conflicting access `*sum` is here
  // CHECK: :8:10: note: the lock that is taken here is not held at the access above
  *sum += 1;
  giveBack(lock);
  out[blockIdx.x] = *sum;
}
__global__ void readOutsideMended(int *lock, int *sum, int *out) {
  if (threadIdx.x != 0)
    return;
  take(lock);
  *sum += 1;
  int now = *sum;
  giveBack(lock);
  out[blockIdx.x] = now;
}
// One location for both ends of an edge, and an array of locks for each.
__global__ void endsApart(const int *from, const int *to, int *lockFrom, int *lockTo, int *sum) {
  if (threadIdx.x != 0)
    return;
  int f = from[blockIdx.x], t = to[blockIdx.x];
  while (atomicCAS(&lockFrom[f], 0, 1) != 0)
    ;
  __threadfence();
  sum[f] += 1;
  giveBack(&lockFrom[f]);
  while (atomicCAS(&lockTo[t], 0, 1) != 0)
    ;
  __threadfence();
  // CHECK: :[[#@LINE+4]]:3: warning: global memory race on `sum[t]`: read and written without an atomic; an update is lost when an entry of `from` and one of `to` give the same index
  // CHECK: :[[#@LINE-6]]:3: note: the conflicting access `sum[f]` is here
  // CHECK: :[[#@LINE-5]]:10: note: the access is made under the lock that is taken here
  // CHECK: :[[#@LINE-11]]:10: note: the conflicting access is made under another lock, which is taken here
  sum[t] -= 1;
  // CHECK: note: take one lock for all accesses to the location, or use an atomic (`atomicAdd`){{$}}
  giveBack(&lockTo[t]);
}
__global__ void endsApartMended(const int *from, const int *to, int *lock, int *sum) {
  if (threadIdx.x != 0)
    return;
  int f = from[blockIdx.x], t = to[blockIdx.x];
  while (atomicCAS(&lock[f], 0, 1) != 0)
    ;
  __threadfence();
  sum[f] += 1;
  giveBack(&lock[f]);
  while (atomicCAS(&lock[t], 0, 1) != 0)
    ;
  __threadfence();
  sum[t] -= 1;
  giveBack(&lock[t]);
}
// Two arrays of sums.
__global__ void twoSums(const int *from, const int *to, int *lockFrom, int *lockTo, int *given,
                        int *taken) {
  if (threadIdx.x != 0)
    return;
  int f = from[blockIdx.x], t = to[blockIdx.x];
  while (atomicCAS(&lockFrom[f], 0, 1) != 0)
    ;
  __threadfence();
  given[f] += 1;
  giveBack(&lockFrom[f]);
  while (atomicCAS(&lockTo[t], 0, 1) != 0)
    ;
  __threadfence();
  taken[t] += 1;
  giveBack(&lockTo[t]);
}
