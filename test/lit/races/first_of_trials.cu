// RUN: not %cuda-memlint --checks=-*,cuda-global-race --remarks %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:
//
// Elements are put in front of a list. The head is read once, and each further try expects what the
// swap before it has found.

#include <cuda_runtime.h>

struct Node {
  int value, next;
};

__global__ void push(Node *nodes, int *head, int count) {
  int me = blockIdx.x * blockDim.x + threadIdx.x;
  if (me >= count)
    return;
  int old = *(volatile int *)head, seen;
  for (;;) {
    nodes[me].next = old;
    __threadfence();
    seen = atomicCAS(head, old, me);
    if (seen == old)
      break;
    old = seen;
  }
}

// The swap decides here as well, and the read states no intent to see others.
__global__ void plainPush(int *next, int *head) {
  int me = blockIdx.x * blockDim.x + threadIdx.x, old = *head;
  for (;;) {
    next[me] = old;
    // CHECK: :[[#@LINE+1]]:16: remark: benign global memory race on `head`: a plain read at line [[#@LINE-3]] precedes the atomic update, which alone decides
    int seen = atomicCAS(head, old, me);
    if (seen == old)
      return;
    old = seen;
  }
}

// What a try that fails has stored at the element that it has found stays there.
__global__ void leavesLinks(int *next, int *previous, int *head) {
  int me = blockIdx.x * blockDim.x + threadIdx.x, old = *head;
  for (;;) {
    next[me] = old;
    previous[old] = me;
    // CHECK: :[[#@LINE+1]]:16: warning: global memory race on `head[0]`
    int seen = atomicCAS(head, old, me);
    if (seen == old)
      return;
    old = seen;
  }
}

// What was read first is used without the swap.
__global__ void keepsFirst(int *next, int *first, int *head) {
  int me = blockIdx.x * blockDim.x + threadIdx.x, old = *head;
  first[me] = old;
  for (;;) {
    next[me] = old;
    // CHECK: :[[#@LINE+1]]:16: warning: global memory race on `head[0]`
    int seen = atomicCAS(head, old, me);
    if (seen == old)
      return;
    old = seen;
  }
}

void launch(Node *nodes, int *head, int *next, int *other) {
  push<<<8, 64>>>(nodes, head, 512);
  plainPush<<<8, 64>>>(next, head);
  leavesLinks<<<8, 64>>>(next, other, head);
  keepsFirst<<<8, 64>>>(next, other, head);
}
