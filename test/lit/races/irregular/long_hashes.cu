// Hashes of 64 bits. A multiplier of 2^63 or more, as those of common hash functions are, takes
// products past the range of signed numbers; the remainder is as much one of data as any other. Each
// racy kernel, and the same one mended, whose name ends in Mended.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

typedef unsigned long long u64;

__device__ u64 mixed(u64 key) {
  u64 h = key * 0x9E3779B97F4A7C15ull;
  return h ^ (h >> 29);
}

__global__ void filter(u64 *words, u64 bits, const u64 *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  u64 bit = mixed(key[i]) % bits;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `words[bit >> 6]`: {{.*}} when two entries of `key` give the same index
  words[bit >> 6] |= 1ull << (bit & 63);
}
__global__ void filterMended(u64 *words, u64 bits, const u64 *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  u64 bit = mixed(key[i]) % bits;
  atomicOr(&words[bit >> 6], 1ull << (bit & 63));
}

__global__ void sketch(int *count, u64 width, const u64 *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[key[i] * 0xC2B2AE3D27D4EB4Full % width]`
    count[key[i] * 0xC2B2AE3D27D4EB4Full % width]++;
}

// Made of the thread's own number, which nothing else decides.
__global__ void byNumber(int *count, u64 width, int n) {
  u64 i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    count[i * 0xC2B2AE3D27D4EB4Full % width]++;
}

// Rows of the threads' own.
__global__ void ownRow(int *count, u64 width, const u64 *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    count[i * 1024 + key[i] * 0xC2B2AE3D27D4EB4Full % 1000]++;
}
