// RUN: %exit 1 %cuda-memlint --checks=-*,cuda-missing-fence %s | FileCheck %s --implicit-check-not=warning:

// Locks that are held at barriers, taken twice, or chosen by a pointer or by data.

#include <cuda_runtime.h>

__device__ void take(int *lock) {
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  __threadfence();
}

__device__ void give(int *lock) {
  __threadfence();
  atomicExch(lock, 0);
}

// Firing: whoever has the lock waits for those who want it.
// CHECK-DAG: :8:10: warning: deadlock: thread (1,0,0) of block (0,0,0) waits here for a lock that thread (0,0,0) of block (0,0,0) may hold, which waits for the first thread at the barrier at line [[#@LINE+5]] [cuda-missing-fence]
// CHECK-DAG: :[[#@LINE+4]]:{{[0-9]+}}: note: the lock is held at this barrier
__global__ void allOfBlock(int *lock, int *total) {
  take(lock);
  total[0] += 1;
  __syncthreads();
  give(lock);
}

// The fixed code.
__global__ void releasedBefore(int *lock, int *total) {
  bool isDone = false;
  while (!isDone)
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      total[0] += 1;
      give(lock);
      isDone = true;
    }
  __syncthreads();
}

// Near miss: one thread takes it for its block.
__global__ void oneForBlock(int *lock, int *totals) {
  if (threadIdx.x == 0)
    take(lock);
  __syncthreads();
  totals[threadIdx.x] += 1;
  __syncthreads();
  if (threadIdx.x == 0)
    give(lock);
}

// Near miss: a lock for each thread of the block.
__global__ void oneForEach(int *locks, int *totals) {
  take(&locks[threadIdx.x]);
  totals[threadIdx.x] += 1;
  __syncthreads();
  give(&locks[threadIdx.x]);
}

// Firing: one thread of each warp takes it for the block.
// CHECK-DAG: :8:10: warning: deadlock: thread (32,0,0) of block (0,0,0) waits here for a lock that thread (0,0,0) of block (0,0,0) may hold, which waits for the first thread at the barrier at line [[#@LINE+4]] [cuda-missing-fence]
__global__ void oneOfEachWarp(int *lock, int *totals) {
  if (threadIdx.x % 32 == 0)
    take(lock);
  __syncthreads();
  totals[threadIdx.x] += 1;
  __syncthreads();
  if (threadIdx.x % 32 == 0)
    give(lock);
}

// Near miss: the host names the thread that takes it.
__global__ void oneOfHost(int *lock, int *totals, int taker) {
  if (threadIdx.x == taker)
    take(lock);
  __syncthreads();
  totals[threadIdx.x] += 1;
  __syncthreads();
  if (threadIdx.x == taker)
    give(lock);
}

// Near miss: in each iteration another thread takes it.
__global__ void oneAfterTheOther(int *lock, int *totals) {
  for (int turn = 0; turn < 64; ++turn) {
    if (threadIdx.x == turn)
      take(lock);
    __syncthreads();
    totals[threadIdx.x] += 1;
    __syncthreads();
    if (threadIdx.x == turn)
      give(lock);
  }
}

// Firing: nobody gives it back.
// CHECK-DAG: :8:10: warning: deadlock: thread (0,0,0) of block (1,0,0) waits here for a lock that thread (0,0,0) of block (0,0,0) may hold, and nothing in the kernel releases it [cuda-missing-fence]
__global__ void neverReleased(int *lock, int *total) {
  if (threadIdx.x == 0) {
    take(lock);
    total[0] += 1;
  }
}

// Near miss: it is released by another pointer to it.
__global__ void releasedByAlias(int *lock, int *total, unsigned long long *same) {
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  __threadfence();
  total[0] += 1;
  __threadfence();
  atomicExch(same, 0ull);
}

// Near miss: nothing says that there is a second block.
__global__ void takesMail(int *mail) {
  if (threadIdx.x == 0)
    while (atomicCAS(mail, 0, -1) != 0)
      ;
}

// Near miss: whoever comes first goes on, and nobody waits.
__global__ void firstOnly(int *lock, int *total) {
  if (threadIdx.x == 0 && atomicCAS(lock, 0, 1) == 0)
    total[0] += 1;
}

// Near miss: it ends after some tries.
__global__ void givesUp(int *lock, int *total) {
  int tries = 0;
  while (atomicCAS(lock, 0, 1) != 0 && tries < 100)
    ++tries;
  if (tries < 100)
    atomicAdd(total, 1);
}

// Near miss: the host, or another kernel, hands out turns.
__global__ void waitsForHost(int *turns, int *total) {
  if (threadIdx.x == 0) {
    while (atomicCAS(turns, 1, 0) != 1)
      ;
    atomicAdd(total, 1);
  }
}

