// RUN: not %cuda-memlint --checks=-*,cuda-global-race %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// A pointer in global memory that the kernel leaves as it is, is one pointer for all threads: they
// meet where their indices are equal.

#include <cuda_runtime.h>

__device__ float *shared_by_all;
__device__ float *rows_of_blocks[64];
__device__ float *latest;

__global__ void halved(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float *values = shared_by_all;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `shared_by_all{{.*}}`: {{.*}} both write it here, in undefined order [cuda-global-race]
    values[i / 2] = i;
}

// Each thread has an element of its own.
__global__ void ownElements(int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  float *values = shared_by_all;
  if (i < n)
    values[i] = i;
}

// One row for all threads of a block.
__global__ void rowOfBlock() {
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `rows_of_blocks[blockIdx.x]{{.*}}`: {{.*}} both write it here, in undefined order [cuda-global-race]
  rows_of_blocks[blockIdx.x][threadIdx.x / 4] = threadIdx.x;
}

// Each thread has a pointer of its own: whether two of them are equal is up to who sets them.
__global__ void rowOfThread(int n) {
  if (threadIdx.x < 64)
    rows_of_blocks[threadIdx.x][0] = threadIdx.x;
}

// Each thread puts its own array there first, and may find that of another one.
__global__ void replaced(float *rows) {
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `latest`: {{.*}} both write it here
  latest = rows + threadIdx.x * 32;
  latest[0] = threadIdx.x;
}

void launch(float *rows, int n) {
  halved<<<n / 256, 256>>>(n);
  ownElements<<<n / 256, 256>>>(n);
  rowOfBlock<<<64, 128>>>();
  rowOfThread<<<1, 128>>>(n);
  replaced<<<1, 128>>>(rows);
}
