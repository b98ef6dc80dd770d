// RUN: %exit 1 %cuda-memlint --checks=-*,cuda-missing-fence %s | FileCheck %s --implicit-check-not=warning:
// RUN: %exit 1 %cuda-memlint --checks=-*,cuda-missing-fence --arch=sm_60 %s | FileCheck %s --check-prefix=EARLY

// Two locks in opposite orders; lanes that spin for a lock that one of their warp holds.

#include <cuda_runtime.h>

__device__ void give(int *lock) {
  __threadfence();
  atomicExch(lock, 0);
}

// Firing: two blocks in opposite directions.
// CHECK: :[[#@LINE+10]]:{{[0-9]+}}: warning: deadlock: thread (0,0,0) of block (0,0,0) waits here for a lock that thread (0,0,0) of block (1,0,0) may hold, which waits for one that the first thread holds [cuda-missing-fence]
// CHECK: :[[#@LINE+6]]:{{[0-9]+}}: note: the first thread holds what it has taken here
// CHECK: :[[#@LINE+8]]:{{[0-9]+}}: note: and waits here
__global__ void bothOrders(int *locks, int *accounts) {
  if (threadIdx.x != 0)
    return;
  int from = blockIdx.x % 2, to = 1 - from;
  while (atomicCAS(&locks[from], 0, 1) != 0)
    ;
  __threadfence();
  while (atomicCAS(&locks[to], 0, 1) != 0)
    ;
  __threadfence();
  accounts[from] -= 1;
  accounts[to] += 1;
  give(&locks[to]);
  give(&locks[from]);
}

// The fixed code.
__global__ void oneOrder(int *locks, int *accounts) {
  if (threadIdx.x != 0)
    return;
  int from = blockIdx.x % 2, to = 1 - from;
  while (atomicCAS(&locks[min(from, to)], 0, 1) != 0)
    ;
  __threadfence();
  while (atomicCAS(&locks[max(from, to)], 0, 1) != 0)
    ;
  __threadfence();
  accounts[from] -= 1;
  accounts[to] += 1;
  give(&locks[max(from, to)]);
  give(&locks[min(from, to)]);
}

// Near-miss: a third lock keeps the others out meanwhile.
__global__ void underOneLock(int *lock, int *locks, int *accounts) {
  if (threadIdx.x != 0)
    return;
  int from = blockIdx.x % 2, to = 1 - from;
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  __threadfence();
  while (atomicCAS(&locks[from], 0, 1) != 0)
    ;
  __threadfence();
  while (atomicCAS(&locks[to], 0, 1) != 0)
    ;
  __threadfence();
  accounts[from] -= 1;
  accounts[to] += 1;
  give(&locks[to]);
  give(&locks[from]);
  give(lock);
}

// Near-miss: who does not get the second lock gives the first one back.
__global__ void triesAgain(int *locks, int *accounts) {
  if (threadIdx.x != 0)
    return;
  int from = blockIdx.x % 2, to = 1 - from;
  bool isDone = false;
  while (!isDone) {
    while (atomicCAS(&locks[from], 0, 1) != 0)
      ;
    __threadfence();
    if (atomicCAS(&locks[to], 0, 1) == 0) {
      __threadfence();
      accounts[from] -= 1;
      accounts[to] += 1;
      give(&locks[to]);
      isDone = true;
    }
    give(&locks[from]);
  }
}

// Near-miss: the first lock is given back before the second one is wanted.
__global__ void oneAtATime(int *locks, int *accounts) {
  if (threadIdx.x != 0)
    return;
  int from = blockIdx.x % 2, to = 1 - from;
  while (atomicCAS(&locks[from], 0, 1) != 0)
    ;
  __threadfence();
  accounts[from] -= 1;
  give(&locks[from]);
  while (atomicCAS(&locks[to], 0, 1) != 0)
    ;
  __threadfence();
  accounts[to] += 1;
  give(&locks[to]);
}

__device__ void take(int *lock) {
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  __threadfence();
}

__device__ void work(int *locks, int *accounts, int first, int second) {
  take(&locks[first]);
  take(&locks[second]);
  accounts[first] -= 1;
  accounts[second] += 1;
  give(&locks[second]);
  give(&locks[first]);
}

// Near-miss: a barrier keeps the one order from the other.
__global__ void oneAfterTheOther(int *locks, int *accounts) {
  if (threadIdx.x == 0)
    work(locks, accounts, 0, 1);
  __syncthreads();
  if (threadIdx.x == 32)
    work(locks, accounts, 1, 0);
}

