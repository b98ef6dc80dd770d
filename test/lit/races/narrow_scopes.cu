// RUN: not %cuda-memlint --checks=-*,cuda-global-race,cuda-missing-fence %s 2>&1 | FileCheck %s --implicit-check-not=warning:
// RUN: not %cuda-memlint --checks=-*,cuda-missing-fence %s 2>&1 | FileCheck %s --check-prefix=ALONE --implicit-check-not=warning:

// An atomic for one block alone, of a location that others update, is one finding.

#include <cuda_runtime.h>

__global__ void narrow(int *total, const int *in) {
  // CHECK: :[[#@LINE+2]]:3: warning: global memory race on `total[0]`
  // ALONE: :[[#@LINE+1]]:3: warning: insufficient scope: `atomicAdd_block(total,
  atomicAdd_block(total, in[blockIdx.x * blockDim.x + threadIdx.x]);
  // ALONE: note: use the function without `_block`, or `cuda::thread_scope_device`
}

// Near miss: for the device.
__global__ void wide(int *total, const int *in) {
  atomicAdd(total, in[blockIdx.x * blockDim.x + threadIdx.x]);
}

// Near miss: each block has its own.
__global__ void own(int *total, const int *in) {
  atomicAdd_block(&total[blockIdx.x], in[blockIdx.x * blockDim.x + threadIdx.x]);
}

void launch(int *total, int *in) {
  narrow<<<8, 256>>>(total, in);
  wide<<<8, 256>>>(total, in);
  own<<<8, 256>>>(total, in);
}
