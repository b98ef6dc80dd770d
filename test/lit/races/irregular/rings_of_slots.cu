// Rings into which more is put than they hold: two threads have one slot, whatever the numbers are
// that they have drawn. Each racy kernel, the same one mended, whose name ends in Mended, and what
// the ring has room for.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__global__ void ring(int *end, int *slots, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned at = atomicAdd(end, 1);
  // CHECK: :[[#@LINE+2]]:3: warning: global memory race on `slots[at % 1000]`: stored by several threads without an atomic; all values but one are lost when there are fewer locations than threads, as here
  // CHECK: note: the counter gives more numbers than there are elements: store only what has one below their number, before a remainder is taken, or make the array larger
  slots[at % 1000] = i;
}
__global__ void ringMended(int *end, int *slots, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned at = atomicAdd(end, 1);
  if (at < 1000)
    slots[at] = i;
}
// One for each of eight kinds.
__global__ void kinds(const unsigned *kind, int *ends, int *slots) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned of = kind[i] & 7;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `slots
  slots[of * 256 + (atomicAdd(&ends[of], 1) & 255)] = i;
}
__global__ void kindsMended(const unsigned *kind, int *ends, int *slots) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned of = kind[i] & 7;
  int at = atomicAdd(&ends[of], 1);
  if (at < 256)
    slots[of * 256 + at] = i;
}

//===--- What the ring has room for -----------------------------------------===//

__global__ void enough(int *end, int *slots, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    slots[unsigned(atomicAdd(end, 1)) % 4096] = i;
}
// Data say who comes.
__global__ void kept(const int *x, int *end, int *slots, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0)
    slots[unsigned(atomicAdd(end, 1)) % 1000] = i;
}
// How many come is not known.
__global__ void some(int *end, int *slots, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    slots[unsigned(atomicAdd(end, 1)) % 1000] = i;
}
// All store the same.
__global__ void marked(int *end, int *slots) { slots[unsigned(atomicAdd(end, 1)) % 1000] = 1; }
// Others take out of the ring meanwhile.
__global__ void taken(int *end, int *begin, int *slots, int *out) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x % 2 == 0) {
    unsigned at = atomicAdd(end, 1);
    while (at - *(volatile int *)begin >= 1000)
      ;
    slots[at % 1000] = i;
  } else {
    unsigned at = atomicAdd(begin, 1);
    out[i] = ((volatile int *)slots)[at % 1000];
  }
}

void launch(const unsigned *kind, int *ends, int *slots, int *x, int n) {
  ring<<<16, 256>>>(ends, slots, 4000);
  ringMended<<<16, 256>>>(ends, slots, 4000);
  kinds<<<256, 256>>>(kind, ends, slots);
  kindsMended<<<256, 256>>>(kind, ends, slots);
  enough<<<16, 256>>>(ends, slots, 4000);
  kept<<<16, 256>>>(x, ends, slots, 4000);
  some<<<16, 256>>>(ends, slots, n);
  marked<<<16, 256>>>(ends, slots);
  taken<<<16, 256>>>(ends, ends + 1, slots, x);
}
