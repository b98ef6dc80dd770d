// Index arrays and what they lead to as parts of one allocation: what the kernel writes in one part
// is none of another. Each racy kernel, the same one mended, whose name ends in Mended, and what is
// one array after all.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

#include <cstdlib>

__global__ void countKeys(const int *key, int n, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[key[i]]`: read and written without an atomic; an update is lost when two entries of `key` are equal
    count[key[i]] += 2;
  // CHECK: note: for countKeys<<<16, 256>>>
}
__global__ void countKeysMended(const int *key, int n, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&count[key[i]], 2);
}
__global__ void lower(const int *__restrict__ from, const int *__restrict__ to, int n,
                      int *__restrict__ label) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= n)
    return;
  int mine = label[from[e]];
  if (label[to[e]] > mine)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `label[to[e]]`
    label[to[e]] = mine;
}
__global__ void lowerMended(const int *__restrict__ from, const int *__restrict__ to, int n,
                            int *__restrict__ label) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= n)
    return;
  int mine = atomicAdd(&label[from[e]], 0);
  atomicMin(&label[to[e]], mine);
}
// The index is read twice, and nobody knows where the parts begin.
__global__ void raise(const int *key, int n, int *most) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && most[key[i]] < i)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `most[key[i]]`
    most[key[i]] = i;
}
__global__ void raiseMended(const int *key, int n, int *most) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicMax(&most[key[i]], i);
}
// Each thread's element is one of the other array's, too.
__global__ void shifted(const float *x, float *y, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `y[256]`
    y[i] = x[i] * 0.5f;
}

//===--- What does not race, or is not known to ------------------------------===//

// Rows that begin where an array of offsets says.
__global__ void fillRows(const int *start, const int *first, int rows, int *entries) {
  int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows)
    return;
  for (int k = start[row]; k < start[row + 1]; ++k)
    entries[k] += first[row];
}
// The thread takes what is its own by an index that it reads twice.
__global__ void takeOwn(const int *owner, const int *slot, int n, int *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && owner[slot[i]] == i)
    sum[slot[i]] += i;
}
// The index array is the one that is written: what is read the second time may be another entry.
__global__ void followed(const int *next, int *last, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && last[next[i]] > i)
    last[next[i]] = i;
}

int main(int, char **arguments) {
  const int n = 4000;
  int m = atoi(arguments[1]);
  int *pool;
  cudaMalloc(&pool, 1 << 20);
  float *numbers = (float *)(pool + 50000);
  int *key = pool, *other = pool + 4000, *count = pool + 10000;
  countKeys<<<16, 256>>>(key, n, count);
  countKeysMended<<<16, 256>>>(key, n, count);
  lower<<<16, 256>>>(key, other, n, count);
  lowerMended<<<16, 256>>>(key, other, n, count);
  raise<<<16, 256>>>(pool + m, n, pool + 2 * m);
  raiseMended<<<16, 256>>>(pool + m, n, pool + 2 * m);
  shifted<<<16, 256>>>(numbers + 256, numbers, n);
  fillRows<<<16, 256>>>(key, other, n - 1, count);
  takeOwn<<<16, 256>>>(key, other, n, count);
  followed<<<16, 256>>>(key, key, n);
  return cudaDeviceSynchronize();
}
