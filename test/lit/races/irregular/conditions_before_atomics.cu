// A condition on floating-point data that was found before an atomic gave its result has nothing to do
// with that result, and keeps nobody apart. Each racy kernel, the same one mended, whose name ends in
// Mended, and conditions that the result goes into.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

//===--- A counter in shared memory ----------------------------------------===//

__global__ void compacted(const float *x, int *out) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  if (x[threadIdx.x] > 0.5f)
    // CHECK: :[[#@LINE+1]]:9: warning: shared memory race on `count`{{.*}} when the data let both threads come here (`x[threadIdx.x] > 0.5f`)
    out[atomicAdd(&count, 1)] = 1;
}
__global__ void compactedMended(const float *x, int *out) {
  __shared__ int count;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  if (x[threadIdx.x] > 0.5f)
    out[atomicAdd(&count, 1)] = 1;
}
__global__ void reserved(const float *x, int *out, int *outSize) {
  __shared__ int count, base;
  if (threadIdx.x == 0)
    count = 0;
  if (x[threadIdx.x] > 0.5f)
    // CHECK: :[[#@LINE+1]]:5: warning: shared memory race on `count`{{.*}} when the data let both threads come here
    atomicAdd(&count, 1);
  __syncthreads();
  if (threadIdx.x == 0)
    base = atomicAdd(outSize, count);
  __syncthreads();
  out[threadIdx.x] = base;
}
__global__ void reservedMended(const float *x, int *out, int *outSize) {
  __shared__ int count, base;
  if (threadIdx.x == 0)
    count = 0;
  __syncthreads();
  if (x[threadIdx.x] > 0.5f)
    atomicAdd(&count, 1);
  __syncthreads();
  if (threadIdx.x == 0)
    base = atomicAdd(outSize, count);
  __syncthreads();
  out[threadIdx.x] = base;
}

// Near misses: one thread alone comes by what the atomic gave it, as a floating-point number.
__global__ void byResult(int *taken, int *best) {
  __shared__ int count;
  float before = float(atomicExch(taken, 1));
  if (before < 0.5f)
    count = 0;
  if (before < 0.5f)
    *best = count + int(threadIdx.x);
}
__global__ void byEarlierResult(const int *at, int *taken, float *sum, int n) {
  float before = 1;
  for (int i = 0; i < n; ++i) {
    if (before < 0.5f)
      sum[at[threadIdx.x + i]] += 1;
    before = float(atomicExch(&taken[i], 1));
  }
}

//===--- A mark that something has changed ---------------------------------===//

__global__ void pushed(const int *to, float *rest, int *active) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  float r = rest[v];
  if (r < 1e-5f)
    return;
  rest[v] = 0;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `rest`: one thread updates it here while another one writes it
  atomicAdd(&rest[to[v]], 0.5f * r);
  atomicExch(active, 1);
}
__global__ void pushedMended(const int *to, float *rest, int *active) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  float r = atomicExch(&rest[v], 0);
  if (r < 1e-5f)
    return;
  atomicAdd(&rest[to[v]], 0.5f * r);
  atomicExch(active, 1);
}
__global__ void markedFirst(const int *to, float *rest, int *active) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  float r = rest[v];
  if (r < 1e-5f)
    return;
  rest[v] = 0;
  atomicExch(active, 1);
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `rest`: one thread updates it here while another one writes it
  atomicAdd(&rest[to[v]], 0.5f * r);
}
__global__ void markedFirstMended(const int *to, const float *old, float *rest, int *active) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  float r = old[v];
  if (r < 1e-5f)
    return;
  atomicExch(active, 1);
  atomicAdd(&rest[to[v]], 0.5f * r);
}

// Near miss: the first to come alone sets the location, as the exchange has it.
__global__ void setByFirst(const int *to, float *rest, int *active) {
  int v = blockIdx.x * blockDim.x + threadIdx.x;
  float before = float(atomicExch(active, 1));
  if (before < 0.5f)
    rest[v] = 0;
  else
    atomicAdd(&rest[to[v]], 0.5f);
}

void run(const float *x, int *out, int *size, const int *at, float *sum, int n) {
  compacted<<<1, 256>>>(x, out);
  compactedMended<<<1, 256>>>(x, out);
  reserved<<<1, 256>>>(x, out, size);
  reservedMended<<<1, 256>>>(x, out, size);
  byResult<<<1, 256>>>(size, out);
  byEarlierResult<<<1, 256>>>(at, size, sum, n);
  pushed<<<100, 256>>>(at, sum, size);
  pushedMended<<<100, 256>>>(at, sum, size);
  markedFirst<<<100, 256>>>(at, sum, size);
  markedFirstMended<<<100, 256>>>(at, x, sum, size);
  setByFirst<<<100, 256>>>(at, sum, size);
}
