// Each thread moves its own element to a place in the same array that it draws from a counter, which the
// element chooses, or that it finds by counting the lower elements. Others may not have read theirs yet,
// or not all of them, whichever places they get.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cstdlib>
#include <cuda_runtime.h>

__global__ void byDigit(unsigned *keys, int *start, int shift, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned key = keys[i];
  int place = atomicAdd(&start[(key >> shift) & 15], 1);
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `keys[0]`: thread {{.*}} writes it here while thread {{.*}} reads it at line [[#@LINE-2]], with nothing that orders the two, when an entry of `start` gives one thread the index of the other
  keys[place] = key;
}
__global__ void byDigitMended(const unsigned *keys, unsigned *sorted, int *start, int shift,
                              int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned key = keys[i];
  sorted[atomicAdd(&start[(key >> shift) & 15], 1)] = key;
}
// The barrier of a block keeps back no other one.
__global__ void behindBarrier(unsigned *keys, int *start, int shift) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned key = keys[i];
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `keys[0]`: thread {{.*}} writes it here while thread {{.*}} reads it at line [[#@LINE-2]], with nothing that orders the two blocks
  keys[atomicAdd(&start[(key >> shift) & 15], 1)] = key;
}
__global__ void ofOneBlockMended(unsigned *keys, int *start, int shift) {
  int i = threadIdx.x;
  unsigned key = keys[i];
  __syncthreads();
  keys[atomicAdd(&start[(key >> shift) & 15], 1)] = key;
}
// In shared memory.
__global__ void inBlock(unsigned *out, const unsigned *in, int shift) {
  __shared__ unsigned keys[256];
  __shared__ int start[16];
  keys[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 16)
    start[threadIdx.x] = threadIdx.x * 16;
  __syncthreads();
  unsigned key = keys[threadIdx.x];
  int place = atomicAdd(&start[key & 15], 1);
  // CHECK: :[[#@LINE+1]]:3: warning: shared memory race on `keys[0]`
  keys[place] = key;
  __syncthreads();
  out[threadIdx.x] = keys[threadIdx.x];
}
__global__ void inBlockMended(unsigned *out, const unsigned *in, int shift) {
  __shared__ unsigned keys[256];
  __shared__ int start[16];
  keys[threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x < 16)
    start[threadIdx.x] = threadIdx.x * 16;
  __syncthreads();
  unsigned key = keys[threadIdx.x];
  int place = atomicAdd(&start[key & 15], 1);
  __syncthreads();
  keys[place] = key;
  __syncthreads();
  out[threadIdx.x] = keys[threadIdx.x];
}

// All elements are counted that are less.
__global__ void byRank(int *data) {
  __shared__ int keys[256];
  int t = threadIdx.x;
  keys[t] = data[blockIdx.x * 256 + t];
  __syncthreads();
  int key = keys[t], rank = 0;
  for (int j = 0; j < 256; ++j)
    if (keys[j] < key || (keys[j] == key && j < t))
      ++rank;
  // CHECK: :[[#@LINE+1]]:3: warning: shared memory race on `keys[0]`: thread {{.*}} writes it here while thread {{.*}} reads it at line [[#@LINE-2]]
  keys[rank] = key;
  __syncthreads();
  data[blockIdx.x * 256 + t] = keys[t];
}
__global__ void byRankMended(int *data) {
  __shared__ int keys[256];
  int t = threadIdx.x;
  keys[t] = data[blockIdx.x * 256 + t];
  __syncthreads();
  int key = keys[t], rank = 0;
  for (int j = 0; j < 256; ++j)
    if (keys[j] < key || (keys[j] == key && j < t))
      ++rank;
  __syncthreads();
  keys[rank] = key;
  __syncthreads();
  data[blockIdx.x * 256 + t] = keys[t];
}
__global__ void byRankApartMended(int *data) {
  __shared__ int keys[256], sorted[256];
  int t = threadIdx.x;
  keys[t] = data[blockIdx.x * 256 + t];
  __syncthreads();
  int key = keys[t], rank = 0;
  for (int j = 0; j < 256; ++j)
    if (keys[j] < key || (keys[j] == key && j < t))
      ++rank;
  sorted[rank] = key;
  __syncthreads();
  data[blockIdx.x * 256 + t] = sorted[t];
}

//===--- Near misses -------------------------------------------------------===//

// The list goes on behind what is read.
__global__ void again(unsigned *list, int *end, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && list[i] > 7)
    list[atomicAdd(end, 1)] = list[i];
}
// The places are in another part of the array.
__global__ void toOtherPart(unsigned *keys, int *start, int shift, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned key = keys[i];
  keys[n + atomicAdd(&start[(key >> shift) & 15], 1)] = key;
}

int main() {
  int n = 4096, blocks = (n + 255) / 256;
  unsigned *keys, *sorted;
  int *start;
  cudaMallocManaged(&keys, 2 * n * sizeof(unsigned));
  cudaMallocManaged(&sorted, n * sizeof(unsigned));
  cudaMallocManaged(&start, 16 * sizeof(int));
  for (int i = 0; i < n; ++i)
    keys[i] = rand();
  byDigit<<<blocks, 256>>>(keys, start, 4, n);
  byDigitMended<<<blocks, 256>>>(keys, sorted, start, 4, n);
  behindBarrier<<<blocks, 256>>>(keys, start, 4);
  ofOneBlockMended<<<1, 256>>>(keys, start, 4);
  inBlock<<<1, 256>>>(sorted, keys, 4);
  inBlockMended<<<1, 256>>>(sorted, keys, 4);
  byRank<<<blocks, 256>>>((int *)keys);
  byRankMended<<<blocks, 256>>>((int *)keys);
  byRankApartMended<<<blocks, 256>>>((int *)keys);
  again<<<blocks, 256>>>(keys, start, n);
  toOtherPart<<<blocks, 256>>>(keys, start, 4, n);
  cudaDeviceSynchronize();
}
