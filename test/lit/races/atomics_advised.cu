// RUN: not %cuda-memlint --checks=-*,cuda-global-race %s 2>&1 | FileCheck %s --implicit-check-not=warning:

#include <cuda_runtime.h>

// One element, whatever the data are: nothing makes it another for each thread.
__global__ void counted(const int *lengths, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && lengths[i] > 20) {
    // CHECK: warning: global memory race on `*count`
    // CHECK: note: use an atomic (`atomicAdd`), and take the element from what it returns{{$}}
    int p = *count;
    *count = p + 1;
    out[p] = i;
  }
}

// The array of indices may hold each number once.
__global__ void byIndex(const int *bins, int *sums, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: warning: global memory race on `sums[bins[i]]`
    // CHECK: note: use an atomic (`atomicAdd`); if no two threads have one index, say so: `// memlint: distinct` and the name of the index array
    sums[bins[i]] += 1;
}

// An atomic for each, as advised.
__global__ void countedFixed(const int *lengths, int *out, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && lengths[i] > 20)
    out[atomicAdd(count, 1)] = i;
}

int main() {
  int *a, *b, *c;
  cudaMalloc(&a, 4 << 20);
  cudaMalloc(&b, 4 << 20);
  cudaMalloc(&c, 4);
  counted<<<4096, 256>>>(a, b, c, 1 << 20);
  byIndex<<<4096, 256>>>(a, b, 1 << 20);
  countedFixed<<<4096, 256>>>(a, b, c, 1 << 20);
}
