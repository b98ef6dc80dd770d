// Stores alone at locations that data choose. They are right where no index comes twice, and a race
// where the kernel shows that it does. Each racy kernel, and the same one mended, whose name ends in
// Mended.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

//===--- An atomic at the same index counts how often it comes -------------===//

__global__ void counted(const int *key, const float *x, int *count, float *last, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  atomicAdd(&count[key[i]], 1);
  // CHECK: :[[#@LINE+2]]:3: warning: global memory race on `last[key[i]]`: stored by several threads without an atomic; all values but one are lost when two entries of `key` are equal
  // CHECK: note: use an atomic (`atomicMax` or `atomicMin` for one that does not depend on the order, `atomicExch` for any of them)
  last[key[i]] = x[i];
}
__global__ void countedMended(const int *key, const int *x, int *count, int *last, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  atomicAdd(&count[key[i]], 1);
  atomicMax(&last[key[i]], x[i]);
}

// The first one to come has the number 0, and all that depends on the key alone is one value.
__global__ void first(const int *key, const float *x, int *count, float *last, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicAdd(&count[key[i]], 1) == 0)
    last[key[i]] = x[i];
}
__global__ void weights(const int *key, const int *weight, int *count, int *last, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  atomicAdd(&count[key[i]], 1);
  last[key[i]] = weight[key[i]] + n;
}
// What is counted are the kinds, not the things.
__global__ void kinds(const int *thing, const int *x, int *count, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  atomicAdd(&count[thing[i] & 15], 1);
  out[thing[i]] = x[i];
}
// Forces come from neighbours, too.
__global__ void forces(const int *own, const int *other, int *force, int *at, const int *x, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  atomicAdd(&force[own[i]], x[i]);
  atomicAdd(&force[other[i]], -x[i]);
  at[own[i]] = x[i];
}

//===--- Fewer locations than threads --------------------------------------===//

__global__ void pixels(const unsigned char *pixel, int *last, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `last[pixel[i]]`: stored by several threads
    last[pixel[i]] = i;
}
__global__ void pixelsMended(const unsigned char *pixel, int *last, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicMax(&last[pixel[i]], i);
}
__global__ void masked(const unsigned *key, int *last, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `last[key[i] & 1023]`: stored by several threads
    last[key[i] & 1023] = i;
}
// There is room for all: an index in the lower bits of what was sorted.
__global__ void packed(const unsigned *sorted, const float *x, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[sorted[i] & 0xffffff] = x[i];
}
__global__ void present(const unsigned char *pixel, int *isPresent, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    isPresent[pixel[i]] = 1;
}
// Within a block of 256 threads, 256 locations may be one for each.
__global__ void __launch_bounds__(256) ranks(const unsigned char *rank, int *out) {
  int i = blockIdx.x * 256 + threadIdx.x;
  out[blockIdx.x * 256 + rank[i]] = i;
}
// Flags choose the first one of each kind.
__global__ void starts(const unsigned char *key, const bool *isFirst, int *start, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && isFirst[i])
    start[key[i]] = i;
}

//===--- Many numbers lead to one ------------------------------------------===//

__global__ void hashed(const unsigned *key, const int *x, int *out, int n, unsigned size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `out[key[i] % size]`: stored by several threads without an atomic; all values but one are lost when two entries of `key` give the same index
    out[key[i] % size] = x[i];
}
__global__ void hashedMended(const unsigned *key, const int *x, int *out, int n, unsigned size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicExch(&out[key[i] % size], x[i]);
}
__global__ void buckets(const unsigned *key, int *first, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `first[key[i] >> 8]`
    first[key[i] >> 8] = i;
}
__global__ void bucketsMended(const unsigned *key, int *owner, int *first, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicCAS(&owner[key[i] >> 8], -1, i) == -1)
    first[key[i] >> 8] = i;
}
// One end of a run stores, in an array that is sorted.
__global__ void runs(const unsigned *key, int *start, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && (i == 0 || key[i] >> 8 != key[i - 1] >> 8))
    start[key[i] >> 8] = i;
}
// Row and column together are one number, and so are two that a word holds.
__global__ void turned(const int *index, const float *x, float *out, int n, int width, int height) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[index[i] % width * height + index[i] / width] = x[i];
}
__global__ void tagged(const unsigned *word, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[word[i] >> 8] = i + (word[i] & 255);
}
// Offsets in bytes.
__global__ void bytes(const unsigned *offset, const float *x, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[offset[i] / 4] = x[i];
}
// A ring: the ranks of the threads are different ones.
__global__ void ring(const int *rank, const int *x, int *out, int n, int head, int size) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[(head + rank[i]) % size] = x[i];
}

//===--- Cells of points ---------------------------------------------------===//

__global__ void points(const float2 *at, const int *colour, int *image, int width, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int x = int(at[i].x), y = int(at[i].y);
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `image[y * width + x]`: stored by several threads
  image[y * width + x] = colour[i];
}
__global__ void pointsMended(const float2 *at, const int *colour, int *image, int width, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int x = int(at[i].x), y = int(at[i].y);
  atomicMax(&image[y * width + x], colour[i]);
}
__global__ void warped(const float2 *from, const int *in, int *image, int width, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    image[i] = in[int(from[i].y) * width + int(from[i].x)];
}
// Coordinates of the thread's own number, beside another number.
__global__ void enlarged(const float *gain, const int *in, int *image, int width, float scale) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = blockIdx.y * blockDim.y + threadIdx.y;
  float by = gain[i];
  image[int(j * scale) * width + int(i * scale)] = in[j * width + i] + (by > 0);
}
// An order that is kept as floating-point numbers.
__global__ void ordered(const float *order, const float *weight, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[int(order[i])] = weight[i];
}
// Who has come last is seen behind a barrier: any one is meant.
__global__ void elected(const float *at, int *winner, int *isFirst) {
  __shared__ int last[64];
  int cell = int(at[threadIdx.x] * 64);
  last[cell & 63] = threadIdx.x;
  __syncthreads();
  isFirst[threadIdx.x] = last[cell & 63] == int(threadIdx.x);
}

//===--- Two threads read one index ----------------------------------------===//

__global__ void pairs(const int *order, const float *x, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `out[order[i / 2]]`: stored by several threads without an atomic; all values but one are lost when two threads read the same index
    out[order[i / 2]] = x[i];
}
__global__ void pairsMended(const int *order, const float *x, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && i % 2 == 0)
    out[order[i / 2]] = x[i] + x[i + 1];
}
__global__ void halves(const int *order, const float *x, float *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[2 * order[i / 2] + i % 2] = x[i];
}

//===--- Permutations ------------------------------------------------------===//

__global__ void permuted(const int *order, const float *x, float *out, int *back, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  out[order[i]] = x[i];
  back[order[i]] = i;
}
__global__ void radix(const unsigned *key, const int *offset, const int *rank, unsigned *out, int n,
                      int shift) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned digit = (key[i] >> shift) & 15;
  out[offset[digit * gridDim.x + blockIdx.x] + rank[i]] = key[i];
}
__global__ void compacted(const int *isKept, const int *place, const int *x, int *out, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && isKept[i])
    out[place[i]] = x[i];
}