// Firing: a pointer says which lock comes first.
// CHECK-DAG: :8:10: warning: deadlock: thread (0,0,0) of block (1,0,0) waits here for a lock that thread (0,0,0) of block (0,0,0) may hold, which waits for one that the first thread holds [cuda-missing-fence]
__global__ void chosenByPointer(int *one, int *other, int *total) {
  if (threadIdx.x != 0)
    return;
  int *first = blockIdx.x % 2 ? one : other, *second = blockIdx.x % 2 ? other : one;
  take(first);
  take(second);
  total[0] += 1;
  give(second);
  give(first);
}

// Near miss: all choose the same.
__global__ void sameChoice(int *one, int *other, int *total, bool swaps) {
  if (threadIdx.x != 0)
    return;
  int *first = swaps ? one : other, *second = swaps ? other : one;
  take(first);
  take(second);
  total[0] += 1;
  give(second);
  give(first);
}

// Firing: the thread whose neighbour is its own element.
// CHECK-DAG: :8:10: warning: deadlock: thread (0,0,0) of block (0,0,0) waits here for a lock that it holds itself [cuda-missing-fence]
__global__ void takenTwice(int *locks, int *totals) {
  if (threadIdx.x != 0)
    return;
  int here = blockIdx.x, left = blockIdx.x > 0 ? blockIdx.x - 1 : 0;
  take(&locks[left]);
  take(&locks[here]);
  totals[here] += totals[left];
  give(&locks[here]);
  give(&locks[left]);
}

// The fixed code.
__global__ void takenOnce(int *locks, int *totals) {
  if (threadIdx.x != 0 || blockIdx.x == 0)
    return;
  int here = blockIdx.x, left = blockIdx.x - 1;
  take(&locks[left]);
  take(&locks[here]);
  totals[here] += totals[left];
  give(&locks[here]);
  give(&locks[left]);
}

// Firing: nothing says in which order data name the two locks.
// CHECK-DAG: :8:10: warning: deadlock: thread (0,0,0) of block (0,0,0) waits here for a lock that thread (0,0,0) of block (1,0,0) may hold, which waits for one that the first thread holds, if two threads take the same two locks in opposite order, depending on data [cuda-missing-fence]
__global__ void namedByData(int *locks, int *accounts, const int *from, const int *to) {
  if (threadIdx.x != 0)
    return;
  int here = from[blockIdx.x], there = to[blockIdx.x];
  take(&locks[here]);
  take(&locks[there]);
  accounts[here] -= 1;
  accounts[there] += 1;
  give(&locks[there]);
  give(&locks[here]);
}

// Firing: that the two differ says nothing of their order.
// CHECK-DAG: :[[#@LINE+7]]:{{[0-9]+}}: warning: deadlock: thread (0,0,0) of block (0,0,0) waits here for a lock that thread (0,0,0) of block (1,0,0) may hold, which waits for one that the first thread holds, if two threads take the same two locks in opposite order, depending on data [cuda-missing-fence]
__global__ void unequalData(int *locks, int *accounts, const int *from, const int *to) {
  if (threadIdx.x != 0)
    return;
  int here = from[blockIdx.x], there = to[blockIdx.x];
  if (here != there) {
    take(&locks[here]);
    while (atomicCAS(&locks[there], 0, 1) != 0)
      ;
    __threadfence();
    accounts[here] -= 1;
    accounts[there] += 1;
    give(&locks[there]);
    give(&locks[here]);
  }
}

// Near miss: the order is stated.
__global__ void statedOrder(int *locks, int *accounts, const int *from, const int *to) {
  if (threadIdx.x != 0)
    return;
  int here = from[blockIdx.x], there = to[blockIdx.x];
  __builtin_assume(here < there);
  take(&locks[here]);
  take(&locks[there]);
  accounts[here] -= 1;
  accounts[there] += 1;
  give(&locks[there]);
  give(&locks[here]);
}

// Near miss: other data do not get there.
__global__ void trapsElse(int *locks, int *accounts, const int *from, const int *to) {
  if (threadIdx.x != 0)
    return;
  int here = from[blockIdx.x], there = to[blockIdx.x];
  if (here >= there)
    __trap();
  take(&locks[here]);
  take(&locks[there]);
  accounts[here] -= 1;
  accounts[there] += 1;
  give(&locks[there]);
  give(&locks[here]);
}

// Near miss: from a node of a tree to its parent.
__global__ void upTheTree(int *locks, int *accounts, const int *nodes, const int *parent) {
  if (threadIdx.x != 0)
    return;
  int here = nodes[blockIdx.x], there = parent[here];
  take(&locks[here]);
  take(&locks[there]);
  accounts[here] -= 1;
  accounts[there] += 1;
  give(&locks[there]);
  give(&locks[here]);
}

