// RUN: %exit 1 %cuda-memlint --checks=-*,cuda-missing-fence %s | FileCheck %s --implicit-check-not=warning:
// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s --check-prefix=PAIRS

// Fences under what a lock or a flag gave, and in functions that return that.

#include <cuda_runtime.h>

__device__ void give(int *lock) {
  __threadfence();
  atomicExch(lock, 0);
}

// Near miss: the fence and the data stand under the result, but apart.
// PAIRS-LABEL: {{^}}apart:
// PAIRS-NOT: {{race|undecided}}
__global__ void apart(int *lock, int *data) {
  if (threadIdx.x != 0)
    return;
  bool hasLock = atomicCAS(lock, 0, 1) == 0;
  if (hasLock)
    __threadfence();
  if (hasLock) {
    data[0] += 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}

// Near miss: as in the loops of code that must not spin.
// PAIRS-LABEL: {{^}}apartInLoop:
// PAIRS-NOT: {{race|undecided}}
__global__ void apartInLoop(int *lock, int *data) {
  if (threadIdx.x != 0)
    return;
  bool isDone = false;
  while (!isDone) {
    bool hasLock = atomicCAS(lock, 0, 1) == 0;
    if (hasLock)
      __threadfence();
    if (hasLock)
      data[0] += 1;
    if (hasLock)
      __threadfence();
    if (hasLock) {
      atomicExch(lock, 0);
      isDone = true;
    }
  }
}

// Firing: whoever has not got the lock passes the fence.
// PAIRS-LABEL: {{^}}otherArm:
// PAIRS: {{^}}otherArm: data-race different-blocks {{.*}} a fence is missing
__global__ void otherArm(int *lock, int *data) {
  if (threadIdx.x != 0)
    return;
  bool hasLock = atomicCAS(lock, 0, 1) == 0;
  if (!hasLock)
    __threadfence();
  if (hasLock) {
    // CHECK: :[[#@LINE+1]]:5: warning: missing fence: `data` is loaded without a `__threadfence()` after `atomicCAS(lock, 0, 1)` has taken the lock
    data[0] += 1;
    __threadfence();
    atomicExch(lock, 0);
  }
}

// Firing: the result of another lock.
// PAIRS-LABEL: {{^}}otherLock:
__global__ void otherLock(int *lock, int *second, int *data) {
  if (threadIdx.x != 0)
    return;
  bool hasLock = atomicCAS(lock, 0, 1) == 0;
  bool hasSecond = atomicCAS(second, 0, 1) == 0;
  if (hasSecond)
    give(second);
  if (hasLock) {
    // CHECK: :[[#@LINE+1]]:5: warning: missing fence: `data` is loaded without a `__threadfence()` after `atomicCAS(lock, 0, 1)` has taken the lock
    data[0] += 1;
    give(lock);
  }
}

__device__ bool tryTake(int *lock) {
  if (atomicCAS(lock, 0, 1) != 0)
    return false;
  __threadfence();
  return true;
}

__device__ bool tryTakeUnfenced(int *lock) {
  if (atomicCAS(lock, 0, 1) != 0)
    return false;
  return true;
}

__device__ bool tryTakeByVariable(int *lock) {
  bool isMine = false;
  if (atomicCAS(lock, 0, 1) == 0) {
    __threadfence();
    isMine = true;
  }
  return isMine;
}

// Near miss, the fixed code of the next but one.
// PAIRS-LABEL: {{^}}once:
// PAIRS-NOT: {{race|undecided}}
__global__ void once(int *lock, int *data) {
  if (threadIdx.x == 0 && tryTake(lock)) {
    data[0] += 1;
    give(lock);
  }
}

// PAIRS-LABEL: {{^}}onceByVariable:
// PAIRS-NOT: {{race|undecided}}
__global__ void onceByVariable(int *lock, int *data) {
  if (threadIdx.x == 0 && tryTakeByVariable(lock)) {
    data[0] += 1;
    give(lock);
  }
}

// Firing.
// PAIRS-LABEL: {{^}}onceUnfenced:
// PAIRS: {{^}}onceUnfenced: data-race different-blocks {{.*}} a fence is missing
__global__ void onceUnfenced(int *lock, int *data) {
  if (threadIdx.x == 0 && tryTakeUnfenced(lock)) {
    // CHECK: :[[#@LINE+1]]:5: warning: missing fence: `data` is loaded without a `__threadfence()` after `atomicCAS(lock, 0, 1)` has taken the lock
    data[0] += 1;
    give(lock);
  }
}

// PAIRS-LABEL: {{^}}spins:
// PAIRS-NOT: {{race|undecided}}
__global__ void spins(int *lock, int *data) {
  if (threadIdx.x != 0)
    return;
  while (!tryTake(lock))
    ;
  data[0] += 1;
  give(lock);
}

// PAIRS-LABEL: {{^}}spinsUnfenced:
// PAIRS: {{^}}spinsUnfenced: race different-blocks {{.*}} a fence is missing
__global__ void spinsUnfenced(int *lock, int *data) {
  if (threadIdx.x != 0)
    return;
  while (!tryTakeUnfenced(lock))
    ;
  // CHECK: :[[#@LINE+1]]:3: warning: missing fence: `data` is loaded without a `__threadfence()` after `atomicCAS(lock, 0, 1)` has taken the lock
  data[0] += 1;
  give(lock);
}

__device__ bool isRaised(const volatile int *flag) {
  if (*flag == 0)
    return false;
  __threadfence();
  return true;
}

__device__ bool isRaisedUnfenced(const volatile int *flag) {
  if (*flag == 0)
    return false;
  return true;
}

// Near miss: the function has the fence.
// PAIRS-LABEL: {{^}}waits:
__global__ void waits(int *out, int *data, volatile int *flag) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (!isRaised(flag))
      ;
    out[blockIdx.x] = data[0];
  }
}

__global__ void waitsUnfenced(int *out, int *data, volatile int *flag) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    data[0] = 42;
    __threadfence();
    *flag = 1;
  } else {
    while (!isRaisedUnfenced(flag))
      ;
    // CHECK: :[[#@LINE+1]]:23: warning: missing fence: `data` is loaded without a `__threadfence()` after the loop that waits for `*flag`
    out[blockIdx.x] = data[0];
  }
}

// Near miss: the store's fence stands under the condition that it has been made under.
__global__ void storesUnderCondition(int *out, int *data, const int *in, volatile int *flag) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    bool hasData = in[0] > 0;
    if (hasData)
      data[0] = in[0];
    if (hasData)
      __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0)
      ;
    __threadfence();
    out[blockIdx.x] = data[0];
  }
}

int main() {
  int *lock, *second, *data, *out;
  cudaMalloc(&lock, 4);
  cudaMalloc(&second, 4);
  cudaMalloc(&data, 4);
  cudaMalloc(&out, 256);
  apart<<<64, 32>>>(lock, data);
  apartInLoop<<<64, 32>>>(lock, data);
  otherArm<<<64, 32>>>(lock, data);
  otherLock<<<64, 32>>>(lock, second, data);
  once<<<64, 32>>>(lock, data);
  onceByVariable<<<64, 32>>>(lock, data);
  onceUnfenced<<<64, 32>>>(lock, data);
  spins<<<64, 32>>>(lock, data);
  spinsUnfenced<<<64, 32>>>(lock, data);
  waits<<<64, 32>>>(out, data, lock);
  waitsUnfenced<<<64, 32>>>(out, data, lock);
  storesUnderCondition<<<64, 32>>>(out, data, out, lock);
}
