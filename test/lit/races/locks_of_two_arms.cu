// RUN: not %cuda-memlint --checks=-*,cuda-*-race,cuda-missing-fence %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// The two arms of a condition on indices take locks, and behind it all enter one critical section.

#include <cuda_runtime.h>

__device__ void acquire(int *lock) {
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  __threadfence();
}

__device__ void release(int *lock) {
  __threadfence();
  atomicExch(lock, 0);
}

// Two locks for one sum.
__global__ void twoLocks(int *even, int *odd, int *sum) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x & 1)
    acquire(odd);
  else
    acquire(even);
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `sum[0]`: thread (0,0,0) of block (0,0,0) writes it here while thread (0,0,0) of block (1,0,0) reads it
  *sum += 1;
  if (blockIdx.x & 1)
    release(odd);
  else
    release(even);
}

// No lock in one of the arms.
__global__ void oneArm(int *odd, int *sum) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x & 1)
    acquire(odd);
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `sum[0]`: thread (0,0,0) of block (0,0,0) writes it here while thread (0,0,0) of block (1,0,0) reads it
  *sum += 1;
  if (blockIdx.x & 1)
    release(odd);
}

// Near misses: one lock in both arms, a sum for each lock, and a lock of all inside.
__global__ void oneLock(int *lock, int *sum) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x & 1)
    acquire(lock);
  else
    acquire(lock);
  *sum += 1;
  release(lock);
}

__global__ void twoSums(int *even, int *odd, int *sum) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x & 1)
    acquire(odd);
  else
    acquire(even);
  sum[blockIdx.x & 1] += 1;
  if (blockIdx.x & 1)
    release(odd);
  else
    release(even);
}

__global__ void lockInside(int *lock, int *odd, int *sum) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x & 1)
    acquire(odd);
  acquire(lock);
  *sum += 1;
  release(lock);
  if (blockIdx.x & 1)
    release(odd);
}

// One thread has the lock for its block: the others pass it by.
__global__ void forTheBlock(int *lock, int *sum) {
  if (threadIdx.x == 0)
    acquire(lock);
  __syncthreads();
  if (threadIdx.x == 40)
    *sum += 1;
  __syncthreads();
  if (threadIdx.x == 0)
    release(lock);
}

void launch(int *a, int *b, int *sum) {
  twoLocks<<<4, 64>>>(a, b, sum);
  oneArm<<<4, 64>>>(a, sum);
  oneLock<<<4, 64>>>(a, sum);
  twoSums<<<4, 64>>>(a, b, sum);
  lockInside<<<4, 64>>>(a, b, sum);
  forTheBlock<<<4, 64>>>(a, sum);
}
