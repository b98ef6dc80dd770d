// One thread stores a number in shared memory that others read without a barrier, if another variable
// of the block says so, into which data were put before. Each racy kernel, the same one mended, whose
// name ends in Mended, and near misses.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race,cuda-missing-syncwarp %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__global__ void ifOn(const int *in, int *out) {
  __shared__ int base, on;
  if (threadIdx.x == 0)
    on = in[blockIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    base = 7;
  if (on)
    // CHECK: :[[#@LINE+1]]:50: warning: shared memory race on `base`: {{.*}} writes it at line [[#@LINE-2]], with no barrier in between, when the data let both threads come here
    out[blockIdx.x * blockDim.x + threadIdx.x] = base;
}
__global__ void ifOnMended(const int *in, int *out) {
  __shared__ int base, on;
  if (threadIdx.x == 0)
    on = in[blockIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    base = 7;
  __syncthreads();
  if (on)
    out[blockIdx.x * blockDim.x + threadIdx.x] = base;
}

__global__ void reserved(const int *in, int *count, int *out) {
  __shared__ int base, length;
  if (threadIdx.x == 0)
    length = in[blockIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    base = atomicAdd(count, length);
  if (threadIdx.x < length)
    // CHECK: :[[#@LINE+1]]:9: warning: shared memory race on `base`: {{.*}} writes it at line [[#@LINE-2]], with no barrier in between, when the data let both threads come here
    out[base + threadIdx.x] = 1;
}
__global__ void reservedMended(const int *in, int *count, int *out) {
  __shared__ int base, length;
  if (threadIdx.x == 0) {
    length = in[blockIdx.x];
    base = atomicAdd(count, length);
  }
  __syncthreads();
  if (threadIdx.x < length)
    out[base + threadIdx.x] = 1;
}

__global__ void gathered(const int *item, const int *flag, int n, int *out, int *outCount) {
  __shared__ int buffer[256];
  __shared__ int tail, base;
  if (threadIdx.x == 0)
    tail = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && flag[item[i]])
    buffer[atomicAdd(&tail, 1)] = item[i];
  __syncthreads();
  if (threadIdx.x == 0)
    base = atomicAdd(outCount, tail);
  if (threadIdx.x < tail)
    // CHECK: :[[#@LINE+1]]:9: warning: shared memory race on `base`: {{.*}} writes it at line [[#@LINE-2]], with no barrier in between
    out[base + threadIdx.x] = buffer[threadIdx.x];
}
__global__ void gatheredMended(const int *item, const int *flag, int n, int *out, int *outCount) {
  __shared__ int buffer[256];
  __shared__ int tail, base;
  if (threadIdx.x == 0)
    tail = 0;
  __syncthreads();
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && flag[item[i]])
    buffer[atomicAdd(&tail, 1)] = item[i];
  __syncthreads();
  if (threadIdx.x == 0)
    base = atomicAdd(outCount, tail);
  __syncthreads();
  if (threadIdx.x < tail)
    out[base + threadIdx.x] = buffer[threadIdx.x];
}

// Near misses: a barrier is left out where one warp alone goes on; the lanes of the first warp alone
// count; the thread that reads is the one that stores.
__global__ void barrierForMany(const int *in, int *out) {
  __shared__ int base, length;
  if (threadIdx.x == 0)
    length = in[blockIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    base = 7;
  if (length > 32)
    __syncthreads();
  else
    __syncwarp();
  if (threadIdx.x < length)
    out[blockIdx.x * blockDim.x + threadIdx.x] = base;
}
__global__ void countedByWarp(const int *in, int *out) {
  __shared__ int base, tail;
  if (threadIdx.x == 0)
    tail = 0;
  __syncthreads();
  if (threadIdx.x < 32 && in[threadIdx.x])
    atomicAdd(&tail, 1);
  __syncthreads();
  if (threadIdx.x == 0)
    base = 7;
  __syncwarp();
  if (threadIdx.x < tail)
    out[blockIdx.x * blockDim.x + threadIdx.x] = base;
}
__global__ void byOwner(const int *in, int *out) {
  __shared__ int base, on;
  if (threadIdx.x == 0)
    on = in[blockIdx.x];
  __syncthreads();
  if (threadIdx.x == 0)
    base = 7;
  if (on && threadIdx.x == 0)
    out[blockIdx.x] = base;
}

void launch(const int *in, const int *flag, int n, int *count, int *out) {
  ifOn<<<64, 256>>>(in, out);
  ifOnMended<<<64, 256>>>(in, out);
  reserved<<<64, 256>>>(in, count, out);
  reservedMended<<<64, 256>>>(in, count, out);
  gathered<<<64, 256>>>(in, flag, n, out, count);
  gatheredMended<<<64, 256>>>(in, flag, n, out, count);
  barrierForMany<<<64, 256>>>(in, out);
  countedByWarp<<<64, 256>>>(in, out);
  byOwner<<<64, 256>>>(in, out);
}
