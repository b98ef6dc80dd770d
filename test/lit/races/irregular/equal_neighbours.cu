// Conditions on an entry and on the one before it: where equal ones pass them, many threads come.
//
// RUN: not %cuda-memlint --checks=-*,cuda-global-race %s | FileCheck %s --implicit-check-not=warning:

#include <cuda_runtime.h>

__global__ void insideMask(const unsigned char *mask, const int *bin, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1 || i >= n)
    return;
  if (mask[i] && mask[i - 1])
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[bin[i]]`: read and written without an atomic
    count[bin[i]]++;
}
__global__ void bright(const unsigned char *image, const int *bin, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1 || i >= n)
    return;
  if (image[i] > 100 && image[i - 1] > 90)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[bin[i]]`: read and written without an atomic
    count[bin[i]]++;
}
__global__ void insideMaskAtomic(const unsigned char *mask, const int *bin, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1 || i >= n)
    return;
  if (mask[i] && mask[i - 1])
    atomicAdd(&count[bin[i]], 1);
}

// A part begins where the mask does, and has a number of its own.
__global__ void starts(const unsigned char *mask, const int *part, int *sizes, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1 || i >= n)
    return;
  if (mask[i] && !mask[i - 1])
    sizes[part[i]] += i;
}
__global__ void rises(const unsigned char *image, const int *part, int *sizes, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < 1 || i >= n)
    return;
  if (image[i] > 100 && image[i - 1] <= 100)
    sizes[part[i]] += i;
}

int main() {
  unsigned char *mask;
  int *bin, *count, n = 100000;
  cudaMalloc(&mask, n);
  cudaMalloc(&bin, n * sizeof(int));
  cudaMalloc(&count, n * sizeof(int));
  insideMask<<<(n + 255) / 256, 256>>>(mask, bin, count, n);
  bright<<<(n + 255) / 256, 256>>>(mask, bin, count, n);
  insideMaskAtomic<<<(n + 255) / 256, 256>>>(mask, bin, count, n);
  starts<<<(n + 255) / 256, 256>>>(mask, bin, count, n);
  rises<<<(n + 255) / 256, 256>>>(mask, bin, count, n);
  return cudaDeviceSynchronize();
}