// Near-miss: there is only one thread that takes them in the one order, and then in the other.
__global__ void aloneInBothOrders(int *locks, int *accounts) {
  if (threadIdx.x != 0)
    return;
  work(locks, accounts, 0, 1);
  work(locks, accounts, 1, 0);
}

// Near-miss: the second block waits until the first one is done.
__global__ void waitsItsTurn(int *locks, int *accounts, volatile int *turn) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    work(locks, accounts, 0, 1);
    __threadfence();
    *turn = 1;
  } else {
    while (*turn == 0)
      ;
    __threadfence();
    work(locks, accounts, 1, 0);
  }
}

// Firing: with a second block, the orders meet all the same.
// CHECK: :[[#@LINE-48]]:{{[0-9]+}}: warning: deadlock: thread ({{0|32}},0,0) of block ({{[01]}},0,0) waits here for a lock that thread ({{0|32}},0,0) of block ({{[01]}},0,0) may hold, which waits for one that the first thread holds [cuda-missing-fence]
__global__ void inTwoBlocks(int *locks, int *accounts) {
  if (threadIdx.x == 0)
    work(locks, accounts, 0, 1);
  __syncthreads();
  if (threadIdx.x == 32)
    work(locks, accounts, 1, 0);
}

// Near-miss: what is read, or what the host gives, is the same for all, or lets one block alone go on.
__global__ void oneOfTheOrders(int *locks, int *accounts, const int *order, bool given) {
  if (threadIdx.x != 0)
    return;
  if (order[0] != 0)
    work(locks, accounts, 0, 1);
  else
    work(locks, accounts, 1, 0);
  if (given)
    work(locks, accounts, 2, 3);
  else
    work(locks, accounts, 3, 2);
}

__global__ void firstComer(int *comers, int *locks, int *accounts) {
  if (threadIdx.x == 0 && atomicAdd(comers, 1) == 0)
    work(locks, accounts, blockIdx.x % 2, 1 - blockIdx.x % 2);
}

// Firing before compute capability 7.0: lanes that are in the loop keep the one behind it from going on.
// EARLY: :[[#@LINE+2]]:{{[0-9]+}}: warning: deadlock: lanes of one warp wait for a lock that one of them holds, and before compute capability 7.0 that one goes on only when all have left the loop (thread (0,0,0) of block (0,0,0) and thread (1,0,0) of block (0,0,0)) [cuda-missing-fence]
__global__ void spins(int *lock, int *total) {
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  __threadfence();
  total[0] += 1;
  give(lock);
}

// EARLY-NOT: warning:
// The fixed code: the lock is released within the turn.
__global__ void spinsForOneTurn(int *lock, int *total) {
  bool isDone = false;
  while (!isDone)
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      total[0] += 1;
      give(lock);
      isDone = true;
    }
}

// Near-miss: one lane of a warp takes the lock, and another one in the next turn.
__global__ void oneLane(int *lock, int *total) {
  for (int lane = 0; lane < 32; ++lane)
    if (threadIdx.x % 32 == lane) {
      while (atomicCAS(lock, 0, 1) != 0)
        ;
      __threadfence();
      total[0] += 1;
      give(lock);
    }
}

// Near-miss: each lane has a lock of its own.
__global__ void ownLocks(int *locks, int *totals) {
  while (atomicCAS(&locks[threadIdx.x], 0, 1) != 0)
    ;
  __threadfence();
  totals[threadIdx.x] += 1;
  give(&locks[threadIdx.x]);
}

void launch(int *lock, int *locks, int *values, bool given) {
  oneOfTheOrders<<<4, 32>>>(locks, values, lock, given);
  firstComer<<<4, 32>>>(lock, locks, values);
  bothOrders<<<32, 32>>>(locks, values);
  oneOrder<<<32, 32>>>(locks, values);
  underOneLock<<<32, 32>>>(lock, locks, values);
  triesAgain<<<32, 32>>>(locks, values);
  oneAtATime<<<32, 32>>>(locks, values);
  oneAfterTheOther<<<1, 64>>>(locks, values);
  aloneInBothOrders<<<1, 64>>>(locks, values);
  waitsItsTurn<<<2, 32>>>(locks, values, lock);
  inTwoBlocks<<<2, 64>>>(locks, values);
  spins<<<16, 64>>>(lock, values);
  spinsForOneTurn<<<16, 64>>>(lock, values);
  oneLane<<<16, 64>>>(lock, values);
  ownLocks<<<16, 64>>>(locks, values);
}
