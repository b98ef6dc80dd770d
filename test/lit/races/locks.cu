// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s

// Holders of one lock exclude each other; a lock orders nothing else.

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

// Near misses: both accesses are made by holders of one lock.
// CHECK-LABEL: {{^}}held:
// CHECK-NOT: line [[#@LINE+4]] line [[#@LINE+4]]
__global__ void held(int *lock, int *total) {
  if (threadIdx.x == 0) {
    take(lock);
    total[0] += 1;
    give(lock);
  }
}

// CHECK-LABEL: {{^}}heldInLoop:
// CHECK-NOT: line [[#@LINE+6]] line [[#@LINE+6]]
__global__ void heldInLoop(int *lock, int *total) {
  bool done = false;
  while (!done)
    if (atomicExch(lock, 1) == 0) {
      __threadfence();
      total[0] += 1;
      __threadfence();
      atomicExch(lock, 0);
      done = true;
    }
}

// CHECK-LABEL: {{^}}heldForBlock:
// CHECK-NOT: line [[#@LINE+6]] line [[#@LINE+6]]
__global__ void heldForBlock(int *lock, int *row) {
  if (threadIdx.x == 0)
    take(lock);
  __syncthreads();
  // All threads, while the first one holds it.
  row[threadIdx.x] += 1;
  __syncthreads();
  if (threadIdx.x == 0)
    give(lock);
}

// CHECK-LABEL: {{^}}heldByTicket:
// CHECK-NOT: line [[#@LINE+7]] line [[#@LINE+7]]
__global__ void heldByTicket(unsigned *next, unsigned *serving, int *total) {
  if (threadIdx.x == 0) {
    unsigned mine = atomicAdd(next, 1u);
    while (atomicAdd(serving, 0u) != mine)
      ;
    __threadfence();
    total[0] += 1;
    __threadfence();
    atomicAdd(serving, 1u);
  }
}

// Each element has a lock of its own.
// CHECK-LABEL: {{^}}heldElements:
// CHECK-NOT: line [[#@LINE+7]] line [[#@LINE+7]]
__global__ void heldElements(int *locks, int *values, const int *where) {
  int i = where[threadIdx.x];
  bool done = false;
  while (!done)
    if (atomicCAS(&locks[i], 0, 1) == 0) {
      __threadfence();
      values[i] += 1;
      __threadfence();
      atomicExch(&locks[i], 0);
      done = true;
    }
}

// Firing: behind the critical section, nobody is kept out.
// CHECK-LABEL: {{^}}released:
// CHECK: race different-blocks line [[#@LINE+5]] line [[#@LINE+5]]
__global__ void released(int *lock, int *total) {
  if (threadIdx.x == 0) {
    take(lock);
    give(lock);
    total[0] += 1;
  }
}

// Firing: the result still says that the thread had the lock, when it has given it back.
// CHECK-LABEL: {{^}}releasedUnderResult:
// CHECK: race different-blocks line [[#@LINE+11]] line [[#@LINE+11]]
__global__ void releasedUnderResult(int *lock, int *total) {
  if (threadIdx.x != 0)
    return;
  bool hasLock = atomicCAS(lock, 0, 1) == 0;
  if (hasLock) {
    __threadfence();
    total[1] += 1;
    give(lock);
  }
  if (hasLock)
    total[0] += 1;
}

// Near miss: under the same result, before it is given back.
// CHECK-LABEL: {{^}}heldUnderResult:
// CHECK-NOT: line [[#@LINE+9]] line [[#@LINE+9]]
__global__ void heldUnderResult(int *lock, int *total) {
  if (threadIdx.x != 0)
    return;
  bool hasLock = atomicCAS(lock, 0, 1) == 0;
  if (hasLock)
    __threadfence();
  if (hasLock)
    total[0] += 1;
  if (hasLock)
    give(lock);
}

