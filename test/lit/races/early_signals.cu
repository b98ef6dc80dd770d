// A thread that counts for its block does not wait for the stores of the others, and its fence orders
// its own stores only: a barrier belongs before it. Each racy kernel, and the same one mended, whose
// name ends in Mended.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race,cuda-missing-fence %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

// Each thread fences.
// CHECK: :[[#@LINE+13]]:14: warning: global memory race on `parts[{{.*}}writes it at line [[#@LINE+5]], with nothing that orders the two blocks
// CHECK: :[[#@LINE+7]]:12: note: the thread that signals here does not wait for the others of its block, and its fence orders its own stores only
// CHECK: :[[#@LINE+5]]:3: note: insert `__syncthreads();` before this statement: each thread stores and calls `__threadfence()`, then all meet, then one signals
__global__ void setsBack(int *parts, int *out, const int *in, unsigned *done) {
  __shared__ bool last;
  parts[blockIdx.x * 256 + threadIdx.x] = in[threadIdx.x];
  __threadfence();
  if (threadIdx.x == 0)
    last = atomicAdd(done, 1u) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    int sum = 0;
    for (int b = 0; b < gridDim.x; ++b)
      sum += parts[b * 256 + threadIdx.x];
    out[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0)
      *done = 0;
  }
}
__global__ void setsBackMended(int *parts, int *out, const int *in, unsigned *done) {
  __shared__ bool last;
  parts[blockIdx.x * 256 + threadIdx.x] = in[threadIdx.x];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0)
    last = atomicAdd(done, 1u) == gridDim.x - 1;
  __syncthreads();
  if (last) {
    int sum = 0;
    for (int b = 0; b < gridDim.x; ++b)
      sum += parts[b * 256 + threadIdx.x];
    out[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0)
      *done = 0;
  }
}

// The thread that counts fences, and results lie behind the counter.
// CHECK: :[[#@LINE+14]]:14: warning: global memory race on `parts[{{.*}}writes it at line [[#@LINE+5]], with nothing that orders the two blocks
// CHECK: :[[#@LINE+7]]:12: note: the thread that signals here
// CHECK: :[[#@LINE+4]]:3: note: insert `__syncthreads();` before this statement
__global__ void besideResults(int *parts, const int *in, int *done) {
  __shared__ bool last;
  parts[blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicAdd(done, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    int sum = 0;
    for (int b = 0; b < gridDim.x; ++b)
      sum += parts[b * blockDim.x + threadIdx.x];
    done[1 + threadIdx.x] = sum;
  }
}
__global__ void besideResultsMended(int *parts, const int *in, int *done) {
  __shared__ bool last;
  parts[blockIdx.x * blockDim.x + threadIdx.x] = in[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) {
    __threadfence();
    last = atomicAdd(done, 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    int sum = 0;
    for (int b = 0; b < gridDim.x; ++b)
      sum += parts[b * blockDim.x + threadIdx.x];
    done[1 + threadIdx.x] = sum;
  }
}

// Both are missing: one finding. The barrier cannot stand where one thread comes.
// CHECK: :[[#@LINE+5]]:3: warning: missing fence: `parts` is published to other blocks without a `__threadfence()` between the store and `atomicAdd(done, 1u)` at line [[#@LINE+9]]
// CHECK: :[[#@LINE+5]]:3: note: insert `__threadfence(); __syncthreads();` before this statement: a fence orders the stores of its own thread only, and the barrier holds the signal back until all threads have stored
__global__ void noneOfBoth(int *parts, int *out, const int *in, unsigned *done) {
  __shared__ bool last;
  // Stored by all.
  parts[blockIdx.x * 256 + threadIdx.x] = in[threadIdx.x];
  if (threadIdx.x == 0) {
    unsigned all = gridDim.x;
    unsigned before;
    before = atomicAdd(done, 1u);
    last = before == all - 1;
  }
  __syncthreads();
  if (last) {
    int sum = 0;
    for (int b = 0; b < gridDim.x; ++b)
      sum += parts[b * 256 + threadIdx.x];
    out[threadIdx.x] = sum;
  }
}
__global__ void noneOfBothMended(int *parts, int *out, const int *in, unsigned *done) {
  __shared__ bool last;
  parts[blockIdx.x * 256 + threadIdx.x] = in[threadIdx.x];
  __threadfence();
  __syncthreads();
  if (threadIdx.x == 0) {
    unsigned all = gridDim.x;
    unsigned before;
    before = atomicAdd(done, 1u);
    last = before == all - 1;
  }
  __syncthreads();
  if (last) {
    int sum = 0;
    for (int b = 0; b < gridDim.x; ++b)
      sum += parts[b * 256 + threadIdx.x];
    out[threadIdx.x] = sum;
  }
}

// Near misses: the thread that stores counts, or the blocks that go on are not the last alone.
__global__ void oneStores(int *parts, int *out, const int *in, unsigned *done) {
  __shared__ bool last;
  if (threadIdx.x == 0) {
    parts[blockIdx.x] = in[blockIdx.x];
    __threadfence();
    last = atomicAdd(done, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (last) {
    int sum = 0;
    for (int b = 0; b < gridDim.x; ++b)
      sum += parts[b];
    out[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0)
      *done = 0;
  }
}
__global__ void allCount(int *parts, int *out, const int *in, unsigned *done) {
  __shared__ bool last;
  if (threadIdx.x == 0)
    last = false;
  __syncthreads();
  parts[blockIdx.x * 256 + threadIdx.x] = in[threadIdx.x];
  __threadfence();
  if (atomicAdd(done, 1u) == gridDim.x * 256 - 1)
    last = true;
  __syncthreads();
  if (last) {
    int sum = 0;
    for (int b = 0; b < gridDim.x; ++b)
      sum += parts[b * 256 + threadIdx.x];
    out[threadIdx.x] = sum;
    __syncthreads();
    if (threadIdx.x == 0)
      *done = 0;
  }
}

void launch(int *parts, int *out, const int *in, unsigned *done, int *counts) {
  setsBack<<<64, 256>>>(parts, out, in, done);
  setsBackMended<<<64, 256>>>(parts, out, in, done);
  besideResults<<<64, 256>>>(parts, in, counts);
  besideResultsMended<<<64, 256>>>(parts, in, counts);
  noneOfBoth<<<64, 256>>>(parts, out, in, done);
  noneOfBothMended<<<64, 256>>>(parts, out, in, done);
  oneStores<<<64, 256>>>(parts, out, in, done);
  allCount<<<64, 256>>>(parts, out, in, done);
}
