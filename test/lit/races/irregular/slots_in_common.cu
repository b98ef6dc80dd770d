// Numbers that threads draw from a counter are different ones, and no longer so after an operation
// that leads several of them to one. Each racy kernel, the same one mended, whose name ends in
// Mended, and slots of the thread's own.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

constexpr int Capacity = 16;

// All that come too late have the last slot.
__global__ void fill(const int *cell, int *count, int *list, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int c = cell[i];
  int slot = atomicAdd(&count[c], 1);
  if (slot >= Capacity)
    slot = Capacity - 1;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `list[c * Capacity + slot]`: {{.*}}two numbers that threads have drawn lead to one location
  list[c * Capacity + slot] = i;
}
__global__ void fillMended(const int *cell, int *count, int *list, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int c = cell[i];
  int slot = atomicAdd(&count[c], 1);
  if (slot < Capacity)
    list[c * Capacity + slot] = i;
}

__global__ void bounded(const int *cell, int *count, int *list, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int c = cell[i];
  int slot = min(atomicAdd(&count[c], 1), Capacity - 1);
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `list[c * Capacity + slot]`
  list[c * Capacity + slot] = i;
}
// Who has the bound stores nothing.
__global__ void boundedMended(const int *cell, int *count, int *list, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int c = cell[i];
  int slot = min(atomicAdd(&count[c], 1), Capacity);
  if (slot < Capacity)
    list[c * Capacity + slot] = i;
}

__global__ void halves(int *end, int *list, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `list[atomicAdd(end, 1) / 2]`
    list[atomicAdd(end, 1) / 2] = i;
}
__global__ void halvesMended(int *end, int *list, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    list[atomicAdd(end, 2) / 2] = i;
}

// What does not fit goes elsewhere, to a slot of its own.
__global__ void overflow(int *end, int *more, int *list, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int at = atomicAdd(end, 1);
  if (at >= Capacity)
    at = Capacity + atomicAdd(more, 1);
  list[at] = i;
}

// The two halves of one slot.
__global__ void pairs(int *end, int *list, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int at = atomicAdd(end, 1);
  list[at / 2 * 8 + at % 2] = i;
}

// No more threads come than there are slots.
__global__ void toBeSure(int *end, int *list, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    list[min(atomicAdd(end, 1), n - 1)] = i;
}

void launch(const int *cell, int *count, int *list, int n) {
  fill<<<(n + 127) / 128, 128>>>(cell, count, list, n);
  fillMended<<<(n + 127) / 128, 128>>>(cell, count, list, n);
  bounded<<<(n + 127) / 128, 128>>>(cell, count, list, n);
  boundedMended<<<(n + 127) / 128, 128>>>(cell, count, list, n);
  halves<<<(n + 127) / 128, 128>>>(count, list, n);
  halvesMended<<<(n + 127) / 128, 128>>>(count, list, n);
  overflow<<<(n + 127) / 128, 128>>>(count, count + 1, list, n);
  pairs<<<(n + 127) / 128, 128>>>(count, list, n);
  toBeSure<<<(n + 127) / 128, 128>>>(count, list, n);
}
