// Counts in copies that several blocks share, by atomics for one block alone.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cstdlib>
#include <cuda_runtime.h>

constexpr int Bins = 256;

__global__ void pairs(int *copies, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `copies`: atomic for the threads of one block only, and threads of two blocks update it when two entries of `key` are equal
    atomicAdd_block(&copies[blockIdx.x / 2 * Bins + key[i]], 1);
}
__global__ void pairsMended(int *copies, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&copies[blockIdx.x / 2 * Bins + key[i]], 1);
}
__global__ void ownMended(int *copies, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd_block(&copies[blockIdx.x * Bins + key[i]], 1);
}
__global__ void fourCopies(int *copies, const unsigned char *key, int n) {
  int *mine = copies + blockIdx.x % 4 * Bins;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `copies`: atomic for the threads of one block only
    atomicAdd_block(&mine[key[i]], 1);
}
// As many copies as there are blocks.
__global__ void enoughCopies(int *copies, const unsigned char *key, int n) {
  int *mine = copies + blockIdx.x % 64 * Bins;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd_block(&mine[key[i]], 1);
}
// Two halves of one copy.
__global__ void halves(int *copies, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd_block(
        &copies[blockIdx.x / 2 * Bins + blockIdx.x % 2 * (Bins / 2) + key[i] % (Bins / 2)], 1);
}

int main() {
  int n = 100000, blocks = (n + 255) / 256;
  unsigned char *bytes;
  int *key, *copies;
  cudaMallocManaged(&bytes, n);
  cudaMallocManaged(&key, n * sizeof(int));
  cudaMallocManaged(&copies, blocks * Bins * sizeof(int));
  for (int i = 0; i < n; ++i) {
    bytes[i] = rand();
    key[i] = rand() % Bins;
  }
  pairs<<<blocks, 256>>>(copies, key, n);
  pairsMended<<<blocks, 256>>>(copies, key, n);
  ownMended<<<blocks, 256>>>(copies, key, n);
  fourCopies<<<64, 256>>>(copies, bytes, n);
  enoughCopies<<<64, 256>>>(copies, bytes, n);
  halves<<<blocks, 256>>>(copies, key, n);
  cudaDeviceSynchronize();
}
