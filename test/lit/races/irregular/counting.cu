// Histograms and hash tables. Each racy kernel is followed by its repaired twin.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cooperative_groups.h>
#include <cstdio>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

//===--- Histograms --------------------------------------------------------===//

__global__ void histogram(unsigned *bins, const unsigned char *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `bins[in[i]]`
    bins[in[i]]++;
}

__global__ void histogramFixed(unsigned *bins, const unsigned char *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&bins[in[i]], 1u);
}

__global__ void histogramOfBlock(unsigned *out, const unsigned *in, int n) {
  __shared__ unsigned bins[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int b = threadIdx.x; b < 256; b += blockDim.x)
    bins[b] = 0;
  __syncthreads();
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: shared memory race on `bins[in[i] / 4]`
    bins[in[i] / 4] += 1;
  __syncthreads();
  for (int b = threadIdx.x; b < 256; b += blockDim.x)
    atomicAdd(&out[b], bins[b]);
}

__global__ void histogramOfBlockFixed(unsigned *out, const unsigned *in, int n) {
  __shared__ unsigned bins[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int b = threadIdx.x; b < 256; b += blockDim.x)
    bins[b] = 0;
  __syncthreads();
  if (i < n)
    atomicAdd(&bins[in[i] / 4], 1u);
  __syncthreads();
  for (int b = threadIdx.x; b < 256; b += blockDim.x)
    atomicAdd(&out[b], bins[b]);
}

// Bins are cleared while others count.
__global__ void noBarrierAfterClearing(unsigned *out, const unsigned *in, int n) {
  __shared__ unsigned bins[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 256)
    bins[threadIdx.x] = 0;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: shared memory race on `bins`
    atomicAdd(&bins[in[i]], 1u);
  __syncthreads();
  if (threadIdx.x < 256)
    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

// Counts are read while others count.
__global__ void noBarrierBeforeReading(unsigned *out, const unsigned *in, int n) {
  __shared__ unsigned bins[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 256)
    bins[threadIdx.x] = 0;
  __syncthreads();
  if (i < n)
    atomicAdd(&bins[in[i]], 1u);
  if (threadIdx.x < 256)
    // CHECK: :[[#@LINE+1]]:34: warning: shared memory race on `bins`
    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

__global__ void withBarriers(unsigned *out, const unsigned *in, int n) {
  __shared__ unsigned bins[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (threadIdx.x < 256)
    bins[threadIdx.x] = 0;
  __syncthreads();
  if (i < n)
    atomicAdd(&bins[in[i]], 1u);
  __syncthreads();
  if (threadIdx.x < 256)
    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}

// A barrier of the block does not hold other blocks back.
__global__ void clearedByOneBlock(unsigned *bins, const unsigned *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (blockIdx.x == 0)
    bins[threadIdx.x] = 0;
  __syncthreads();
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `bins`
    atomicAdd(&bins[in[i]], 1u);
}

// Each thread has bins of its own.
__global__ void binsPerThread(unsigned *out, const unsigned *in, int n, int each) {
  __shared__ unsigned char bins[16][64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int b = 0; b < 16; ++b)
    bins[b][threadIdx.x] = 0;
  for (int k = 0; k < each; ++k)
    bins[in[i * each + k] & 15][threadIdx.x]++;
  __syncthreads();
  if (threadIdx.x < 16)
    for (int t = 0; t < 64; ++t)
      atomicAdd(&out[threadIdx.x], bins[threadIdx.x][t]);
}
void runBinsPerThread(unsigned *out, const unsigned *in, int n) {
  binsPerThread<<<16, 64>>>(out, in, n, 100);
}

__global__ void binsPerThreadInRows(unsigned *bins, const unsigned *in, int each, int count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  for (int k = 0; k < each; ++k)
    bins[i * count + in[i * each + k]]++;
}

// One thread of the only block counts.
__global__ void byOneThread(unsigned *bins, const unsigned *in, int n) {
  if (threadIdx.x == 0)
    for (int i = 0; i < n; ++i)
      bins[in[i]]++;
}
void runByOneThread(unsigned *bins, const unsigned *in, int n) {
  byOneThread<<<1, 32>>>(bins, in, n);
}

// Each bin is counted by the thread of its number.
__global__ void byOwner(unsigned *bins, const unsigned *in, int n) {
  for (int i = 0; i < n; ++i) {
    unsigned bin = in[i];
    if (bin == blockIdx.x * blockDim.x + threadIdx.x)
      bins[bin]++;
  }
}

//===--- Hash tables -------------------------------------------------------===//

__global__ void insert(int *table, const int *key, int n, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int slot = key[i] * 31 % size;
  while (table[slot] != 0)
    slot = (slot + 1) % size;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `table[slot]`
  table[slot] = key[i];
}

__global__ void insertFixed(int *table, const int *key, int n, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int slot = key[i] * 31 % size;
  while (atomicCAS(&table[slot], 0, key[i]) != 0)
    slot = (slot + 1) % size;
}

// A chain's head is replaced, and a node that another thread has put there is lost.
__global__ void prepend(int *head, int *next, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    next[i] = head[key[i] & 1023];
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `head[key[i] & 1023]`
    head[key[i] & 1023] = i;
  }
}

__global__ void prependFixed(int *head, int *next, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    next[i] = atomicExch(&head[key[i] & 1023], i);
}

//===--- Claims ------------------------------------------------------------===//

// The first thread to claim an entry has it alone.
__global__ void claimed(int *owner, float *sum, const int *group, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicExch(&owner[group[i]], 1) == 0)
    sum[group[i]] += in[i];
}

// The last block adds up what the others have counted.
__global__ void lastBlock(int *bins, int *done, const int *in, int *out) {
  __shared__ bool isLast;
  atomicAdd(&bins[in[blockIdx.x * blockDim.x + threadIdx.x]], 1);
  __threadfence();
  if (threadIdx.x == 0)
    isLast = atomicAdd(done, 1) == gridDim.x - 1;
  __syncthreads();
  if (isLast)
    out[threadIdx.x] = bins[threadIdx.x];
}

// Seen flags: all threads store the same.
__global__ void markSeen(bool *seen, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && !seen[in[i]])
    seen[in[i]] = true;
}

