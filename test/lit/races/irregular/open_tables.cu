// Entries that threads look for and take in two steps: open tables, heads of lists, pairs of things.
// Each racy kernel, the same one mended, and near misses.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

//===--- Tables ------------------------------------------------------------===//

__global__ void withoutWrap(unsigned *table, const unsigned *keys, unsigned mask, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned slot = keys[i] & mask;
  while (table[slot] != 0)
    slot += 1;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `table[slot]`
  table[slot] = keys[i];
}
__global__ void withoutWrapMended(unsigned *table, const unsigned *keys, unsigned mask, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned slot = keys[i] & mask;
  while (atomicCAS(&table[slot], 0u, keys[i]) != 0)
    slot += 1;
}

// Double hashing.
__global__ void bySteps(unsigned *table, int *value, const unsigned *keys, unsigned mask, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned slot = keys[i] & mask, step = (keys[i] >> 16) | 1;
  for (;;) {
    if (table[slot] == 0) {
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `table[slot]`
      table[slot] = keys[i];
      value[slot] = i;
      return;
    }
    slot = (slot + step) & mask;
  }
}
__global__ void byStepsMended(unsigned *table, int *value, const unsigned *keys, unsigned mask,
                              int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned slot = keys[i] & mask, step = (keys[i] >> 16) | 1;
  for (;;) {
    if (atomicCAS(&table[slot], 0u, keys[i]) == 0) {
      value[slot] = i;
      return;
    }
    slot = (slot + step) & mask;
  }
}

// Buckets of eight.
__global__ void inBuckets(unsigned *table, const unsigned *keys, unsigned mask, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned bucket = (keys[i] & mask) * 8;
  for (int k = 0; k < 8; ++k)
    if (table[bucket + k] == 0) {
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `table[bucket + k]`
      table[bucket + k] = keys[i];
      break;
    }
}
__global__ void inBucketsMended(unsigned *table, const unsigned *keys, unsigned mask, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned bucket = (keys[i] & mask) * 8;
  for (int k = 0; k < 8; ++k)
    if (atomicCAS(&table[bucket + k], 0u, keys[i]) == 0)
      break;
}

// A bucket of the thread's own.
__global__ void inOwnBucket(unsigned *table, const unsigned *keys, const int *start, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int k = 0; k < 8; ++k)
    if (table[start[i] + k] == 0) {
      table[start[i] + k] = keys[i];
      break;
    }
}

__global__ void counted(unsigned *table, int *count, const unsigned *keys, unsigned size, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int k = 0; k < 32; ++k) {
    unsigned slot = (keys[i] + k) % size;
    if (table[slot] == 0 || table[slot] == keys[i]) {
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `table[slot]`
      table[slot] = keys[i];
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `count[slot]`
      count[slot]++;
      break;
    }
  }
}
__global__ void countedMended(unsigned *table, int *count, const unsigned *keys, unsigned size,
                              int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (int k = 0; k < 32; ++k) {
    unsigned slot = (keys[i] + k) % size;
    unsigned old = atomicCAS(&table[slot], 0u, keys[i]);
    if (old == 0 || old == keys[i]) {
      atomicAdd(&count[slot], 1);
      break;
    }
  }
}

// What was there goes on to its other place.
__global__ void pushOut(unsigned *table, const unsigned *keys, unsigned size, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned key = keys[i], slot = (key * 2654435761u) % size;
  for (int k = 0; k < 32 && key; ++k) {
    unsigned old = table[slot];
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `table[slot]`
    table[slot] = key;
    key = old;
    slot = (key * 40503u + k) % size;
  }
}
__global__ void pushOutMended(unsigned *table, const unsigned *keys, unsigned size, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned key = keys[i], slot = (key * 2654435761u) % size;
  for (int k = 0; k < 32 && key; ++k) {
    key = atomicExch(&table[slot], key);
    slot = (key * 40503u + k) % size;
  }
}

// Who has not come first counts, and there are many of them.
__global__ void allButFirst(unsigned *table, int *count, const unsigned *keys, unsigned mask,
                            int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned slot = keys[i] & mask;
  unsigned old = atomicCAS(&table[slot], 0u, keys[i]);
  if (old == 0)
    count[slot] = 1;
  else
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[slot]`
    count[slot]++;
}
__global__ void allButFirstMended(unsigned *table, int *count, const unsigned *keys, unsigned mask,
                                  int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned slot = keys[i] & mask;
  atomicCAS(&table[slot], 0u, keys[i]);
  atomicAdd(&count[slot], 1);
}

// The second one to come to a face, which has two sides, is alone.
__global__ void secondSide(int *first, float *sum, const int *face, const float *flow, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || atomicCAS(&first[face[i]], -1, i) == -1)
    return;
  sum[face[i]] += flow[i];
}

// Who has come first is alone.
__global__ void firstAlone(int *owner, int *count, const int *keys, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (atomicCAS(&owner[keys[i]], -1, i) != -1)
    return;
  count[keys[i]] += 5;
}

//===--- Heads of lists ----------------------------------------------------===//

__global__ void pushFront(int *next, int *head, const int *bucket, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  next[i] = head[bucket[i]];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `head`
  atomicExch(&head[bucket[i]], i);
}
__global__ void pushFrontMended(int *next, int *head, const int *bucket, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    next[i] = atomicExch(&head[bucket[i]], i);
}

// What the exchange finds is used.
__global__ void looksFirst(int *seen, int *next, int *head, const int *bucket, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  seen[i] = head[bucket[i]];
  next[i] = atomicExch(&head[bucket[i]], i);
}

// The entry is linked to from the one that was the last so far.
__global__ void pushBack(int *next, int *tail, const int *bucket, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int last = tail[bucket[i]];
  next[last] = i;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `tail[bucket[i]]`
  tail[bucket[i]] = i;
}
__global__ void pushBackMended(int *next, int *tail, const int *bucket, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    next[atomicExch(&tail[bucket[i]], i)] = i;
}

// What is marked as no longer the last one does not lead to the new one.
__global__ void marksLast(int *isOld, int *tail, const int *bucket, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int last = tail[bucket[i]];
  isOld[last] = 1;
  tail[bucket[i]] = i;
}

//===--- Two things --------------------------------------------------------===//

// The second one is taken in two steps.
__global__ void pairUp(int *busy, const int *left, const int *right, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int a = left[i], b = right[i];
  if (atomicExch(&busy[a], 1) || busy[b])
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `busy`
  busy[b] = 1;
  out[i] = 1;
}
__global__ void pairUpMended(int *busy, const int *left, const int *right, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int a = left[i], b = right[i];
  if (atomicExch(&busy[a], 1))
    return;
  if (atomicExch(&busy[b], 1)) {
    atomicExch(&busy[a], 0);
    return;
  }
  out[i] = 1;
}
