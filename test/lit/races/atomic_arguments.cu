// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s

// What an atomic function is given is read before it: a volatile load there is as plain as
// elsewhere, and races with the updates of other threads.

#include <cuda_runtime.h>

// CHECK: {{^}}counted: race same-block line [[#@LINE+6]] line [[#@LINE+8]]
__global__ void counted(int *A) {
  __shared__ volatile int count[1];
  if (threadIdx.x == 0)
    count[0] = 0;
  __syncthreads();
  atomicAdd((int *)&count[0], 1);
  if (threadIdx.x == 64)
    A[1] = atomicAdd(A, count[0]);
}

// CHECK: {{^}}ordered: [[N:[0-9]+]] pairs, [[N]] absent
__global__ void ordered(int *A) {
  __shared__ volatile int count[1];
  if (threadIdx.x == 0)
    count[0] = 0;
  __syncthreads();
  atomicAdd((int *)&count[0], 1);
  __syncthreads();
  if (threadIdx.x == 64)
    A[1] = atomicAdd(A, count[0]);
}

void launch(int *A) {
  counted<<<1, 128>>>(A);
  ordered<<<1, 128>>>(A);
}
