// An exchange that nobody takes back lets one thread come through, once: it does not keep out those
// that have not tried. Each racy kernel, and the same one mended, whose name ends in Mended.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race --remarks %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark: --implicit-check-not=error:

#include <cuda_runtime.h>

// The shorter way of a thread that comes later is lost: the vertex is queued already.
__global__ void relaxed(const int *row, const int *column, const int *length, int *distance,
                        int *isQueued, int *queue, int *end, const int *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int e = row[i]; e < row[i + 1]; ++e) {
    int v = column[e], next = from[i] + length[e];
    if (next < distance[v])
      if (atomicExch(&isQueued[v], 1) == 0) {
        queue[atomicAdd(end, 1)] = v;
        // CHECK: :[[#@LINE+1]]:9: warning: global memory race on `distance[v]`: read and written without an atomic
        distance[v] = next;
      }
  }
}
// The claim comes behind the update, and keeps nobody from it.
__global__ void updatedFirst(const int *row, const int *column, const int *length, int *distance,
                             int *isQueued, int *queue, int *end, const int *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int e = row[i]; e < row[i + 1]; ++e) {
    int v = column[e], next = from[i] + length[e];
    if (next < distance[v]) {
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `distance[v]`: read and written without an atomic
      distance[v] = next;
      if (atomicExch(&isQueued[v], 1) == 0)
        queue[atomicAdd(end, 1)] = v;
    }
  }
}
__global__ void relaxedMended(const int *row, const int *column, const int *length, int *distance,
                              int *isQueued, int *queue, int *end, const int *from, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int e = row[i]; e < row[i + 1]; ++e) {
    int v = column[e], next = from[i] + length[e];
    if (atomicMin(&distance[v], next) > next && atomicExch(&isQueued[v], 1) == 0)
      queue[atomicAdd(end, 1)] = v;
  }
}
// What belongs to the one that has come first.
__global__ void claimed(const int *list, int *isTaken, int *owner, int *value, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = list[i];
  if (atomicExch(&isTaken[v], 1) == 0) {
    owner[v] = i;
    value[v] += 3;
  }
}
__global__ void lookedFirst(const int *list, int *isTaken, int *owner, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = list[i];
  if (owner[v] < 0 && atomicCAS(&isTaken[v], 0, 1) == 0)
    owner[v] = i;
}
// A lock that is given back keeps the two apart.
__global__ void locked(int *locks, const int *key, int *most, const int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int k = key[i];
  for (bool isDone = false; !isDone;)
    if (atomicCAS(&locks[k], 0, 1) == 0) {
      __threadfence();
      if (x[i] > most[k])
        most[k] = x[i];
      __threadfence();
      atomicExch(&locks[k], 0);
      isDone = true;
    }
}

//===--- Exchanges that do not look again ----------------------------------===//

__global__ void largest(const int *key, const int *x, int *most, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > most[key[i]])
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `most`: the value read at line [[#@LINE-1]] is used although another thread may update it before the atomic update here
    atomicExch(&most[key[i]], x[i]);
}
__global__ void largestMended(const int *key, const int *x, int *most, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicMax(&most[key[i]], x[i]);
}
// What looks again by itself may have been looked at before.
__global__ void looksBefore(const int *key, const int *x, int *least, int *again, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+2]]:16: remark: benign global memory race on `least`: a plain read at line [[#@LINE+1]] precedes the atomic update, which alone decides
  if (i < n && x[i] < least[key[i]])
    if (x[i] < atomicMin(&least[key[i]], x[i]))
      atomicExch(again, 1);
}
__global__ void lists(const int *key, int *head, int *next, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    next[i] = atomicExch(&head[key[i]], i);
}
