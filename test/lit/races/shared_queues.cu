// Queues in shared memory whose slots are drawn from a counter: who reads what others have put in
// needs a barrier behind the draws. Each racy kernel, the same one mended, whose name ends in Mended,
// and looks at the counter that do no harm.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__global__ void collected(const int *in, int *out) {
  __shared__ int queue[256], tail;
  if (threadIdx.x == 0)
    tail = 0;
  __syncthreads();
  int x = in[blockIdx.x * 256 + threadIdx.x];
  if (x > 0) {
    int slot = atomicAdd(&tail, 1);
    queue[slot] = x;
  }
  // CHECK: :[[#@LINE+3]]:33: warning: shared memory race on `tail`: thread (0,0,0) reads it here while thread (32,0,0) updates it at line [[#@LINE-3]], with no barrier in between, when the data let both threads come here (`x > 0`)
  // CHECK: :[[#@LINE-4]]:16: note: the conflicting access `atomicAdd(&tail, 1)` is here
  // CHECK: :[[#@LINE+1]]:3: note: insert `__syncthreads();` before this statement
  for (int k = threadIdx.x; k < tail; k += 256)
    out[blockIdx.x * 256 + k] = queue[k];
}
void runCollected(const int *in, int *out) { collected<<<64, 256>>>(in, out); }
__global__ void collectedMended(const int *in, int *out) {
  __shared__ int queue[256], tail;
  if (threadIdx.x == 0)
    tail = 0;
  __syncthreads();
  int x = in[blockIdx.x * 256 + threadIdx.x];
  if (x > 0) {
    int slot = atomicAdd(&tail, 1);
    queue[slot] = x;
  }
  __syncthreads();
  for (int k = threadIdx.x; k < tail; k += 256)
    out[blockIdx.x * 256 + k] = queue[k];
}
void runCollectedMended(const int *in, int *out) { collectedMended<<<64, 256>>>(in, out); }

// One thread hands the queue on, or each its part.
__global__ void handedOn(const int *in, int *out) {
  __shared__ int queue[256], tail;
  if (threadIdx.x == 0)
    tail = 0;
  __syncthreads();
  int x = in[blockIdx.x * 256 + threadIdx.x];
  if (x > 0)
    queue[atomicAdd(&tail, 1)] = x;
  if (threadIdx.x == 0)
    // CHECK: :[[#@LINE+1]]:25: warning: shared memory race on `tail`
    for (int k = 0; k < tail; ++k)
      out[blockIdx.x * 256 + k] = queue[k];
}
void runHandedOn(const int *in, int *out) { handedOn<<<64, 256>>>(in, out); }
__global__ void handedOnMended(const int *in, int *out) {
  __shared__ int queue[256], tail;
  if (threadIdx.x == 0)
    tail = 0;
  __syncthreads();
  int x = in[blockIdx.x * 256 + threadIdx.x];
  if (x > 0)
    queue[atomicAdd(&tail, 1)] = x;
  __syncthreads();
  if (threadIdx.x == 0)
    for (int k = 0; k < tail; ++k)
      out[blockIdx.x * 256 + k] = queue[k];
}
void runHandedOnMended(const int *in, int *out) { handedOnMended<<<64, 256>>>(in, out); }
// As many as there is room for.
__global__ void limited(const int *in, int *out) {
  __shared__ int queue[64], tail;
  if (threadIdx.x == 0)
    tail = 0;
  __syncthreads();
  int x = in[blockIdx.x * 256 + threadIdx.x];
  if (x > 0) {
    int slot = atomicAdd(&tail, 1);
    if (slot < 64)
      queue[slot] = x;
  }
  // CHECK: :[[#@LINE+1]]:19: warning: shared memory race on `tail`
  int count = min(tail, 64);
  if (threadIdx.x < count)
    out[blockIdx.x * 64 + threadIdx.x] = queue[threadIdx.x];
}
void runLimited(const int *in, int *out) { limited<<<64, 256>>>(in, out); }
__global__ void limitedMended(const int *in, int *out) {
  __shared__ int queue[64], tail;
  if (threadIdx.x == 0)
    tail = 0;
  __syncthreads();
  int x = in[blockIdx.x * 256 + threadIdx.x];
  if (x > 0) {
    int slot = atomicAdd(&tail, 1);
    if (slot < 64)
      queue[slot] = x;
  }
  __syncthreads();
  int count = min(tail, 64);
  if (threadIdx.x < count)
    out[blockIdx.x * 64 + threadIdx.x] = queue[threadIdx.x];
}
void runLimitedMended(const int *in, int *out) { limitedMended<<<64, 256>>>(in, out); }

//===--- Looks at the counter ----------------------------------------------===//

// Whether there may be room; the draw says whether there was.
__global__ void lookedFirst(const int *in, int *out) {
  __shared__ int queue[64], tail;
  if (threadIdx.x == 0)
    tail = 0;
  __syncthreads();
  for (int k = threadIdx.x; k < 4096; k += 256) {
    int x = in[blockIdx.x * 4096 + k];
    if (x > 0 && tail < 64) {
      int slot = atomicAdd(&tail, 1);
      if (slot < 64)
        queue[slot] = x;
    }
  }
  __syncthreads();
  if (threadIdx.x < min(tail, 64))
    out[blockIdx.x * 64 + threadIdx.x] = queue[threadIdx.x];
}
void runLookedFirst(const int *in, int *out) { lookedFirst<<<64, 256>>>(in, out); }
__global__ void ownSlot(const int *in, int *out) {
  __shared__ int queue[256], tail;
  if (threadIdx.x == 0)
    tail = 0;
  __syncthreads();
  int x = in[blockIdx.x * 256 + threadIdx.x];
  if (x > 0) {
    int slot = atomicAdd(&tail, 1);
    queue[slot] = x;
    out[blockIdx.x * 256 + slot] = queue[slot] + 1;
  }
}
void runOwnSlot(const int *in, int *out) { ownSlot<<<64, 256>>>(in, out); }
