// Bins that the block's own number selects: all of its threads may come to each of them.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cstdlib>
#include <cuda_runtime.h>

__global__ void ofBlock(const int *key, int *out, int n) {
  __shared__ int bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    int k = key[i] - int(blockIdx.x) * 256;
    if (k >= 0 && k < 256)
      // CHECK: :[[#@LINE+1]]:7: warning: shared memory race on `bins[k]`: read and written without an atomic; an update is lost when two entries of `key` are equal
      bins[k] += 1;
  }
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = bins[threadIdx.x];
}
__global__ void ofBlockMended(const int *key, int *out, int n) {
  __shared__ int bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  for (int i = threadIdx.x; i < n; i += blockDim.x) {
    int k = key[i] - int(blockIdx.x) * 256;
    if (k >= 0 && k < 256)
      atomicAdd(&bins[k], 1);
  }
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = bins[threadIdx.x];
}
// At a distance that all threads know.
__global__ void shifted(const int *key, int *bins, int n, int first) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int k = key[i] - first;
  if (k >= 0 && k < 256)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `bins[k]`
    bins[k] += 1;
}

//===--- Near misses -------------------------------------------------------===//

// Each thread looks at all keys for its own bins.
__global__ void ofThread(const int *key, int *bins, int n) {
  int first = (blockIdx.x * blockDim.x + threadIdx.x) * 16;
  for (int i = 0; i < n; ++i) {
    int k = key[i] - first;
    if (k >= 0 && k < 16)
      bins[first + k] += 1;
  }
}
__global__ void inBlockByThread(const int *key, int *out, int n) {
  __shared__ int bins[256];
  bins[threadIdx.x] = 0;
  __syncthreads();
  int first = threadIdx.x * 4;
  for (int i = 0; threadIdx.x < 64 && i < n; ++i) {
    int k = key[i];
    if (k >= first && k < first + 4)
      bins[k] += 1;
  }
  __syncthreads();
  out[blockIdx.x * 256 + threadIdx.x] = bins[threadIdx.x];
}
// One thread of each block does.
__global__ void byOneThread(const int *key, int *bins, int n) {
  if (threadIdx.x != 0)
    return;
  for (int i = 0; i < n; ++i) {
    int k = key[i];
    if (k >= int(blockIdx.x) * 256 && k < int(blockIdx.x + 1) * 256)
      bins[k] += 1;
  }
}

int main() {
  int n = 4096, blocks = (n + 255) / 256;
  int *key, *out;
  cudaMallocManaged(&key, n * sizeof(int));
  cudaMallocManaged(&out, 16 * n * sizeof(int));
  for (int i = 0; i < n; ++i)
    key[i] = rand() % n;
  ofBlock<<<blocks, 256>>>(key, out, n);
  ofBlockMended<<<blocks, 256>>>(key, out, n);
  shifted<<<blocks, 256>>>(key, out, n, 100);
  ofThread<<<blocks, 256>>>(key, out, n);
  inBlockByThread<<<blocks, 256>>>(key, out, n);
  byOneThread<<<blocks, 256>>>(key, out, n);
  cudaDeviceSynchronize();
}
