// Elements of shared memory that data choose, beside those that the threads have by their own
// numbers: a barrier is between the two, or they collide. Each racy kernel, the same one mended,
// and near misses.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race,cuda-missing-syncwarp --no-fixes %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

//===--- Reads where data say ----------------------------------------------===//

__global__ void gather(float *out, const float *in, const int *from) {
  __shared__ float s[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  s[threadIdx.x] = in[i];
  // CHECK: :[[#@LINE+1]]:12: warning: shared memory race on `s[0]`: thread (32,0,0) reads it here while thread (0,0,0) writes it at line [[#@LINE-1]], with no barrier in between, when an entry of `from` gives one thread the index of the other [cuda-shared-race]
  out[i] = s[from[i]];
}
__global__ void gatherMended(float *out, const float *in, const int *from) {
  __shared__ float s[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  s[threadIdx.x] = in[i];
  __syncthreads();
  out[i] = s[from[i]];
}

// Tile after tile: the reads of one meet the stores of the next.
__global__ void tiles(float *out, const float *in, const int *from, int tiles) {
  __shared__ float s[128];
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    s[threadIdx.x] = in[t * 128 + threadIdx.x];
    __syncthreads();
    // CHECK: :[[#@LINE+1]]:12: warning: shared memory race on `s[0]`: thread (32,0,0) reads it here while thread (0,0,0) (in iteration 1 of the loop at line [[#@LINE-3]]) writes it at line [[#@LINE-2]]
    sum += s[from[t * 128 + threadIdx.x]];
  }
  out[threadIdx.x] = sum;
}
__global__ void tilesMended(float *out, const float *in, const int *from, int tiles) {
  __shared__ float s[128];
  float sum = 0;
  for (int t = 0; t < tiles; ++t) {
    s[threadIdx.x] = in[t * 128 + threadIdx.x];
    __syncthreads();
    sum += s[from[t * 128 + threadIdx.x]];
    __syncthreads();
  }
  out[threadIdx.x] = sum;
}

//===--- Stores where data say ---------------------------------------------===//

__global__ void permute(float *out, const float *in, const int *to) {
  __shared__ float s[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  s[to[i]] = in[i];
  // CHECK: :[[#@LINE+1]]:12: warning: shared memory race on `s[0]`
  out[i] = s[threadIdx.x];
}
__global__ void permuteMended(float *out, const float *in, const int *to) {
  __shared__ float s[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  s[to[i]] = in[i];
  __syncthreads();
  out[i] = s[threadIdx.x];
}

__global__ void cleared(float *out, const float *in, const int *to) {
  __shared__ float s[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  s[threadIdx.x] = 0;
  // CHECK: :[[#@LINE+1]]:3: warning: shared memory race on `s[0]`
  s[to[i]] = in[i];
  __syncthreads();
  out[i] = s[threadIdx.x];
}
__global__ void clearedMended(float *out, const float *in, const int *to) {
  __shared__ float s[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  s[threadIdx.x] = 0;
  __syncthreads();
  s[to[i]] = in[i];
  __syncthreads();
  out[i] = s[threadIdx.x];
}

//===--- Places that lanes count by votes -----------------------------------===//

__global__ void compact(int *out, int *lengths, const float *x, float limit) {
  __shared__ int kept[4][32];
  int lane = threadIdx.x % 32, w = threadIdx.x / 32, i = blockIdx.x * 128 + threadIdx.x;
  bool keep = x[i] > limit;
  unsigned votes = __ballot_sync(0xffffffffu, keep);
  if (keep)
    kept[w][__popc(votes & ((1u << lane) - 1))] = i;
  if (lane < __popc(votes))
    // CHECK: :[[#@LINE+1]]:14: warning: shared memory race on `kept[0][0]`: thread (0,0,0) reads it here while thread (1,0,0) writes it at line [[#@LINE-2]], with no barrier between the two lanes, when the data give one thread the index of the other [cuda-missing-syncwarp]
    out[i] = kept[w][lane];
  if (lane == 0)
    lengths[blockIdx.x * 4 + w] = __popc(votes);
}
__global__ void compactMended(int *out, int *lengths, const float *x, float limit) {
  __shared__ int kept[4][32];
  int lane = threadIdx.x % 32, w = threadIdx.x / 32, i = blockIdx.x * 128 + threadIdx.x;
  bool keep = x[i] > limit;
  unsigned votes = __ballot_sync(0xffffffffu, keep);
  if (keep)
    kept[w][__popc(votes & ((1u << lane) - 1))] = i;
  __syncwarp();
  if (lane < __popc(votes))
    out[i] = kept[w][lane];
  if (lane == 0)
    lengths[blockIdx.x * 4 + w] = __popc(votes);
}

__global__ void collect(int *out, const float *x, float limit, int rounds) {
  __shared__ int kept[4][64];
  int lane = threadIdx.x % 32, w = threadIdx.x / 32, gw = blockIdx.x * 4 + w;
  int held = 0;
  for (int r = 0; r < rounds; ++r) {
    int i = (gw * rounds + r) * 32 + lane;
    bool keep = x[i] > limit;
    unsigned votes = __ballot_sync(0xffffffffu, keep);
    if (keep)
      kept[w][held + __popc(votes & ((1u << lane) - 1))] = i;
    held += __popc(votes);
    if (held >= 32) {
      // CHECK: :[[#@LINE+1]]:29: warning: shared memory race on `kept[0][0]`
      out[gw * 64 + lane] = kept[w][lane];
      __syncwarp();
      held = 0;
    }
  }
}
__global__ void collectMended(int *out, const float *x, float limit, int rounds) {
  __shared__ int kept[4][64];
  int lane = threadIdx.x % 32, w = threadIdx.x / 32, gw = blockIdx.x * 4 + w;
  int held = 0;
  for (int r = 0; r < rounds; ++r) {
    int i = (gw * rounds + r) * 32 + lane;
    bool keep = x[i] > limit;
    unsigned votes = __ballot_sync(0xffffffffu, keep);
    if (keep)
      kept[w][held + __popc(votes & ((1u << lane) - 1))] = i;
    held += __popc(votes);
    if (held >= 32) {
      __syncwarp();
      out[gw * 64 + lane] = kept[w][lane];
      __syncwarp();
      held = 0;
    }
  }
}

//===--- Near misses -------------------------------------------------------===//

// A row, or a column, of the thread's own.
__global__ void ownRow(float *out, const float *in, const int *at) {
  __shared__ float s[128][8];
  int i = blockIdx.x * 128 + threadIdx.x;
  s[threadIdx.x][at[i] & 7] = in[i];
  out[i] = s[threadIdx.x][0];
}
__global__ void ownColumn(float *out, const float *in, const int *at) {
  __shared__ float s[8][128];
  int i = blockIdx.x * 128 + threadIdx.x;
  s[at[i] & 7][threadIdx.x] = in[i];
  out[i] = s[0][threadIdx.x];
}

// Another part of the array.
__global__ void otherPart(float *out, const float *in, const int *at) {
  __shared__ float s[256];
  int i = blockIdx.x * 128 + threadIdx.x;
  s[threadIdx.x] = in[i];
  s[128 + (at[i] & 127)] = in[i];
  out[i] = s[threadIdx.x];
}

// Where the part of the warp begins.
__global__ void partOfWarp(float *out, const float *in, const int *start) {
  __shared__ float s[128];
  int i = blockIdx.x * 128 + threadIdx.x, w = threadIdx.x / 32;
  s[start[w] + threadIdx.x % 32] = in[i];
  out[i] = s[threadIdx.x];
}

__global__ void byDivision(float *out, float inverse) {
  __shared__ float s[128];
  int w = int(threadIdx.x * inverse);
  s[w * 32 + threadIdx.x % 32] = inverse;
  out[blockIdx.x * 128 + threadIdx.x] = s[threadIdx.x];
}

// What the thread has stored itself.
__global__ void ownElement(float *out, const float *in, const int *at) {
  __shared__ float s[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  s[at[i]] = in[i];
  out[i] = s[at[i]] * 2;
}
__global__ void checkedOwner(float *out, const float *in, const int *at) {
  __shared__ float s[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  if (at[i] == threadIdx.x)
    s[at[i]] = in[i];
  out[i] = s[threadIdx.x];
}

// One thread alone.
__global__ void leader(float *out, const float *in, const int *at) {
  __shared__ float s[128];
  if (threadIdx.x == 0) {
    for (int k = 0; k < 128; ++k)
      s[k] = 0;
    s[at[blockIdx.x]] = in[blockIdx.x];
    out[blockIdx.x] = s[threadIdx.x];
  }
}

// One block does the one, another block the other.
__global__ void eitherOr(float *out, const float *in, const int *at, const int *mode) {
  __shared__ float s[128];
  int i = blockIdx.x * 128 + threadIdx.x;
  s[threadIdx.x] = in[i];
  __syncthreads();
  if (mode[blockIdx.x] == 0)
    s[threadIdx.x] = 1;
  else
    out[i] = s[at[i]];
}

// Whoever arrives gets a place of its own.
__global__ void places(int *out, const float *x, float limit) {
  __shared__ int s[128];
  __shared__ int count;
  int i = blockIdx.x * 128 + threadIdx.x;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  if (x[i] > limit)
    s[atomicAdd(&count, 1)] = i;
  __syncthreads();
  if (threadIdx.x < count)
    out[i] = s[threadIdx.x];
}
