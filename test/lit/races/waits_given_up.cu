// RUN: not %cuda-memlint --checks=-*,cuda-*-race,cuda-missing-fence --remarks %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// A thread that gives up waiting after a number of tries has waited for nothing, unless it asks how the wait has ended.

#include <cuda_runtime.h>

__device__ bool produces(int *data, volatile int *flag) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    data[0] = 1;
    __threadfence();
    *flag = 1;
  }
  return blockIdx.x == 0;
}

__global__ void goesOn(volatile int *flag, int *data, int *out) {
  if (produces(data, flag))
    return;
  for (int k = 0; k < 1000 && !*flag; ++k)
    ;
  __threadfence();
  // CHECK: :[[#@LINE+1]]:48: warning: global memory race on `data[0]`: thread (0,0,0) of block (1,0,0) reads it here while thread (0,0,0) of block (0,0,0) writes it at line 9, with nothing that orders the two blocks
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[0];
}

// Each try counts a number of 64 bits down.
__global__ void goesOnAfterAll(volatile int *flag, int *data, int *out, long long tries) {
  if (produces(data, flag))
    return;
  while (!*flag && tries--)
    ;
  __threadfence();
  // CHECK: :[[#@LINE+1]]:48: warning: global memory race on `data[0]`
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[0];
}

// One thread waits for all of its block, and leaves the loop in the middle.
__global__ void goesOnForAll(volatile int *flag, int *data, int *out) {
  if (produces(data, flag))
    return;
  if (threadIdx.x == 0) {
    int k = 0;
    while (!*flag)
      if (k++ > 1000)
        break;
  }
  __syncthreads();
  __threadfence();
  // CHECK: :[[#@LINE+1]]:48: warning: global memory race on `data[0]`
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[0];
}

__global__ void goesOnByAtomics(int *flag, int *data, int *out) {
  if (produces(data, flag))
    return;
  for (int k = 0; k < 1000; ++k)
    if (atomicAdd(flag, 0) != 0)
      break;
  __threadfence();
  // CHECK: :[[#@LINE+1]]:48: warning: global memory race on `data[0]`
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[0];
}

// Near misses: who has given up does not come here.
__global__ void looksAgain(volatile int *flag, int *data, int *out) {
  if (produces(data, flag))
    return;
  for (int k = 0; k < 1000 && !*flag; ++k)
    ;
  if (*flag) {
    __threadfence();
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[0];
  }
}

__global__ void returns(volatile int *flag, int *data, int *out) {
  if (produces(data, flag))
    return;
  for (int k = 0;; ++k) {
    if (*flag)
      break;
    if (k == 1000)
      return;
  }
  __threadfence();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[0];
}

__global__ void stopsAll(volatile int *flag, int *data, int *out) {
  if (produces(data, flag))
    return;
  int k = 0;
  while (!*flag)
    if (++k > 1000)
      __trap();
  __threadfence();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[0];
}

__global__ void asksTheCount(volatile int *flag, int *data, int *out) {
  if (produces(data, flag))
    return;
  int k = 0;
  while (!*flag && k < 1000)
    ++k;
  if (k < 1000) {
    __threadfence();
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[0];
  }
}

__global__ void asksTheRest(volatile int *flag, int *data, int *out, long long tries) {
  if (produces(data, flag))
    return;
  while (!*flag && tries--)
    ;
  if (tries >= 0) {
    __threadfence();
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[0];
  }
}

__global__ void tellsTheBlock(volatile int *flag, int *data, int *out) {
  __shared__ bool isThere;
  if (produces(data, flag))
    return;
  if (threadIdx.x == 0) {
    isThere = false;
    for (int k = 0; k < 1000 && !isThere; ++k)
      isThere = *flag != 0;
  }
  __syncthreads();
  if (isThere) {
    __threadfence();
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[0];
  }
}

// Not all threads of the block wait, or not in all launches.
__global__ void firstWaits(volatile int *flag, int *data, int *out) {
  if (produces(data, flag))
    return;
  while (threadIdx.x == 0 && !*flag)
    ;
  __syncthreads();
  __threadfence();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[0];
}

__global__ void waitsIfAsked(volatile int *flag, int *data, int *out, bool isAsked) {
  if (produces(data, flag))
    return;
  while (isAsked && !*flag)
    ;
  __threadfence();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[0];
}

// Fixed: tries are counted, and nothing comes of it.
__global__ void waits(volatile int *flag, int *data, int *out) {
  if (produces(data, flag))
    return;
  int tries = 0;
  while (!*flag)
    ++tries;
  __threadfence();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[0];
}

// The same for locks.
__global__ void entersAnyway(int *lock, int *sum) {
  if (threadIdx.x != 0)
    return;
  for (int k = 0; k < 1000 && atomicCAS(lock, 0, 1) != 0; ++k)
    ;
  __threadfence();
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `sum[0]`
  *sum += 1;
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void entersAfterBreak(int *lock, int *sum) {
  if (threadIdx.x != 0)
    return;
  int k = 0;
  while (atomicCAS(lock, 0, 1) != 0)
    if (k++ > 1000)
      break;
  __threadfence();
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `sum[0]`
  *sum += 1;
  __threadfence();
  atomicExch(lock, 0);
}

__global__ void stays(int *lock, int *sum) {
  if (threadIdx.x != 0)
    return;
  int k = 0;
  while (atomicCAS(lock, 0, 1) != 0)
    if (k++ > 1000)
      return;
  __threadfence();
  *sum += 1;
  __threadfence();
  atomicExch(lock, 0);
}

void launch(int *flag, int *data, int *out, bool isAsked) {
  goesOn<<<4, 64>>>(flag, data, out);
  goesOnAfterAll<<<4, 64>>>(flag, data, out, 1000);
  asksTheRest<<<4, 64>>>(flag, data, out, 1000);
  goesOnForAll<<<4, 64>>>(flag, data, out);
  goesOnByAtomics<<<4, 64>>>(flag, data, out);
  looksAgain<<<4, 64>>>(flag, data, out);
  returns<<<4, 64>>>(flag, data, out);
  stopsAll<<<4, 64>>>(flag, data, out);
  asksTheCount<<<4, 64>>>(flag, data, out);
  tellsTheBlock<<<4, 64>>>(flag, data, out);
  firstWaits<<<4, 64>>>(flag, data, out);
  waitsIfAsked<<<4, 64>>>(flag, data, out, isAsked);
  waits<<<4, 64>>>(flag, data, out);
  entersAnyway<<<4, 64>>>(flag, data);
  entersAfterBreak<<<4, 64>>>(flag, data);
  stays<<<4, 64>>>(flag, data);
}
