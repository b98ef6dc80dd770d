// RUN: not %cuda-memlint --remarks --keep-going --checks=-*,cuda-uncoalesced-access %s 2>/dev/null | FileCheck %s --implicit-check-not="swap x and y"

// Advice that depends on how threads lie in the block is not given where the block is a guess beside
// a launch that says it.

#include <cuda_runtime.h>

// `block` is a column, along which the threads are coalesced.
__global__ void fillColumns(float *out) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
  // CHECK: remark: uncoalesced store
  // CHECK: note: proved for fillColumns if blocks have (32,8,1) threads (the launch at line [[#@LINE+6]] is not followed)
  out[row * 1024 + column] = 1;
}
// What is not declared leaves the statement not understood.
void launch(float *out, unsigned columns) {
  dim3 block(1, columns);
  fillColumns<<<dim3(1024, 1024 / columns), block>>>(out + missing.first);
}

// Nothing launches it here.
__global__ void fillElsewhere(float *out) {
  int row = blockIdx.x * blockDim.x + threadIdx.x, column = blockIdx.y * blockDim.y + threadIdx.y;
  // CHECK: warning: uncoalesced store
  // CHECK: help: swap x and y of `threadIdx` and `blockDim` in the kernel, and of the blocks, not of the grids, in its launches: 32 -> 4 sectors per request
  out[row * 1024 + column] = 1;
}
