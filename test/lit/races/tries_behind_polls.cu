// RUN: not %cuda-memlint --checks=-*,cuda-*-race,cuda-missing-fence --remarks %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// Tries are counted behind the poll, in one condition: only those that find nothing count.

#include <cuda_runtime.h>

__device__ bool produces(int *data, int *flag) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    data[0] = 1;
    __threadfence();
    atomicExch(flag, 1);
  }
  return blockIdx.x == 0;
}

__global__ void addsNothing(int *flag, int *data, int *out) {
  if (produces(data, flag))
    return;
  int k = 0;
  while (atomicAdd(flag, 0) == 0 && ++k < 1000)
    ;
  __threadfence();
  // CHECK: :[[#@LINE+1]]:48: warning: global memory race on `data[0]`: thread (0,0,0) of block (1,0,0) reads it here while thread (0,0,0) of block (0,0,0) writes it at line 9, with nothing that orders the two blocks
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[0];
}

__global__ void loadsUnsigned(volatile int *flag, int *data, int *out) {
  if (produces(data, (int *)flag))
    return;
  unsigned k = 0;
  while (!*flag && k++ < 1000)
    ;
  __threadfence();
  // CHECK: :[[#@LINE+1]]:48: warning: global memory race on `data[0]`
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[0];
}

__global__ void swapsDown(int *flag, int *data, int *out) {
  if (produces(data, flag))
    return;
  int k = 1000;
  while (atomicCAS(flag, 1, 1) == 0 && --k)
    ;
  __threadfence();
  // CHECK: :[[#@LINE+1]]:48: warning: global memory race on `data[0]`
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[0];
}

__global__ void countsToOne(int *flag, int *data, int *out) {
  if (produces(data, flag))
    return;
  int k = 0;
  do
    ;
  while (atomicAdd(flag, 0) == 0 && ++k != 1000);
  __threadfence();
  // CHECK: :[[#@LINE+1]]:48: warning: global memory race on `data[0]`
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[0];
}

__global__ void entersAfterTries(int *lock, int *sum) {
  if (threadIdx.x != 0)
    return;
  int k = 0;
  while (atomicCAS(lock, 0, 1) != 0 && ++k < 100)
    ;
  __threadfence();
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `sum[0]`
  *sum += 1;
  __threadfence();
  atomicExch(lock, 0);
}

// Near misses: who has given up does not come here.
__global__ void asksForTries(int *flag, int *data, int *out) {
  if (produces(data, flag))
    return;
  int k = 0;
  while (atomicAdd(flag, 0) == 0 && ++k < 1000)
    ;
  if (k < 1000) {
    __threadfence();
    out[blockIdx.x * blockDim.x + threadIdx.x] = data[0];
  }
}

__global__ void asksForTheRest(volatile int *flag, int *data, int *out) {
  if (produces(data, (int *)flag))
    return;
  int k = 1000;
  while (!*flag && --k)
    ;
  if (!k)
    return;
  __threadfence();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[0];
}

__global__ void asksWhatItGot(int *flag, int *data, int *out) {
  if (produces(data, flag))
    return;
  int k = 0, got;
  while (!(got = atomicAdd(flag, 0)) && ++k < 1000)
    ;
  if (!got)
    return;
  __threadfence();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[0];
}

__global__ void staysOutside(int *lock, int *sum) {
  if (threadIdx.x != 0)
    return;
  int k = 0;
  while (atomicCAS(lock, 0, 1) != 0 && ++k < 100)
    ;
  if (k == 100)
    return;
  __threadfence();
  *sum += 1;
  __threadfence();
  atomicExch(lock, 0);
}

// Tries are counted for statistics: the count does not come to 0 again.
__global__ void countsForever(int *flag, int *data, int *out) {
  if (produces(data, flag))
    return;
  int tries = 0;
  while (atomicAdd(flag, 0) == 0 && ++tries)
    ;
  __threadfence();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[0];
}

// Only every other round counts, by what else is read: that may never end.
__global__ void countsSometimes(volatile int *flag, volatile int *other, int *data, int *out) {
  if (produces(data, (int *)flag))
    return;
  int k = 0;
  while (!*flag && k < 1000)
    if (*other)
      ++k;
  __threadfence();
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[0];
}

void launch(int *flag, int *other, int *data, int *out) {
  addsNothing<<<4, 64>>>(flag, data, out);
  loadsUnsigned<<<4, 64>>>(flag, data, out);
  swapsDown<<<4, 64>>>(flag, data, out);
  countsToOne<<<4, 64>>>(flag, data, out);
  entersAfterTries<<<4, 64>>>(flag, data);
  asksForTries<<<4, 64>>>(flag, data, out);
  asksForTheRest<<<4, 64>>>(flag, data, out);
  asksWhatItGot<<<4, 64>>>(flag, data, out);
  staysOutside<<<4, 64>>>(flag, data);
  countsForever<<<4, 64>>>(flag, data, out);
  countsSometimes<<<4, 64>>>(flag, other, data, out);
}
