// RUN: not %cuda-memlint --checks=-*,cuda-global-race --remarks %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// Keys that are put into a table in exchange for those that were there: each key is in one hand, or
// in one slot.

#include <cuda_runtime.h>

__device__ unsigned slotOf(unsigned key, unsigned round) {
  return (key * 2654435761u) >> (4 * round + 12);
}

__global__ void insert(unsigned *table, const unsigned *keys, unsigned size) {
  unsigned key = keys[blockIdx.x * blockDim.x + threadIdx.x];
  for (unsigned round = 0; round < 4 && key != 0; ++round)
    key = atomicExch(&table[slotOf(key, round) % size], key);
}

// Those that find no slot set a common flag.
__global__ void insertOrFail(unsigned *table, const unsigned *keys, int *failed, unsigned size) {
  unsigned key = keys[blockIdx.x * blockDim.x + threadIdx.x];
  for (unsigned round = 0; round < 4; ++round) {
    key = atomicExch(&table[slotOf(key, round) % size], key);
    if (key == 0)
      return;
  }
  // CHECK: :[[#@LINE+1]]:3: remark: benign global memory race on `failed[0]`: {{.*}} all write the same value
  *failed = 1;
}

// A number that is drawn from a counter which nobody moves is that of all threads.
__global__ void sameSlot(int *out, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `out`: thread {{.*}} and thread {{.*}} both write it here
  out[atomicAdd(count, 0)] = i;
}

__global__ void ownSlot(int *out, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[atomicAdd(count, 1)] = i;
}

void launch(unsigned *table, const unsigned *keys, int *out, int *count, unsigned size) {
  insert<<<8, 64>>>(table, keys, size);
  insertOrFail<<<8, 64>>>(table, keys, count, size);
  sameSlot<<<8, 64>>>(out, count);
  ownSlot<<<8, 64>>>(out, count);
}
