// RUN: not %cuda-memlint --checks=-*,cuda-shared-race --remarks %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

// Data that all threads of a block have in common decide which of them come to an access.

#include <cuda_runtime.h>

// Thread 0 writes what all threads below a count read.
__global__ void first(int *out, const int *counts, const int *starts) {
  __shared__ int start;
  int t = threadIdx.x, count = counts[blockIdx.x];
  if (t == 0)
    start = starts[blockIdx.x];
  if (t < count)
    // CHECK: :[[#@LINE+1]]:36: warning: shared memory race on `start`: thread ({{[0-9]+}},0,0) reads it here while thread (0,0,0) writes it at line [[#@LINE-2]], with no barrier in between, when the data let both threads come here (`t < count`)
    out[blockIdx.x * 64 + t] = 2 * start;
}

__global__ void firstMended(int *out, const int *counts, const int *starts) {
  __shared__ int start;
  int t = threadIdx.x, count = counts[blockIdx.x];
  if (t == 0)
    start = starts[blockIdx.x];
  __syncthreads();
  if (t < count)
    out[blockIdx.x * 64 + t] = 2 * start;
}

// The whole block goes on, or none of it does.
__global__ void wholeBlock(int *out, const int *in) {
  __shared__ int tile[64];
  int t = threadIdx.x;
  if (in[blockIdx.x] > 5) {
    tile[t] = in[t];
    // CHECK: :[[#@LINE+1]]:14: warning: shared memory race on `tile[{{[0-9]+}}]`: {{.*}} when the data let both threads come here (`in[blockIdx.x] > 5`)
    out[t] = tile[63 - t];
  }
}

// What the block has voted.
__global__ void voted(int *out, const int *in) {
  __shared__ int least;
  int t = threadIdx.x;
  int count = __syncthreads_count(in[t] > 0);
  if (count > 5) {
    if (t == 0)
      least = in[64];
    // CHECK: :[[#@LINE+1]]:14: warning: shared memory race on `least`: {{.*}} when the data let both threads come here (`count > 5`)
    out[t] = least;
  }
}

__global__ void votedMended(int *out, const int *in) {
  __shared__ int least;
  int t = threadIdx.x;
  int count = __syncthreads_count(in[t] > 0);
  if (count > 5) {
    if (t == 0)
      least = in[64];
    __syncthreads();
    out[t] = least;
  }
}

// A vote of indices has one outcome: nobody has an index above 400.
__global__ void votedByIndex(int *out, const int *in) {
  __shared__ int least;
  int t = threadIdx.x;
  int any = __syncthreads_or(t > 400);
  if (any) {
    if (t == 0)
      least = in[64];
    out[t] = least;
  }
}

// One of indices and of a number that the launch knows has one outcome as well.
__global__ void votedByBound(int *out, const int *in, int n) {
  __shared__ int least;
  int t = threadIdx.x;
  int count = __syncthreads_count(t < n);
  if (count > 5) {
    if (t == 0)
      least = in[64];
    out[t] = least;
  }
}

// One thread alone comes to both, whatever the number is.
__global__ void oneThread(int *out, const int *in) {
  __shared__ int sum;
  int chosen = in[0];
  if (threadIdx.x == chosen)
    sum = in[1];
  if (threadIdx.x == chosen)
    out[0] = sum;
}

// The number is either small or large, not both.
__global__ void opposed(int *out, const int *in) {
  __shared__ int value;
  int t = threadIdx.x, kind = in[blockIdx.x];
  if (kind < 3 && t == 0)
    value = in[64];
  if (kind > 7)
    out[t] = value;
}

void launch(int *out, const int *in) {
  first<<<8, 64>>>(out, in, in);
  firstMended<<<8, 64>>>(out, in, in);
  wholeBlock<<<8, 64>>>(out, in);
  voted<<<8, 64>>>(out, in);
  votedMended<<<8, 64>>>(out, in);
  votedByIndex<<<8, 64>>>(out, in);
  votedByBound<<<8, 64>>>(out, in, 4);
  oneThread<<<8, 64>>>(out, in);
  opposed<<<8, 64>>>(out, in);
}
