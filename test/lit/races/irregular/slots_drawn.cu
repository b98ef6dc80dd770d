// RUN: not %cuda-memlint --checks=-*,cuda-*race %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// Threads that have drawn a slot remember it, and the others remember -1. Who has one is up to the
// data, and so several threads go on with theirs.

#include <cuda_runtime.h>

__global__ void compact(const int *in, int *out, int *total, int n) {
  __shared__ int count, base;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  int slot = -1, x = 0;
  if (i < n) {
    x = in[i];
    if (x > 0)
      slot = atomicAdd(&count, 1);
  }
  __syncthreads();
  if (threadIdx.x == 0)
    base = atomicAdd(total, count);
  if (slot >= 0)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: shared memory race on `base`: {{.*}} reads it here while {{.*}} writes it at line [[#@LINE-2]], with no barrier in between, when the data let both threads come here (`slot >= 0`) [cuda-shared-race]
    out[base + slot] = x;
}

__global__ void compactMended(const int *in, int *out, int *total, int n) {
  __shared__ int count, base;
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  int slot = -1, x = 0;
  if (i < n) {
    x = in[i];
    if (x > 0)
      slot = atomicAdd(&count, 1);
  }
  __syncthreads();
  if (threadIdx.x == 0)
    base = atomicAdd(total, count);
  __syncthreads();
  if (slot >= 0)
    out[base + slot] = x;
}

// Near miss: the first thread alone draws a slot.
__global__ void ofFirst(const int *in, int *out, int *total, int n) {
  __shared__ int count, base;
  if (threadIdx.x == 0) {
    count = 0;
    base = atomicAdd(total, 1);
  }
  int slot = -1;
  if (threadIdx.x == 0 && in[blockIdx.x] > 0)
    slot = atomicAdd(&count, 1);
  if (slot >= 0)
    out[base + slot] = n;
}

// Near miss: there is one slot, which the first thread to come gets.
__global__ void oneSlot(const int *in, int *out, int *total) {
  __shared__ int left, base;
  if (threadIdx.x == 0)
    left = 1;
  __syncthreads();
  int slot = -1;
  if (in[threadIdx.x] > 0)
    slot = atomicAdd(&left, -1);
  __syncthreads();
  if (slot >= 1)
    base = in[threadIdx.x];
  if (slot >= 1)
    out[blockIdx.x] = base;
}

void launch(const int *in, int *out, int *total, int n) {
  compact<<<16, 256>>>(in, out, total, n);
  compactMended<<<16, 256>>>(in, out, total, n);
  ofFirst<<<16, 256>>>(in, out, total, n);
  oneSlot<<<16, 256>>>(in, out, total);
}
