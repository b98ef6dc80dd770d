// RUN: not %cuda-memlint --checks=-*,cuda-global-race,cuda-shared-race,cuda-missing-fence --remarks %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// The location of a lock is the signal itself: who gives it back needs no fence behind that.

#include <cuda_runtime.h>

struct Ticket {
  unsigned next;
  volatile unsigned serving;
};

// Right: the holder counts on, whichever way that is written.
__global__ void countsOnInStructure(Ticket *ticket, float *sum, const float *in) {
  if (threadIdx.x)
    return;
  unsigned mine = atomicAdd(&ticket->next, 1);
  while (ticket->serving != mine)
    ;
  __threadfence();
  *sum += in[blockIdx.x];
  __threadfence();
  ticket->serving++;
}

__global__ void countsOnByPointer(unsigned *next, volatile unsigned *serving, float *sum) {
  if (threadIdx.x)
    return;
  unsigned mine = atomicAdd(next, 1);
  while (*serving != mine)
    ;
  __threadfence();
  *sum += 1;
  __threadfence();
  *serving = *serving + 1;
}

__device__ unsigned nextOfAll;
__device__ volatile unsigned servingOfAll;

__global__ void countsOnVariable(float *sum) {
  if (threadIdx.x)
    return;
  unsigned mine = atomicAdd(&nextOfAll, 1);
  while (servingOfAll != mine)
    ;
  __threadfence();
  *sum += 1;
  __threadfence();
  servingOfAll += 1;
}

// By an ordinary update, behind a fence.
__global__ void countsOnPlainly(unsigned *next, unsigned *serving, float *sum) {
  if (threadIdx.x)
    return;
  unsigned mine = atomicAdd(next, 1);
  while (atomicAdd(serving, 0) != mine)
    ;
  __threadfence();
  *sum += 1;
  __threadfence();
  *serving += 1;
}

__global__ void countsOnInBlock(float *out, const float *in) {
  __shared__ unsigned next;
  __shared__ volatile unsigned serving;
  __shared__ float sum;
  if (threadIdx.x == 0) {
    next = 0;
    serving = 0;
    sum = 0;
  }
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    unsigned mine = atomicAdd(&next, 1);
    while (serving != mine)
      ;
    __threadfence_block();
    sum += in[threadIdx.x];
    __threadfence_block();
    serving++;
  }
  __syncthreads();
  if (threadIdx.x == 0)
    *out = sum;
}

// Without fences, what is added to is reported, and the ticket is not.
__global__ void countsOnUnfenced(unsigned *next, volatile unsigned *serving, float *sum) {
  if (threadIdx.x)
    return;
  unsigned mine = atomicAdd(next, 1);
  while (*serving != mine)
    ;
  // CHECK: :[[#@LINE+2]]:3: warning: missing fence: `sum` is loaded without
  // CHECK: :[[#@LINE+1]]:3: warning: missing fence: `sum` is published
  *sum += 1;
  (*serving)++;
}

// Near miss: another location than the one that is waited for.
__global__ void countsBeside(unsigned *next, volatile unsigned *serving, float *sum) {
  if (threadIdx.x)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `serving[1]`
  serving[1]++;
  unsigned mine = atomicAdd(next, 1);
  while (serving[0] != mine)
    ;
  __threadfence();
  *sum += 1;
  __threadfence();
  serving[0]++;
}

// Right: a store gives the lock back. Whether it is volatile is worth a remark.
__global__ void storesVolatile(int *lock, float *sum) {
  if (threadIdx.x)
    return;
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  __threadfence();
  *sum += 1;
  __threadfence();
  *(volatile int *)lock = 0;
}

__global__ void storesPlainly(int *lock, float *sum) {
  if (threadIdx.x)
    return;
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  __threadfence();
  *sum += 1;
  __threadfence();
  // CHECK: :[[#@LINE+1]]:3: remark: benign global memory race on `lock`: an ordinary store gives the lock back while others try to take it at line [[#@LINE-5]]; `atomicExch` is the way that CUDA's memory model defines
  *lock = 0;
}

// A fence is missing for the sum.
__global__ void storesUnfenced(int *lock, float *sum) {
  if (threadIdx.x)
    return;
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  __threadfence();
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: missing fence: `sum` is published
  *sum += 1;
  // CHECK: :[[#@LINE+1]]:3: remark: benign global memory race on `lock`
  *lock = 0;
}

// Firing: an update may lose what others have added.
__global__ void takesOneAway(int *inside, float *sum) {
  if (threadIdx.x)
    return;
  while (atomicAdd(inside, 1) != 0)
    atomicSub(inside, 1);
  __threadfence();
  *sum += 1;
  __threadfence();
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `inside
  *inside -= 1;
}

// Firing: those who do not hold it store there.
__global__ void storesOutside(int *lock, float *sum) {
  if (threadIdx.x)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `lock
  *lock = blockIdx.x;
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  __threadfence();
  *sum += 1;
  __threadfence();
  *lock = 0;
}

void launch(Ticket *ticket, unsigned *next, unsigned *serving, int *lock, float *sum, float *in) {
  countsOnInStructure<<<16, 64>>>(ticket, sum, in);
  countsOnByPointer<<<16, 64>>>(next, serving, sum);
  countsOnVariable<<<16, 64>>>(sum);
  countsOnPlainly<<<16, 64>>>(next, serving, sum);
  countsOnInBlock<<<1, 256>>>(sum, in);
  countsOnUnfenced<<<16, 64>>>(next, serving, sum);
  countsBeside<<<16, 64>>>(next, serving, sum);
  storesVolatile<<<16, 64>>>(lock, sum);
  storesPlainly<<<16, 64>>>(lock, sum);
  storesUnfenced<<<16, 64>>>(lock, sum);
  takesOneAway<<<16, 64>>>(lock, sum);
  storesOutside<<<16, 64>>>(lock, sum);
}
