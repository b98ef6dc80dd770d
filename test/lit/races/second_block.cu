// A race of two blocks is one in every launch that has two, although a small argument makes it one block.
// RUN: not %cuda-memlint --checks=-*,cuda-global-race --show-remarks %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

#include <cuda_runtime.h>

__global__ void largest(int *most, const int *in, int n) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i == 0)
    *most = -1;
  __syncthreads();
  // CHECK: [[#@LINE+2]]:5: warning: global memory race on `most[0]`: thread (0,0,0) of block (1,0,0) updates it here while thread (0,0,0) of block (0,0,0) writes it at line [[#@LINE-2]], with nothing that orders the two blocks
  if (threadIdx.x == 0)
    atomicMax(most, 3);
  // CHECK: note: for example, for n = 512
}
void runLargest(int *most, const int *in, int n) { largest<<<(n + 127) / 128, 128>>>(most, in, n); }

// The first block is alone, whatever there is to do.
__global__ void firstBlock(int *most, const int *in, int n) {
  if (blockIdx.x != 0)
    return;
  if (threadIdx.x == 0)
    *most = -1;
  __syncthreads();
  if (threadIdx.x == 0)
    atomicMax(most, 3);
}
void runFirstBlock(int *most, const int *in, int n) { firstBlock<<<(n + 127) / 128, 128>>>(most, in, n); }

// Of two blocks only the sizes of one argument race.
__global__ void halves(int *values, int n, int offset) {
  int i = blockIdx.x * 128 + threadIdx.x;
  if (i < n)
    values[i + offset] = values[i];
}
void runHalves(int *values, int n, int offset) { halves<<<(n + 127) / 128, 128>>>(values, n, offset); }
