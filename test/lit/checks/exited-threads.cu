// RUN: %cuda-memlint --remarks --fail-on=none --checks=-*,cuda-divergent-barrier %s \
// RUN:   | FileCheck %s --check-prefixes=CHECK,VOLTA --implicit-check-not=warning: --implicit-check-not=remark:
// RUN: %cuda-memlint --remarks --fail-on=none --arch=sm_60 --checks=-*,cuda-divergent-barrier %s \
// RUN:   | FileCheck %s --check-prefixes=CHECK,PASCAL --implicit-check-not=warning: --implicit-check-not=remark:

// Since compute capability 7.0 barriers wait for "all non-exited threads in the block" (CUDA C++ Programming
// Guide, Independent Thread Scheduling).

#include <cuda_runtime.h>

// Blocks of 64 threads, 100 elements.
__global__ void exits(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  // VOLTA: :[[#@LINE+2]]:3: remark: divergent barrier: {{.*}} has returned (`i >= n` at line
  // PASCAL: :[[#@LINE+1]]:3: warning: divergent barrier: {{.*}} has returned (`i >= n` at line
  __syncthreads();
  // VOLTA: note: remark only: since compute capability 7.0 a barrier of the block waits for all threads that have not exited; older devices require all threads
  out[i] = i;
}

// Threads that wait elsewhere have not exited.
__global__ void waitsElsewhere(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) {
    // CHECK: :[[#@LINE+1]]:5: warning: divergent barrier:
    __syncthreads();
    return;
  }
  __syncthreads();
  out[i] = i;
}

// Neither have those that come back.
__global__ void skips(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    // CHECK: :[[#@LINE+1]]:5: warning: divergent barrier:
    __syncthreads();
    out[i] = i;
  }
  out[i + 1] = 1;
}

// Nobody exits: one warp waits for what the other stores behind the barrier.
__global__ void waitsOnItsWayOut(int *flag) {
  if (threadIdx.x < 32) {
    while (atomicAdd(flag, 0) == 0)
      ;
    return;
  }
  // CHECK: :[[#@LINE+1]]:3: warning: divergent barrier:
  __syncthreads();
  atomicExch(flag, 1);
}

// The fixed code.
__global__ void guardsTheWork(int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  __syncthreads();
  if (i < n)
    out[i] = i;
}

int main() {
  int *p;
  cudaMalloc(&p, 4096);
  exits<<<2, 64>>>(p, 100);
  waitsElsewhere<<<2, 64>>>(p, 100);
  skips<<<2, 64>>>(p, 100);
  waitsOnItsWayOut<<<1, 64>>>(p);
  guardsTheWork<<<2, 64>>>(p, 100);
}
