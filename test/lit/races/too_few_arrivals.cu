// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s
// RUN: not %cuda-memlint --checks=-*,cuda-global-race %s 2>&1 | FileCheck %s --check-prefix=TEXT

// Blocks that count and then wait until others have: for all of them, or for too few.

#include <cuda_runtime.h>

__device__ void wait(unsigned *count, unsigned goal) {
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    atomicAdd(count, 1);
    while (*(volatile unsigned *)count < goal)
      ;
    __threadfence();
  }
  __syncthreads();
}

__device__ int neighbour() { return (blockIdx.x + 1) % gridDim.x * blockDim.x + threadIdx.x; }

// Firing: one block may not have stored yet.
// TEXT: :[[#@LINE+7]]:{{[0-9]+}}: warning: global memory race on `data
// TEXT: note: {{.*}}when counters that nobody has set are 0
// CHECK-LABEL: {{^}}allButOne:
// CHECK: race different-blocks line [[#@LINE+2]] line [[#@LINE+4]]
__global__ void allButOne(int *out, int *data, unsigned *count) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;
  wait(count, gridDim.x - 1);
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[neighbour()];
}

// The fixed code.
// CHECK-LABEL: {{^}}all:
// CHECK-NOT: {{ }}race
__global__ void all(int *out, int *data, unsigned *count) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;
  wait(count, gridDim.x);
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[neighbour()];
}

// Firing: a number of a smaller grid.
// CHECK-LABEL: {{^}}ofSmallerGrid:
// CHECK: race different-blocks line [[#@LINE+2]] line [[#@LINE+4]]
__global__ void ofSmallerGrid(int *out, int *data, unsigned *count) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;
  wait(count, 32);
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[neighbour()];
}

// Near miss: the block that waits for all others does not count.
// CHECK-LABEL: {{^}}forTheOthers:
// CHECK-NOT: {{ }}race
__global__ void forTheOthers(int *out, int *data, unsigned *count) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x != 0) {
    data[blockIdx.x] = blockIdx.x;
    __threadfence();
    atomicAdd(count, 1);
    return;
  }
  while (*(volatile unsigned *)count < gridDim.x - 1)
    ;
  __threadfence();
  for (int i = 1; i < gridDim.x; ++i)
    out[i] = data[i];
}

// Near miss: it counts when it has waited.
// CHECK-LABEL: {{^}}countsBehind:
// CHECK-NOT: {{ }}race
__global__ void countsBehind(int *out, int *data, unsigned *count) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x != 0) {
    data[blockIdx.x] = blockIdx.x;
    __threadfence();
  } else {
    while (*(volatile unsigned *)count < gridDim.x - 1)
      ;
    __threadfence();
    for (int i = 1; i < gridDim.x; ++i)
      out[i] = data[i];
  }
  atomicAdd(count, 1);
}

// Near miss: the block whose data are read raises a flag that the others wait for before they count.
// CHECK-LABEL: {{^}}behindFlag:
// CHECK-NOT: {{ }}race different-blocks line [[#@LINE+5]]
__global__ void behindFlag(int *out, int *data, unsigned *count, volatile int *flag) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    data[0] = 1;
    __threadfence();
    *flag = 1;
  } else {
    while (*flag == 0)
      ;
  }
  __threadfence();
  atomicAdd(count, 1);
  while (*(volatile unsigned *)count < gridDim.x - 1)
    ;
  __threadfence();
  out[blockIdx.x] = data[0];
}

// Near miss: the goal grows with each launch.
// CHECK-LABEL: {{^}}inEpochs:
// CHECK-NOT: {{ }}race
__global__ void inEpochs(int *out, int *data, unsigned *count, unsigned epoch) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;
  wait(count, epoch * gridDim.x);
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[neighbour()];
}

// Firing: the grid is not known, but one block is missing in any.
// CHECK-LABEL: {{^}}ofUnknownGrid:
// CHECK: race different-blocks line [[#@LINE+2]] line [[#@LINE+4]]
__global__ void ofUnknownGrid(int *out, int *data, unsigned *count) {
  data[blockIdx.x * blockDim.x + threadIdx.x] = blockIdx.x;
  wait(count, gridDim.x - 1);
  out[blockIdx.x * blockDim.x + threadIdx.x] = data[neighbour()];
}

void launch(int *out, int *data, unsigned *count, int blocks, unsigned epoch) {
  allButOne<<<64, 256>>>(out, data, count);
  all<<<64, 256>>>(out, data, count);
  ofSmallerGrid<<<64, 256>>>(out, data, count);
  forTheOthers<<<64, 256>>>(out, data, count);
  countsBehind<<<64, 256>>>(out, data, count);
  behindFlag<<<64, 256>>>(out, data, count, out + 100);
  inEpochs<<<64, 256>>>(out, data, count, epoch);
  ofUnknownGrid<<<blocks, 256>>>(out, data, count);
}
