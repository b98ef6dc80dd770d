// RUN: not %cuda-memlint --checks=-*,cuda-shared-race,cuda-divergent-barrier %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=insert --implicit-check-not=inserted

#include <cuda_runtime.h>

// One thread of the block draws the next item, and all read which one it is: they leave the loop in
// the same iteration, though data decide in which.
__global__ void intact(int *next, float *out, int n) {
  __shared__ int item;
  while (true) {
    if (threadIdx.x == 0)
      item = atomicAdd(next, 1);
    __syncthreads();
    int mine = item;
    __syncthreads();
    if (mine >= n)
      break;
    out[mine * 128 + threadIdx.x] = 1;
  }
}

__global__ void withoutFirst(int *next, float *out, int n) {
  __shared__ int item;
  while (true) {
    if (threadIdx.x == 0)
      item = atomicAdd(next, 1);
    // CHECK: [[#@LINE+2]]:16: warning: shared memory race on `item`
    // CHECK: [[#@LINE+1]]:5: note: insert `__syncthreads();` before this statement to order the two accesses
    int mine = item;
    __syncthreads();
    if (mine >= n)
      break;
    out[mine * 128 + threadIdx.x] = 1;
  }
}

__global__ void withoutSecond(int *next, float *out, int n) {
  __shared__ int item;
  while (true) {
    if (threadIdx.x == 0)
      item = atomicAdd(next, 1);
    __syncthreads();
    // CHECK: [[#@LINE+1]]:16: warning: shared memory race on `item`
    int mine = item;
    if (mine >= n)
      break;
    out[mine * 128 + threadIdx.x] = 1;
    // CHECK: [[#@LINE+1]]:3: note: insert `__syncthreads();` here, at the end of the loop body, to order the two accesses
  }
}

__global__ void withoutBoth(int *next, float *out, int n) {
  __shared__ int item;
  while (true) {
    if (threadIdx.x == 0)
      item = atomicAdd(next, 1);
    // CHECK: [[#@LINE+2]]:16: warning: shared memory race on `item`
    // CHECK: [[#@LINE+1]]:5: note: insert `__syncthreads();` before this statement
    int mine = item;
    if (mine >= n)
      break;
    out[mine * 128 + threadIdx.x] = 1;
    // CHECK: [[#@LINE+1]]:3: note: and `__syncthreads();` here, at the end of the loop body: together they order the two accesses
  }
}

// Each thread reads an element of its own: they leave the loop in different iterations.
__global__ void ownItems(int *next, float *out, int n) {
  __shared__ int items[128];
  // CHECK: warning: shared memory race on `items[0]`
  // CHECK: [[#@LINE+1]]:3: note: no `__syncthreads()` can be inserted between the two: threads leave this loop in different iterations
  while (true) {
    items[127 - threadIdx.x] = atomicAdd(next, 1);
    __syncthreads();
    int mine = items[threadIdx.x];
    if (mine >= n)
      break;
    out[mine] = 1;
  }
}

// Half of the threads go on by a number of their own.
__global__ void halfRead(int *next, float *out, const int *own, int n) {
  __shared__ int item;
  // CHECK: warning: shared memory race on `item`
  // CHECK: [[#@LINE+1]]:3: note: no `__syncthreads()` can be inserted between the two: threads leave this loop in different iterations
  for (int k = 0; ; ++k) {
    if (threadIdx.x == 0)
      item = atomicAdd(next, 1);
    __syncthreads();
    int mine = own[threadIdx.x + k];
    if (threadIdx.x < 64)
      mine = item;
    if (mine >= n)
      break;
    out[threadIdx.x] = mine;
  }
}

void host(int *next, float *out, const int *own, int n) {
  intact<<<8, 128>>>(next, out, n);
  withoutFirst<<<8, 128>>>(next, out, n);
  withoutSecond<<<8, 128>>>(next, out, n);
  withoutBoth<<<8, 128>>>(next, out, n);
  ownItems<<<8, 128>>>(next, out, n);
  halfRead<<<8, 128>>>(next, out, own, n);
}
