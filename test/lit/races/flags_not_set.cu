// RUN: not %cuda-memlint --checks=-*,cuda-*-race,cuda-missing-fence --remarks %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// A flag orders those that find it set. Who finds that it is not set comes before or behind.

#include <cuda_runtime.h>

__device__ void produce(int *data, int *flag) {
  data[0] = 1;
  __threadfence();
  atomicExch(flag, 1);
}

__global__ void ifNotSet(int *flag, int *data, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    produce(data, flag);
  } else if (atomicAdd(flag, 0) == 0) {
    __threadfence();
    // CHECK: :[[#@LINE+1]]:23: warning: global memory race on `data[0]`: thread (0,0,0) of block (1,0,0) reads it here while thread (0,0,0) of block (0,0,0) writes it at line 8, with nothing that orders the two blocks, when the data let both threads come here
    out[blockIdx.x] = data[0];
  }
}

__global__ void ifSet(int *flag, int *data, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    produce(data, flag);
  } else if (atomicAdd(flag, 0) == 1) {
    __threadfence();
    out[blockIdx.x] = data[0];
  }
}

// Who has found the signal goes on, too.
__global__ void unlessTwo(int *flag, int *data, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    produce(data, flag);
  } else if (atomicAdd(flag, 0) != 2) {
    __threadfence();
    out[blockIdx.x] = data[0];
  }
}

// What was found in another round may have been the signal.
__global__ void inLoop(int *flag, int *data, int *out) {
  if (threadIdx.x != 0)
    return;
  if (blockIdx.x == 0) {
    produce(data, flag);
    return;
  }
  for (int k = 0; k < 8; ++k)
    if (atomicAdd(flag, 0) == 0) {
      __threadfence();
      out[blockIdx.x] = data[0];
    }
}

void launch(int *flag, int *data, int *out) {
  ifNotSet<<<8, 64>>>(flag, data, out);
  ifSet<<<8, 64>>>(flag, data, out);
  unlessTwo<<<8, 64>>>(flag, data, out);
  inLoop<<<8, 64>>>(flag, data, out);
}