// Near miss: pairs of one colour may have no node in common.
__global__ void ofOneColour(int *locks, int *accounts, const int *from, const int *to, const int *colour, int current) {
  if (threadIdx.x != 0 || colour[blockIdx.x] != current)
    return;
  int here = from[blockIdx.x], there = to[blockIdx.x];
  take(&locks[here]);
  while (atomicCAS(&locks[there], 0, 1) != 0)
    ;
  __threadfence();
  accounts[here] -= 1;
  accounts[there] += 1;
  give(&locks[there]);
  give(&locks[here]);
}

// Near miss: one thread after the other.
__global__ void byTurns(int *locks, int *accounts, const int *from, const int *to, int n) {
  for (int turn = 0; turn < n; ++turn) {
    if (turn == threadIdx.x) {
      int here = from[turn], there = to[turn];
      take(&locks[here]);
      take(&locks[there]);
      accounts[here] -= 1;
      accounts[there] += 1;
      give(&locks[there]);
      give(&locks[here]);
    }
    __syncthreads();
  }
}

// The fixed code: the smaller number first.
__global__ void sortedByData(int *locks, int *accounts, const int *from, const int *to) {
  if (threadIdx.x != 0)
    return;
  int here = from[blockIdx.x], there = to[blockIdx.x];
  if (here == there)
    return;
  take(&locks[min(here, there)]);
  take(&locks[max(here, there)]);
  accounts[here] -= 1;
  accounts[there] += 1;
  give(&locks[max(here, there)]);
  give(&locks[min(here, there)]);
}

// Near miss: data that are in order already are let through only.
__global__ void comparedData(int *locks, int *accounts, const int *from, const int *to) {
  if (threadIdx.x != 0)
    return;
  int here = from[blockIdx.x], there = to[blockIdx.x];
  if (here < there) {
    take(&locks[here]);
    take(&locks[there]);
    accounts[here] -= 1;
    accounts[there] += 1;
    give(&locks[there]);
    give(&locks[here]);
  }
}

// Near miss: one lock of each kind, first that of one kind.
__global__ void ofTwoKinds(int *rows, int *columns, int *table, const int *row, const int *column) {
  if (threadIdx.x != 0)
    return;
  int here = row[blockIdx.x], there = column[blockIdx.x];
  take(&rows[here]);
  take(&columns[there]);
  table[here] += there;
  give(&columns[there]);
  give(&rows[here]);
}

// Near miss: arguments may name two locks.
__global__ void byArguments(int *locks, int *totals, int first, int b, int c, int d, int e, int second) {
  if (threadIdx.x != 0)
    return;
  take(&locks[first]);
  take(&locks[second]);
  totals[b + c + d + e] += 1;
  give(&locks[second]);
  give(&locks[first]);
}

void launch(int *lock, int *locks, int *values, int n) {
  allOfBlock<<<16, 64>>>(lock, values);
  releasedBefore<<<16, 64>>>(lock, values);
  oneForBlock<<<16, 64>>>(lock, values);
  oneForEach<<<16, 64>>>(locks, values);
  oneOfEachWarp<<<16, 64>>>(lock, values);
  oneOfHost<<<16, 64>>>(lock, values, n);
  oneAfterTheOther<<<1, 64>>>(lock, values);
  neverReleased<<<16, 64>>>(lock, values);
  releasedByAlias<<<16, 1>>>(lock, values, reinterpret_cast<unsigned long long *>(lock));
  firstOnly<<<16, 64>>>(lock, values);
  givesUp<<<16, 64>>>(lock, values);
  waitsForHost<<<16, 64>>>(lock, values);
  chosenByPointer<<<16, 64>>>(lock, locks, values);
  sameChoice<<<16, 64>>>(lock, locks, values, n > 3);
  takenTwice<<<16, 64>>>(locks, values);
  takenOnce<<<16, 64>>>(locks, values);
  namedByData<<<16, 64>>>(locks, values, values + 1000, values + 2000);
  unequalData<<<16, 64>>>(locks, values, values + 1000, values + 2000);
  statedOrder<<<16, 64>>>(locks, values, values + 1000, values + 2000);
  trapsElse<<<16, 64>>>(locks, values, values + 1000, values + 2000);
  upTheTree<<<16, 64>>>(locks, values, values + 1000, values + 2000);
  ofOneColour<<<16, 64>>>(locks, values, values + 1000, values + 2000, values + 3000, n);
  byTurns<<<1, 64>>>(locks, values, values + 1000, values + 2000, n);
  sortedByData<<<16, 64>>>(locks, values, values + 1000, values + 2000);
  comparedData<<<16, 64>>>(locks, values, values + 1000, values + 2000);
  ofTwoKinds<<<16, 64>>>(locks, locks + 1000, values, values + 1000, values + 2000);
  byArguments<<<16, 64>>>(locks, values, n, n, n, n, n, n + 1);
}
