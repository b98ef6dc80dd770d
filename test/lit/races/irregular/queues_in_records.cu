// Queues whose ends are members of one structure. Each racy kernel, the same one mended, whose name
// ends in Mended.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

struct Queue {
  int *items;
  int head, tail;
};

// A variable of the thread says that there may be more.
__global__ void drain(Queue *queue, int *out) {
  bool isLeft = true;
  while (isLeft) {
    int at = queue->head;
    if (at < queue->tail) {
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `queue->head`: read and written without an atomic
      queue->head = at + 1;
      out[at] = queue->items[at];
    } else {
      isLeft = false;
    }
  }
}
__global__ void drainMended(Queue *queue, int *out) {
  bool isLeft = true;
  while (isLeft) {
    int at = atomicAdd(&queue->head, 1);
    if (at < queue->tail)
      out[at] = queue->items[at];
    else
      isLeft = false;
  }
}

// The condition of the loop reads both ends.
__global__ void drainBoth(Queue *queue, int *out) {
  while (queue->head < queue->tail) {
    // CHECK: :[[#@LINE+1]]:14: warning: global memory race on `queue->head`: read and written without an atomic
    int at = queue->head++;
    out[at] = queue->items[at];
  }
}

// A thread alone, and a queue for each.
__global__ void drainAlone(Queue *queue, int *out) {
  if (blockIdx.x != 0 || threadIdx.x != 0)
    return;
  while (queue->head < queue->tail) {
    int at = queue->head++;
    out[at] = queue->items[at];
  }
}
__global__ void drainOwn(Queue *queues, int *out) {
  Queue *queue = queues + blockIdx.x * blockDim.x + threadIdx.x;
  bool isLeft = true;
  while (isLeft) {
    int at = queue->head;
    if (at < queue->tail) {
      queue->head = at + 1;
      atomicAdd(&out[at], 1);
    } else {
      isLeft = false;
    }
  }
}