// Firing: one of the two holds nothing.
// CHECK-LABEL: {{^}}outside:
// CHECK: race different-blocks line [[#@LINE+5]] line [[#@LINE+9]]
__global__ void outside(int *lock, int *total) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x % 2) {
    total[0] += 1;
    return;
  }
  take(lock);
  total[0] += 2;
  give(lock);
}

// Firing: the two hold different locks.
// CHECK-LABEL: {{^}}twoLocks:
// CHECK: race different-blocks line [[#@LINE+6]] line [[#@LINE+10]]
__global__ void twoLocks(int *lock, int *total) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x % 2) {
    take(&lock[0]);
    total[0] += 1;
    give(&lock[0]);
  } else {
    take(&lock[1]);
    total[0] += 2;
    give(&lock[1]);
  }
}

// Firing: each block has a lock of its own.
// CHECK-LABEL: {{^}}lockOfBlock:
// CHECK: race different-blocks line [[#@LINE+8]] line [[#@LINE+8]]
__global__ void lockOfBlock(int *total) {
  __shared__ int lock;
  if (threadIdx.x == 0)
    lock = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    take(&lock);
    total[0] += 1;
    give(&lock);
  }
}

// Firing: other threads of the block do not wait for the one that takes the lock.
// CHECK-LABEL: {{^}}leaderAlone:
// CHECK: race different-blocks line [[#@LINE+4]] line [[#@LINE+4]]
__global__ void leaderAlone(int *lock, int *row) {
  if (threadIdx.x == 0)
    take(lock);
  row[threadIdx.x] += 1;
  __syncthreads();
  if (threadIdx.x == 0)
    give(lock);
}

struct Account {
  int forDeposits, forWithdrawals, balance, size;
  int log[60];
};

// Firing: locks in one structure are two locks.
// CHECK-LABEL: {{^}}twoLocksOfStructure:
// CHECK: race different-blocks line [[#@LINE+6]] line [[#@LINE+10]]
__global__ void twoLocksOfStructure(Account *account) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x % 2) {
    take(&account->forDeposits);
    account->balance += 1;
    give(&account->forDeposits);
  } else {
    take(&account->forWithdrawals);
    account->balance -= 1;
    give(&account->forWithdrawals);
  }
}

// Near miss: one lock of the structure; stores to an array beside it stay within the array.
// CHECK-LABEL: {{^}}oneLockOfStructure:
// CHECK-NOT: line [[#@LINE+7]] line [[#@LINE+9]]
// CHECK-NOT: race
__global__ void oneLockOfStructure(Account *account) {
  if (threadIdx.x != 0)
    return;
  take(&account->forDeposits);
  account->balance += 1;
  account->log[account->size++] = blockIdx.x;
  account->balance += 2;
  give(&account->forDeposits);
}

// Firing: each warp takes a lock of its own.
// CHECK-LABEL: {{^}}lockOfWarp:
// CHECK: race same-block line [[#@LINE+8]] line [[#@LINE+8]]
__global__ void lockOfWarp(int *locks) {
  __shared__ int total;
  if (threadIdx.x == 0)
    total = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    take(&locks[blockIdx.x * 8 + threadIdx.x / 32]);
    total += 1;
    give(&locks[blockIdx.x * 8 + threadIdx.x / 32]);
  }
}

// Firing: one number chooses both, but in two ways.
// CHECK-LABEL: {{^}}stripes:
// CHECK: data-race different-blocks line [[#@LINE+6]] line [[#@LINE+10]]
__global__ void stripes(int *locks, int *sizes, const int *keys) {
  int bucket = keys[blockIdx.x * blockDim.x + threadIdx.x] % 64;
  bool isFirst = blockIdx.x % 2 == 0;
  if (isFirst) {
    take(&locks[bucket % 8]);
    sizes[bucket] += 1;
    give(&locks[bucket % 8]);
  } else {
    take(&locks[bucket / 8]);
    sizes[bucket] -= 1;
    give(&locks[bucket / 8]);
  }
}