// A scatter that may be a permutation.
__global__ void scatter(int *out, const int *order, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[order[i]] = i;
}

//===--- Locks -------------------------------------------------------------===//

__global__ void lockOfEntry(int *lock, float *sum, const int *g, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = g[i];
  bool done = false;
  while (!done) {
    if (atomicCAS(&lock[v], 0, 1) == 0) {
      sum[v] += in[i];
      __threadfence();
      atomicExch(&lock[v], 0);
      done = true;
    }
  }
}

__global__ void lockOfGroup(int *lock, float *sum, const int *g, const float *in, int n) {
  int v = g[blockIdx.x];
  if (threadIdx.x == 0) {
    while (atomicCAS(&lock[v], 0, 1) != 0)
      ;
    __threadfence();
    sum[v] += in[blockIdx.x];
    __threadfence();
    atomicExch(&lock[v], 0);
  }
}

__global__ void lockOfAll(int *lock, int *sum, const int *g, const int *in, int n) {
  int v = g[blockIdx.x];
  if (threadIdx.x == 0)
    while (atomicExch(lock, 1) != 0)
      ;
  __syncthreads();
  if (threadIdx.x == 1)
    sum[v] += in[blockIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    atomicExch(lock, 0);
}

//===--- Conditions --------------------------------------------------------===//

__global__ void countMatches(int *count, const int *in, int key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] == key)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `*count`
    *count += 1;
}

// Whichever comes last.
__global__ void findMatch(int *place, const int *in, int key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && in[i] == key)
    *place = i;
}

// The first of the lanes with one key counts all of them, and another warp may have that key, too.
__global__ void countGroups(int *counts, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto alike = cg::labeled_partition(warp, in[i]);
  if (alike.thread_rank() == 0)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `counts[in[i]]`
    counts[in[i]] += alike.size();
}
__global__ void countGroupsMended(int *counts, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto alike = cg::labeled_partition(warp, in[i]);
  if (alike.thread_rank() == 0)
    atomicAdd(&counts[in[i]], int(alike.size()));
}

// Each of them does.
__global__ void countInGroups(int *counts, const int *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto alike = cg::labeled_partition(warp, in[i]);
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `counts[in[i]]`
  counts[in[i]] += alike.thread_rank();
}

// The first of equal entries counts.
__global__ void countFirst(int *counts, const int *in, int n) {
  bool isFirst = true;
  for (int j = 0; j < threadIdx.x; ++j)
    if (in[j] == in[threadIdx.x])
      isFirst = false;
  if (isFirst)
    counts[in[threadIdx.x]] += 1;
}

// Each warp has bins of its own, and its lanes share them.
__global__ void binsPerWarp(unsigned *out, const unsigned *in, int n) {
  __shared__ unsigned bins[8][64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned *mine = bins[threadIdx.x / 32];
  for (int b = threadIdx.x % 32; b < 64; b += 32)
    mine[b] = 0;
  __syncthreads();
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: shared memory race on `mine[in[i]]`
    mine[in[i]]++;
  __syncthreads();
  if (threadIdx.x < 64)
    for (int w = 0; w < 8; ++w)
      atomicAdd(&out[threadIdx.x], bins[w][threadIdx.x]);
}
void runBinsPerWarp(unsigned *out, const unsigned *in, int n) {
  binsPerWarp<<<16, 256>>>(out, in, n);
}

// What is printed is not what is lost: the update names its own read.
__device__ unsigned mismatches;
__global__ void countMismatches(const char *data, char expected) {
  if (data[blockIdx.x * blockDim.x + threadIdx.x] != expected) {
    printf("%u so far\n", mismatches);
    // CHECK: :[[#@LINE+2]]:5: warning: global memory race on `mismatches`: read and written without an atomic
    // CHECK: :[[#@LINE+1]]:5: note: also: writes `mismatches` here, reads `mismatches` at line [[#@LINE-2]]
    mismatches++;
  }
}
