// Records of several parts, at an index that is computed from a key in a way that leads several
// keys to one: two threads leave parts of two records. Each racy kernel, the same one mended, and
// near misses.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race --no-fixes %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

struct Line {
  unsigned tag;
  float value;
};

//===--- A cache with a tag ------------------------------------------------===//

__global__ void refresh(Line *lines, unsigned count, const unsigned *keys, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned key = keys[i];
  Line &line = lines[(key * 2654435761u) % count];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `lines`: thread (32,0,0) and thread (0,0,0) both write it here, in undefined order, when two entries of `keys` give the same index, which may leave parts of two records there [cuda-global-race]
  line.tag = key;
  line.value = x[i];
}
__global__ void refreshMended(Line *lines, int *lock, unsigned count, const unsigned *keys,
                              const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned key = keys[i], slot = (key * 2654435761u) % count;
  if (atomicCAS(&lock[slot], 0, 1) != 0)
    return;
  __threadfence();
  lines[slot].tag = key;
  lines[slot].value = x[i];
  __threadfence();
  atomicExch(&lock[slot], 0);
}
// Who comes first writes; two may look before either does.
__global__ void refreshLooking(Line *lines, int *lock, unsigned count, const unsigned *keys,
                               const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned key = keys[i], slot = (key * 2654435761u) % count;
  if (lock[slot] == 0) {
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `lock[slot]`: tested and set without an atomic
    lock[slot] = 1;
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `lines`
    lines[slot].tag = key;
    lines[slot].value = x[i];
    lock[slot] = 0;
  }
}

// Two arrays.
__global__ void table(int *tags, float *values, const int *keys, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int key = keys[i], slot = key & 1023;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `tags[0]`
  tags[slot] = key;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `values[slot]`: stored by several threads
  values[slot] = x[i];
}

//===--- Near misses -------------------------------------------------------===//

// The last one wins, and is there as a whole.
__global__ void last(int *tags, const int *keys, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    tags[keys[i] & 1023] = keys[i];
}
__global__ void packed(uint2 *lines, const unsigned *keys, const unsigned *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    lines[keys[i] & 1023] = make_uint2(keys[i], x[i]);
}

// A mark beside the key.
__global__ void marks(int *tags, int *used, const int *keys, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int key = keys[i], slot = key & 1023;
  tags[slot] = key;
  used[slot] = 1;
}

// A permutation, which may be turned: no key is kept.
__global__ void scatter(Line *lines, const unsigned *to, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  lines[to[i]].tag = to[i];
  lines[to[i]].value = x[i];
}
__global__ void turned(Line *lines, const unsigned *to, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  lines[(to[i] + 1) % n].tag = i;
  lines[(to[i] + 1) % n].value = x[i];
}

// A cache of the thread's own.
__global__ void ownCache(Line *lines, const unsigned *keys, const float *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  Line &line = lines[i * 16 + (keys[i] & 15)];
  line.tag = keys[i];
  line.value = x[i];
}