// Firing: what is read before the lock is taken is compared later.
// CHECK-LABEL: {{^}}readBefore:
// CHECK: data-race different-blocks line [[#@LINE+4]] line [[#@LINE+7]]
__global__ void readBefore(int *lock, int *best, const int *in) {
  if (threadIdx.x != 0)
    return;
  int value = in[blockIdx.x], old = *best;
  take(lock);
  if (value > old)
    *best = value;
  give(lock);
}

// Near miss: an ordinary store gives the lock back, which is a remark.
// CHECK-LABEL: {{^}}plainRelease:
// CHECK-NOT: {{ race|data-race}}
// CHECK: benign different-blocks line [[#@LINE+7]] line [[#@LINE+11]]
// CHECK-NOT: {{ race|data-race}}
__global__ void plainRelease(int *lock, int *total) {
  if (threadIdx.x != 0)
    return;
  bool done = false;
  while (!done)
    if (atomicCAS(lock, 0, 1) == 0) {
      __threadfence();
      *total += 1;
      __threadfence();
      *lock = 0;
      done = true;
    }
}

// Firing: an ordinary update gives it back.
// CHECK-LABEL: {{^}}plainUpdate:
// CHECK: data-race different-blocks line [[#@LINE+4]] line [[#@LINE+9]]
__global__ void plainUpdate(int *lock, int *total) {
  if (threadIdx.x != 0)
    return;
  while (atomicExch(lock, 1) != 0)
    ;
  __threadfence();
  *total += 1;
  __threadfence();
  *lock -= 1;
}

// Firing: the holders are ordered, but not what they do. A barrier of the warp does not replace a fence.
// CHECK-LABEL: {{^}}noAcquire:
// CHECK: race different-blocks line [[#@LINE+6]] line [[#@LINE+6]]: a lock orders the two threads, but not their accesses: a fence is missing
__global__ void noAcquire(int *lock, int *row) {
  if (threadIdx.x == 0)
    while (atomicCAS(lock, 0, 1) != 0)
      ;
  __syncwarp();
  row[threadIdx.x] += 1;
  __syncwarp();
  if (threadIdx.x == 0)
    give(lock);
}

// Not known: whoever sets it free without holding it lets a second one in.
// CHECK-LABEL: {{^}}unkept:
// CHECK: undecided different-blocks line [[#@LINE+7]] line [[#@LINE+7]]: a lock may order the two
__global__ void unkept(int *lock, int *total) {
  if (threadIdx.x == 0 && blockIdx.x == 0)
    atomicExch(lock, 0);
  if (threadIdx.x == 0) {
    while (atomicCAS(lock, 0, 1) != 0)
      ;
    total[0] += 1;
    atomicExch(lock, 0);
  }
}

int main() {
  int *a, *b, *c;
  cudaMalloc(&a, 1 << 20);
  cudaMalloc(&b, 1 << 20);
  cudaMalloc(&c, 1 << 20);
  held<<<4, 256>>>(a, b);
  heldInLoop<<<4, 256>>>(a, b);
  heldForBlock<<<4, 256>>>(a, b);
  heldByTicket<<<4, 256>>>((unsigned *)a, (unsigned *)c, b);
  heldElements<<<4, 256>>>(a, b, c);
  released<<<4, 256>>>(a, b);
  releasedUnderResult<<<4, 256>>>(a, b);
  heldUnderResult<<<4, 256>>>(a, b);
  outside<<<4, 256>>>(a, b);
  twoLocks<<<4, 256>>>(a, b);
  lockOfBlock<<<4, 256>>>(b);
  leaderAlone<<<4, 256>>>(a, b);
  twoLocksOfStructure<<<4, 256>>>((Account *)a);
  oneLockOfStructure<<<4, 256>>>((Account *)a);
  lockOfWarp<<<4, 256>>>(a);
  stripes<<<4, 32>>>(a, b, c);
  readBefore<<<4, 256>>>(a, b, c);
  plainRelease<<<4, 256>>>(a, b);
  plainUpdate<<<4, 256>>>(a, b);
  noAcquire<<<4, 32>>>(a, b);
  unkept<<<4, 256>>>(a, b);
}
