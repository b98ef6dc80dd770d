// RUN: not %cuda-memlint --checks=-*,cuda-*-race,cuda-missing-fence --remarks %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// An atomic that changes nothing, however it is called, is a read: it races with stores, and with no load.

#include <cuda_runtime.h>

__global__ void readsTwice(int *value, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = atomicAdd(value, 0) + atomicOr(value, 0) + atomicCAS(value, 0, 0) + *value;
}

__global__ void readsAndWrites(int *value, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = atomicOr(value, 0);
  if (i == 0)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `value[0]`: thread (0,0,0) writes it here while thread (32,0,0) updates it at line [[#@LINE-2]]
    *value = 1;
}

// An addition changes something.
__global__ void counts(int *value, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: global memory race on `value[0]`: thread (0,0,0) reads it here while thread (32,0,0) updates it
  out[i] = atomicAdd(value, 1) + *value;
}

// Who waits for the host takes no lock that nobody gives back.
__global__ void waits(int *flag, int *out) {
  while (atomicCAS(flag, 0, 0) == 0)
    ;
  __threadfence();
  out[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

void launch(int *a, int *b) {
  readsTwice<<<8, 64>>>(a, b);
  readsAndWrites<<<1, 64>>>(a, b);
  counts<<<1, 64>>>(a, b);
  waits<<<8, 64>>>(a, b);
}
