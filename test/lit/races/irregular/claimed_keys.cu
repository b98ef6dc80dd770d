// Who wins an atomic owns what is indexed by the key that it was made at, and nothing else. Each
// racy kernel, the same one mended, whose name ends in Mended, and what the winner does own.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

// Vertices that were reached for the first time: one winner for each of them.
__global__ void frontier(const int *row, const int *column, int *level, int *queue, int *end,
                         int current, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int e = row[i]; e < row[i + 1]; ++e) {
    int v = column[e];
    if (atomicCAS(&level[v], -1, current + 1) == -1)
      // CHECK: :[[#@LINE+1]]:13: warning: global memory race on `(*end)`: read and written without an atomic
      queue[(*end)++] = v;
  }
}
__global__ void frontierMended(const int *row, const int *column, int *level, int *queue, int *end,
                               int current, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int e = row[i]; e < row[i + 1]; ++e) {
    int v = column[e];
    if (atomicCAS(&level[v], -1, current + 1) == -1)
      queue[atomicAdd(end, 1)] = v;
  }
}
// Words that were seen for the first time, by their first letter.
__global__ void vocabulary(const int *word, const int *letter, int *seen, int *different, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicExch(&seen[word[i]], 1) == 0)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `different[letter[i]]`: read and written without an atomic
    different[letter[i]]++;
}
__global__ void vocabularyMended(const int *word, const int *letter, int *seen, int *different,
                                 int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicExch(&seen[word[i]], 1) == 0)
    atomicAdd(&different[letter[i]], 1);
}
// Pages, and the books that several of them are in.
__global__ void pages(const int *page, int *taken, int *perBook, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicCAS(&taken[page[i]], 0, i + 1) == 0)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `perBook[page[i] / 64]`: read and written without an atomic
    perBook[page[i] / 64] += 1;
}
__global__ void pagesMended(const int *page, int *taken, int *perBook, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicCAS(&taken[page[i]], 0, i + 1) == 0)
    atomicAdd(&perBook[page[i] / 64], 1);
}
// A lock for each page does not protect a count for each book.
__global__ void lockedPages(const int *page, int *locks, int *perBook, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int p = page[i];
  for (bool isDone = false; !isDone;)
    if (atomicCAS(&locks[p], 0, 1) == 0) {
      __threadfence();
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `perBook[p / 64]`: read and written without an atomic
      perBook[p / 64] += 1;
      __threadfence();
      atomicExch(&locks[p], 0);
      isDone = true;
    }
}
__global__ void lockedPagesMended(const int *page, int *locks, int *perBook, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int b = page[i] / 64;
  for (bool isDone = false; !isDone;)
    if (atomicCAS(&locks[b], 0, 1) == 0) {
      __threadfence();
      perBook[b] += 1;
      __threadfence();
      atomicExch(&locks[b], 0);
      isDone = true;
    }
}
// All but the first three come through.
__global__ void popular(const int *item, int *votes, int *popularVotes, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicAdd(&votes[item[i]], 1) > 3)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `popularVotes[0]`: read and written without an atomic
    popularVotes[0]++;
}
// Each item has one fourth vote, but there are many items.
__global__ void fourth(const int *item, int *votes, int *popularItems, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicAdd(&votes[item[i]], 1) == 3)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `popularItems[0]`: read and written without an atomic
    popularItems[0]++;
}
__global__ void fourthMended(const int *item, int *votes, int *popularItems, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicAdd(&votes[item[i]], 1) == 3)
    atomicAdd(popularItems, 1);
}

//===--- What the winner owns ----------------------------------------------===//

// What is at the key itself, or at a record of several elements there.
__global__ void owned(const int *key, int *taken, int *rank, int *records, const int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int k = key[i];
  if (atomicExch(&taken[k], i) == -1) {
    rank[k] += x[i];
    records[k * 4] += 1;
    records[k * 4 + 3] += x[i];
  }
}
// The key is a part of a number, and so is what it owns.
__global__ void ownedPart(const unsigned *packed, int *taken, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicExch(&taken[packed[i] >> 8], i) == -1)
    count[packed[i] >> 8] += 1;
}
// The row that begins where the key says.
__global__ void ownedRow(const int *key, const int *row, int *taken, int *value, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int k = key[i];
  if (atomicExch(&taken[k], i) == -1)
    for (int e = row[k]; e < row[k + 1]; ++e)
      value[e] += 1;
}
// One location for all threads has one winner.
__global__ void firstOfAll(int *first, int *result, const int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 100 && atomicCAS(first, -1, i) == -1)
    result[0] += x[i];
}
// The last child of a node goes on with it alone.
__global__ void bottomUp(const int *parent, int *arrived, int *sum, int n) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n)
    return;
  for (v = parent[v]; v >= 0; v = parent[v]) {
    if (atomicAdd(&arrived[v], 1) == 0)
      return;
    __threadfence();
    sum[v] += 1;
  }
}
