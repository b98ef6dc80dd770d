// RUN: not %cuda-memlint --checks='-*,cuda-atomic-contention' %s | FileCheck %s --check-prefix=WARN --implicit-check-not=warning:
// RUN: not %cuda-memlint --remarks --checks='-*,cuda-atomic-contention' %s | FileCheck %s --check-prefix=REMARK

// A kernel that makes atomics of all kinds and nothing else is a test of them.

#include <cuda_runtime.h>

__global__ void allKinds(int *cells) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < 50; ++i) {
    // REMARK: :[[#@LINE+2]]:5: remark: contended atomic
    // REMARK: note: the kernel makes atomics of 4 kinds and nothing else, as a test of them does
    atomicExch(&cells[1], t);
    atomicAdd(&cells[0], 10);
    atomicMax(&cells[2], t);
    atomicAnd(&cells[3], 2 * t + 7);
    atomicXor(&cells[4], t);
  }
}

// Near miss: it reads what it counts.
__global__ void statistics(int *cells, const int *values) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  int value = values[t];
  for (int i = 0; i < 50; ++i) {
    // WARN: :[[#@LINE+1]]:5: warning: contended atomic
    atomicExch(&cells[1], value + i);
    atomicAdd(&cells[0], value);
    atomicMax(&cells[2], value);
    atomicAnd(&cells[3], value);
    atomicXor(&cells[4], value);
  }
}

// Near miss: a few kinds are a computation.
__global__ void sums(int *cells) {
  int t = blockIdx.x * blockDim.x + threadIdx.x;
  for (int i = 0; i < 50; ++i) {
    // WARN: :[[#@LINE+1]]:5: warning: contended atomic
    atomicExch(&cells[1], t * i);
    atomicMax(&cells[2], t * i);
  }
}

// Fixed: one thread for all.
__global__ void fewUpdates(int *cells, int count) {
  if (blockIdx.x == 0 && threadIdx.x == 0) {
    atomicAdd(&cells[0], 10 * count);
    atomicMax(&cells[2], count - 1);
  }
}

void launch(int *cells, const int *values) {
  allKinds<<<64, 256>>>(cells);
  statistics<<<64, 256>>>(cells, values);
  sums<<<64, 256>>>(cells);
  fewUpdates<<<64, 256>>>(cells, 16384);
}
