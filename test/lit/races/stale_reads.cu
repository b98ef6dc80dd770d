// RUN: not %cuda-memlint --checks=-*,cuda-*-race --remarks %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// What is read plainly before an atomic update of the same location is a check that the atomic repeats, or a value that
// another thread has changed by then.

#include <cuda_runtime.h>

// The number read is the slot of two elements.
__global__ void fill(int *count, int *bucket, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int b = key[i];
  int slot = count[b];
  bucket[b * 64 + slot] = i;
  // CHECK: :[[#@LINE+2]]:3: warning: global memory race on `count`: the value read at line [[#@LINE-2]] is used although another thread may update it before the atomic update here, when two entries of `key` are equal
  // CHECK: note: use the value that the atomic returns
  atomicAdd(&count[b], 1);
}

__global__ void fillFixed(int *count, int *bucket, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int b = key[i];
  int slot = atomicAdd(&count[b], 1);
  bucket[b * 64 + slot] = i;
}

// Two elements have one rank.
__global__ void rank(int *count, int *rank, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  rank[i] = count[key[i]];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `count`: the value read at line [[#@LINE-1]] is used
  atomicAdd(&count[key[i]], 1);
}

__global__ void rankFixed(int *count, int *rank, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    rank[i] = atomicAdd(&count[key[i]], 1);
}

// The difference is that from a value which others have changed.
__global__ void raise(int *level, const int *cell, const int *wanted, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int missing = wanted[i] - level[cell[i]];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `level`: the value read at line [[#@LINE-1]] is used
  atomicAdd(&level[cell[i]], missing);
}

// The check is not repeated: two threads of a full bucket are let through. Nothing says that it is harmless.
__global__ void capped(int *count, int *list, int *first, const int *key, int n, int most) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int b = key[i];
  if (count[b] < most) {
    int slot = atomicAdd(&count[b], 1);
    list[b * most + slot] = i;
    if (slot == 0)
      first[b] = i;
  }
}

// Nothing changes what is read.
__global__ void addsNothing(int *count, int *out, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = count[key[i]] + atomicAdd(&count[key[i]], 0);
}

// A thing that may be the thread's own: it is emptied, and others are given what was in it.
__global__ void drain(int *load, int *out, const int *active, const int *to, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int u = active[i];
  int l = load[u];
  out[u] = l;
  atomicSub(&load[u], l);
  atomicAdd(&load[to[u]], l);
}

// The thread sets it before.
__global__ void setsFirst(int *count, int *out, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int b = key[i];
  count[b] = 0;
  int old = count[b];
  atomicAdd(&count[b], 1);
  out[i] = old;
}

// In shared memory, of the threads of one block.
__global__ void ofBlock(int *out, const int *key) {
  __shared__ int count[64];
  if (threadIdx.x < 64)
    count[threadIdx.x] = 0;
  __syncthreads();
  int b = key[blockIdx.x * blockDim.x + threadIdx.x] & 63;
  int before = count[b];
  // CHECK: :[[#@LINE+1]]:3: warning: shared memory race on `count`: the value read at line [[#@LINE-1]] is used
  atomicAdd(&count[b], 1);
  out[blockIdx.x * blockDim.x + threadIdx.x] = before;
}

// The atomic decides.
__global__ void lower(int *distance, int *changed, const int *to, const int *through, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && through[i] < distance[to[i]]) {
    // CHECK: :[[#@LINE+1]]:5: remark: benign global memory race on `distance`: a plain read at line [[#@LINE-1]] precedes the atomic update, which alone decides
    atomicMin(&distance[to[i]], through[i]);
    // CHECK: :[[#@LINE+1]]:5: remark: benign global memory race on `changed[0]`
    *changed = 1;
  }
}

// Full buckets are left alone, and the atomic tells whether it was full by then.
__global__ void upTo(int *count, int *bucket, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || count[key[i]] >= 64)
    return;
  // CHECK: :[[#@LINE+1]]:14: remark: benign global memory race on `count`: a plain read
  int slot = atomicAdd(&count[key[i]], 1);
  if (slot < 64)
    bucket[key[i] * 64 + slot] = i;
}

// Nothing repeats the check: more than 64 may get in. That is not known to matter, nor is it benign.
__global__ void upToUnchecked(int *count, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && count[key[i]] < 64)
    atomicAdd(&count[key[i]], 1);
}

// Two threads find the location larger, and the one that writes its name last need not be the smaller one.
__global__ void lowerAndName(int *distance, int *from, const int *to, const int *through, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && through[i] < distance[to[i]]) {
    atomicMin(&distance[to[i]], through[i]);
    from[to[i]] = i;
  }
}

void launch(int *a, int *b, const int *key, const int *other, int n) {
  fill<<<64, 256>>>(a, b, key, n);
  fillFixed<<<64, 256>>>(a, b, key, n);
  rank<<<64, 256>>>(a, b, key, n);
  rankFixed<<<64, 256>>>(a, b, key, n);
  raise<<<64, 256>>>(a, key, other, n);
  ofBlock<<<64, 256>>>(b, key);
  lower<<<64, 256>>>(a, b, key, other, n);
  upTo<<<64, 256>>>(a, b, key, n);
  upToUnchecked<<<64, 256>>>(a, key, n);
  lowerAndName<<<64, 256>>>(a, b, key, other, n);
  capped<<<64, 256>>>(a, b, b, key, n, 64);
  addsNothing<<<64, 256>>>(a, b, key, n);
  drain<<<64, 256>>>(a, b, key, other, n);
  setsFirst<<<64, 256>>>(a, b, key, n);
}
