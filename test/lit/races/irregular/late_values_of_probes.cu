// Values that are stored behind their keys, where keys are looked for from slot to slot without a
// bound. Each racy kernel, the same one mended, whose name ends in Mended, and waits.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

#define EMPTY 0xffffffffu
#define SLOTS (1u << 18)

__global__ void operations(const unsigned *key, const unsigned *value, const int *inserts,
                           unsigned *keys, unsigned *values, unsigned *found, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned mine = key[i], slot = mine * 2654435761u & (SLOTS - 1);
  if (inserts[i]) {
    while (true) {
      unsigned old = atomicCAS(&keys[slot], EMPTY, mine);
      if (old == EMPTY) {
        values[slot] = value[i];
        break;
      }
      if (old == mine)
        break;
      slot = (slot + 1) & (SLOTS - 1);
    }
  } else {
    while (true) {
      unsigned old = atomicCAS(&keys[slot], EMPTY, EMPTY);
      if (old == mine) {
        // CHECK: :[[#@LINE+1]]:20: warning: global memory race on `values`: stored at line 20 after the atomic that publishes its key, so that a thread which finds the key may read it at line 32 before it is stored
        found[i] = values[slot];
        break;
      }
      if (old == EMPTY)
        break;
      slot = (slot + 1) & (SLOTS - 1);
    }
  }
}
// In two launches.
__global__ void insertMended(const unsigned *key, const unsigned *value, unsigned *keys,
                             unsigned *values, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned mine = key[i], slot = mine * 2654435761u & (SLOTS - 1);
  while (true) {
    unsigned old = atomicCAS(&keys[slot], EMPTY, mine);
    if (old == EMPTY) {
      values[slot] = value[i];
      break;
    }
    if (old == mine)
      break;
    slot = (slot + 1) & (SLOTS - 1);
  }
}
__global__ void findMended(const unsigned *key, const unsigned *keys, const unsigned *values,
                           unsigned *found, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned mine = key[i], slot = mine * 2654435761u & (SLOTS - 1);
  while (keys[slot] != EMPTY) {
    if (keys[slot] == mine) {
      found[i] = values[slot];
      break;
    }
    slot = (slot + 1) & (SLOTS - 1);
  }
}
// The thread that finds the key waits until the value is announced.
__global__ void waits(const unsigned *key, const unsigned *value, const int *inserts,
                      unsigned *keys, unsigned *values, int *isStored, unsigned *found, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned mine = key[i], slot = mine * 2654435761u & (SLOTS - 1);
  if (inserts[i]) {
    while (true) {
      unsigned old = atomicCAS(&keys[slot], EMPTY, mine);
      if (old == EMPTY) {
        values[slot] = value[i];
        __threadfence();
        atomicExch(&isStored[slot], 1);
        break;
      }
      if (old == mine)
        break;
      slot = (slot + 1) & (SLOTS - 1);
    }
  } else {
    while (true) {
      unsigned old = atomicCAS(&keys[slot], EMPTY, EMPTY);
      if (old == mine) {
        while (atomicAdd(&isStored[slot], 0) == 0)
          ;
        __threadfence();
        found[i] = values[slot];
        break;
      }
      if (old == EMPTY)
        break;
      slot = (slot + 1) & (SLOTS - 1);
    }
  }
}

int main() {
  int n = 100000, *flags, *inserts;
  unsigned *key, *value, *keys, *values, *found;
  cudaMalloc(&flags, SLOTS * sizeof(int));
  cudaMalloc(&inserts, n * sizeof(int));
  cudaMalloc(&key, n * sizeof(unsigned));
  cudaMalloc(&value, n * sizeof(unsigned));
  cudaMalloc(&keys, SLOTS * sizeof(unsigned));
  cudaMalloc(&values, SLOTS * sizeof(unsigned));
  cudaMalloc(&found, n * sizeof(unsigned));
  operations<<<(n + 255) / 256, 256>>>(key, value, inserts, keys, values, found, n);
  insertMended<<<(n + 255) / 256, 256>>>(key, value, keys, values, n);
  findMended<<<(n + 255) / 256, 256>>>(key, keys, values, found, n);
  waits<<<(n + 255) / 256, 256>>>(key, value, inserts, keys, values, flags, found, n);
}
