// RUN: not %cuda-memlint --each-access --checks=-*,cuda-shared-race,cuda-global-race,cuda-missing-syncwarp %s 2>&1 | FileCheck %s "--implicit-check-not=put `" "--implicit-check-not=can stand"

#include <cuda_runtime.h>

// Directly before the later statement; the load that is not at its beginning too.
__global__ void reverse(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  values[t] = in[t];
  int other = 127 - t;
  // CHECK: [[#@LINE+1]]:3: note: insert `__syncthreads();` before this statement to order the two accesses
  int read = values[other];
  out[t] = read;
}

// Before the loop that reads, not in it. The two arrays have one place.
__global__ void firstOfTile(float *c, const float *a, const float *b, int n) {
  __shared__ float rows[16][16], columns[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    rows[y][x] = a[(blockIdx.y * 16 + y) * n + k + x];
    columns[y][x] = b[(k + y) * n + blockIdx.x * 16 + x];
    // CHECK-COUNT-2: [[#@LINE+1]]:5: note: insert `__syncthreads();` before this statement to order the two accesses
    for (int i = 0; i < 16; ++i)
      sum += rows[y][i] * columns[i][x];
    __syncthreads();
  }
  c[(blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x] = sum;
}

// The load meets the store of the next iteration: at the end of the body.
__global__ void secondOfTile(float *c, const float *a, const float *b, int n) {
  __shared__ float rows[16][16], columns[16][16];
  int x = threadIdx.x, y = threadIdx.y;
  float sum = 0;
  for (int k = 0; k < n; k += 16) {
    rows[y][x] = a[(blockIdx.y * 16 + y) * n + k + x];
    columns[y][x] = b[(k + y) * n + blockIdx.x * 16 + x];
    __syncthreads();
    for (int i = 0; i < 16; ++i)
      sum += rows[y][i] * columns[i][x];
    // CHECK-COUNT-2: [[#@LINE+1]]:3: note: insert `__syncthreads();` here, at the end of the loop body, to order the two accesses
  }
  c[(blockIdx.y * 16 + y) * n + blockIdx.x * 16 + x] = sum;
}

// Both are missing.
__global__ void bothOfTile(float *c, const float *a, int n) {
  __shared__ float row[256];
  int t = threadIdx.x;
  float sum = 0;
  for (int k = 0; k < n; k += 256) {
    row[t] = a[k + t];
    // CHECK: [[#@LINE+1]]:5: note: insert `__syncthreads();` before this statement
    for (int i = 0; i < 256; ++i)
      sum += row[i];
    // CHECK: [[#@LINE+1]]:3: note: and `__syncthreads();` here, at the end of the loop body: together they order the two accesses
  }
  c[t] = sum;
}

// A body without braces gets some.
__global__ void shared(int *out, const int *in, int n) {
  __shared__ int last;
  int t = threadIdx.x;
  if (t == 0)
    last = in[0];
  // CHECK: [[#@LINE+1]]:3: note: insert `__syncthreads();` before this statement to order the two accesses
  for (int i = 0; i < n; ++i)
    out[t + i] = last;
}

// Not all threads come to where the two accesses are.
__global__ void underCondition(int *out, const int *in, int n) {
  __shared__ int values[128];
  int t = threadIdx.x;
  // CHECK: [[#@LINE+1]]:7: note: no `__syncthreads()` can be inserted between the two: only some threads pass `t < 100`; end the condition before the barrier and continue under a second one
  if (t < 100) {
    values[t] = in[t];
    out[t] = values[99 - t];
  }
}

__global__ void returnsEarly(int *out, const int *in, int n) {
  __shared__ int values[128];
  int t = threadIdx.x;
  // CHECK: [[#@LINE+1]]:7: note: no `__syncthreads()` can be inserted between the two: threads for which `t >= 100` holds end without coming there; guard the work instead, so that every thread reaches the barrier
  if (t >= 100)
    return;
  values[t] = in[t];
  out[t] = values[99 - t];
}

// Nothing follows the condition, and nobody returns early.
__global__ void otherArm(int *out) {
  __shared__ int values[128];
  int t = threadIdx.x;
  // CHECK: [[#@LINE+1]]:7: note: no `__syncthreads()` can be inserted between the two: threads for which `t < 64` holds end without coming there; guard the work instead
  if (t < 64) {
    values[t] = t;
  } else {
    out[t] = values[t - 64];
  }
}

__global__ void ragged(int *out, const int *in, int n) {
  __shared__ int values[128];
  int t = threadIdx.x;
  // CHECK: [[#@LINE+1]]:3: note: no `__syncthreads()` can be inserted between the two: threads leave this loop in different iterations; give it the same trip count for all
  for (int i = 0; i < t + 2; ++i) {
    values[t] = in[t];
    out[t] = values[127 - t];
  }
}

// A condition on the block is the same for all of its threads.
__global__ void uniformCondition(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (blockIdx.x == 0) {
    values[t] = in[t];
    // CHECK: [[#@LINE+1]]:5: note: insert `__syncthreads();` before this statement to order the two accesses
    out[t] = values[127 - t];
  }
}

// Into the function that makes both accesses.
__device__ int lastOf(int value) {
  __shared__ int last;
  if (threadIdx.x == blockDim.x - 1)
    last = value;
  // CHECK: [[#@LINE+1]]:3: note: insert `__syncthreads();` before this statement
  int result = last;
  // CHECK: [[#@LINE+1]]:3: note: and `__syncthreads();` before this statement: together they order all {{[0-9]+}} pairs of accesses
  return result;
}

__global__ void twice(int *out, const int *in) {
  int t = threadIdx.x;
  out[t] = lastOf(in[t]) + lastOf(in[t + 128]);
}

// Lanes of one warp, under a condition that whole warps agree on.
__global__ void lanes(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  if (t < 32) {
    values[t] = in[t];
    // CHECK: note: since compute capability 7.0 the lanes of a warp do not run in lockstep
    // CHECK: [[#@LINE+1]]:5: note: insert `__syncwarp();` before this statement to order the two accesses
    out[t] = values[31 - t];
  }
}

// Half of a warp.
__global__ void halfWarp(int *out, const int *in) {
  __shared__ int values[128];
  int t = threadIdx.x;
  // CHECK: [[#@LINE+1]]:7: note: no `__syncwarp()` can be inserted between the two: only some threads pass `t < 16`
  if (t < 16) {
    values[t] = in[t];
    out[t] = values[15 - t];
  }
}

// Global memory, within a block.
__global__ void withinBlock(int *data) {
  int t = threadIdx.x;
  data[t] = t;
  // CHECK: [[#@LINE+1]]:3: note: insert `__syncthreads();` before this statement to order the two accesses
  data[256 + t] = data[127 - t];
}

struct State {
  int count;
  int keys[128];
};

// CHECK: race on `state.keys[127]`
__global__ void members(int *out, const int *in) {
  __shared__ State state;
  int t = threadIdx.x;
  state.keys[t] = in[t];
  // CHECK: [[#@LINE+1]]:3: note: insert `__syncthreads();` before this statement to order the two accesses
  out[t] = state.keys[127 - t];
}

// One barrier before the load of the second array orders both.
__global__ void oneForBoth(int *out, const int *in) {
  __shared__ int early[128], late[128];
  int t = threadIdx.x;
  early[t] = in[t];
  late[t] = in[t + 128];
  // CHECK-COUNT-2: [[#@LINE+1]]:3: note: insert `__syncthreads();` before this statement to order the two accesses
  out[t + 128] = late[127 - t];
  out[t] = early[127 - t];
}

int main() {
  int *a, *b;
  float *f, *g, *h;
  cudaMalloc(&a, 4096);
  cudaMalloc(&b, 4096);
  cudaMalloc(&f, 65536);
  cudaMalloc(&g, 65536);
  cudaMalloc(&h, 65536);
  reverse<<<1, 128>>>(a, b);
  firstOfTile<<<dim3(4, 4), dim3(16, 16)>>>(f, g, h, 64);
  secondOfTile<<<dim3(4, 4), dim3(16, 16)>>>(f, g, h, 64);
  bothOfTile<<<1, 256>>>(f, g, 1024);
  shared<<<1, 128>>>(a, b, 8);
  underCondition<<<1, 128>>>(a, b, 128);
  returnsEarly<<<1, 128>>>(a, b, 128);
  otherArm<<<1, 128>>>(a);
  ragged<<<1, 128>>>(a, b, 128);
  uniformCondition<<<2, 128>>>(a, b);
  twice<<<1, 128>>>(a, b);
  lanes<<<1, 128>>>(a, b);
  halfWarp<<<1, 128>>>(a, b);
  withinBlock<<<1, 128>>>(a);
  members<<<1, 128>>>(a, b);
  oneForBoth<<<1, 128>>>(a, b);
}
