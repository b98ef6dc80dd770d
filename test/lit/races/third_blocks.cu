// RUN: not %cuda-memlint --checks=-*,cuda-global-race,cuda-missing-fence %s 2>&1 | FileCheck %s --implicit-check-not=warning:

// A block that waits for one block and reads what another one stores: the two are seen in no order
// only where all three run.

#include <cuda_runtime.h>

__global__ void waitsForAnother(int *part, volatile int *done, int *out) {
  if (threadIdx.x != 0)
    return;
  int block = blockIdx.x;
  part[block] = block * block;
  __threadfence();
  done[block] = 1;
  if (block >= 2) {
    while (done[block - 2] == 0)
      ;
    __threadfence();
    // CHECK: :[[#@LINE+1]]:18: warning: global memory race on `part[{{[0-9]+}}]`: {{.*}} reads it here while {{.*}} writes it at line [[#@LINE-7]], with nothing that orders the two blocks [cuda-global-race]
    out[block] = part[block - 1];
  }
}

__global__ void waitsForIts(int *part, volatile int *done, int *out) {
  if (threadIdx.x != 0)
    return;
  int block = blockIdx.x;
  part[block] = block * block;
  __threadfence();
  done[block] = 1;
  if (block >= 2) {
    while (done[block - 1] == 0)
      ;
    __threadfence();
    out[block] = part[block - 1];
  }
}

// Who has waited for one block hands on what that block has handed on.
__global__ void handsOn(int *part, volatile int *done, int *out) {
  if (threadIdx.x != 0)
    return;
  int block = blockIdx.x;
  part[block] = block * block;
  if (block >= 1) {
    while (done[block - 1] == 0)
      ;
    __threadfence();
  }
  if (block >= 2)
    out[block] = part[block - 2];
  __threadfence();
  done[block] = 1;
}

int main() {
  int *part, *done, *out;
  cudaMalloc(&part, 4096);
  cudaMalloc(&done, 4096);
  cudaMalloc(&out, 4096);
  cudaMemset(done, 0, 4096);
  waitsForAnother<<<8, 32>>>(part, done, out);
  cudaMemset(done, 0, 4096);
  waitsForIts<<<8, 32>>>(part, done, out);
  cudaMemset(done, 0, 4096);
  handsOn<<<8, 32>>>(part, done, out);
  cudaDeviceSynchronize();
}
