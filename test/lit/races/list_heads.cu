// RUN: not %cuda-memlint --checks=-*,cuda-global-race --remarks %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// Elements are put in front of a list by a compare-and-swap of its head.

#include <cuda_runtime.h>

__global__ void push(volatile int *head, int *next) {
  int me = blockIdx.x * blockDim.x + threadIdx.x, old;
  do {
    old = *head;
    next[me] = old;
    __threadfence();
  } while (atomicCAS((int *)head, old, me) != old);
}

__global__ void pushToLists(volatile int *heads, const int *lists, int *next) {
  int me = blockIdx.x * blockDim.x + threadIdx.x, list = lists[me], old;
  do {
    old = heads[list];
    next[me] = old;
    __threadfence();
  } while (atomicCAS((int *)&heads[list], old, me) != old);
}

// The swap decides here as well, and the read states no intent to see others.
__global__ void plainPush(int *head, int *next) {
  int me = blockIdx.x * blockDim.x + threadIdx.x, old;
  do {
    old = *head;
    next[me] = old;
    __threadfence();
    // CHECK: :[[#@LINE+1]]:12: remark: benign global memory race on `head`: a plain read at line [[#@LINE-3]] precedes the atomic update, which alone decides
  } while (atomicCAS(head, old, me) != old);
}

// What a try that fails has stored at the element that it has found stays there.
__global__ void leavesLinks(volatile int *head, int *next, int *previous) {
  int me = blockIdx.x * blockDim.x + threadIdx.x, old;
  do {
    old = *head;
    next[me] = old;
    previous[old] = me;
    __threadfence();
    // CHECK: :[[#@LINE+1]]:12: warning: global memory race on `head[0]`
  } while (atomicCAS((int *)head, old, me) != old);
}

void launch(int *head, int *next, int *other) {
  push<<<8, 64>>>(head, next);
  pushToLists<<<8, 64>>>(head, other, next);
  plainPush<<<8, 64>>>(head, next);
  leavesLinks<<<8, 64>>>(head, next, other);
}
