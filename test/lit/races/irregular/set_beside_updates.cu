// A location that data choose is set plainly and updated atomically: an update that comes in between is
// lost. Each racy kernel, the same one mended, whose name ends in Mended, and near misses.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cstdlib>
#include <cuda_runtime.h>

__global__ void cleared(int *count, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  count[key[i]] = 0;
  // CHECK: :[[#@LINE+2]]:3: warning: global memory race on `count`: one thread updates it here while another one writes it at line [[#@LINE-1]], with no barrier in between, when two entries of `key` are equal
  // CHECK: note: others update it by atomics meanwhile, and no barrier orders blocks: set it in an earlier kernel{{$}}
  atomicAdd(&count[key[i]], 1);
}
__global__ void clearMended(int *count, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    count[key[i]] = 0;
}
__global__ void countMended(int *count, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&count[key[i]], 1);
}
__global__ void clearedBehind(int *count, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  atomicAdd(&count[key[i]], 1);
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `count`
  count[key[i]] = 0;
}
__global__ void clearedBehindMended(int *count, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  atomicAdd(&count[key[i]], 1);
  atomicExch(&count[key[i]], 0);
}

// Half of the threads count, the other half clears.
__global__ void halves(int *count, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n / 2)
    atomicAdd(&count[key[i]], 1);
  else if (i < n)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count`
    count[key[i]] = 0;
}

// In one arm an atomic, in the other one not.
__global__ void arms(int *count, const int *key, const int *weight, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (weight[i] > 3)
    atomicAdd(&count[key[i]], 2);
  else
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[key[i]]`: read and written without an atomic
    count[key[i]] += 1;
}
__global__ void armsMended(int *count, const int *key, const int *weight, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (weight[i] > 3)
    atomicAdd(&count[key[i]], 2);
  else
    atomicAdd(&count[key[i]], 1);
}

// In shared memory.
__global__ void inBlock(int *out, const int *key, int n) {
  __shared__ int count[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    count[key[i]] = 0;
    // CHECK: :[[#@LINE+1]]:5: warning: shared memory race on `count`: one thread updates it here while another one writes it at line [[#@LINE-1]], with no barrier in between, when two entries of `key` are equal
    atomicAdd(&count[key[i]], 1);
  }
  __syncthreads();
  if (i < n)
    out[i] = count[key[i]];
}
__global__ void inBlockMended(int *out, const int *key, int n) {
  __shared__ int count[256];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    count[key[i]] = 0;
  __syncthreads();
  if (i < n)
    atomicAdd(&count[key[i]], 1);
  __syncthreads();
  if (i < n)
    out[i] = count[key[i]];
}

//===--- Near misses -------------------------------------------------------===//

__global__ void distinct(int *count, const int *key, int n) {
  // memlint: distinct key
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  count[key[i]] = 0;
  atomicAdd(&count[key[i]], 1);
}
// The last one to count sets it back.
__global__ void lastOne(int *count, const int *key, int members, int *done, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && atomicAdd(&count[key[i]], 1) == members - 1) {
    count[key[i]] = 0;
    done[key[i]] = 1;
  }
}
// A list of different things: each thread sets its own before it adds the neighbours.
__global__ void active(int *degree, const int *list, const int *row, const int *column, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int v = list[i];
  degree[v] = 0;
  for (int e = row[v]; e < row[v + 1]; ++e)
    if (column[e] > v)
      atomicAdd(&degree[v], 1);
}
// A lock is given back by a store.
__global__ void locked(int *lock, volatile int *value, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  for (bool isDone = false; !isDone;)
    if (atomicCAS(&lock[key[i]], 0, 1) == 0) {
      __threadfence();
      value[key[i]] = value[key[i]] + 1;
      __threadfence();
      atomicExch(&lock[key[i]], 0);
      isDone = true;
    }
}

int main() {
  int n = 4096, blocks = (n + 255) / 256;
  int *count, *key, *weight, *out;
  cudaMallocManaged(&count, 8 * n * sizeof(int));
  cudaMallocManaged(&key, n * sizeof(int));
  cudaMallocManaged(&weight, 8 * n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  for (int i = 0; i < n; ++i) {
    key[i] = rand() % 256;
    weight[i] = rand() % 7;
  }
  cleared<<<blocks, 256>>>(count, key, n);
  clearMended<<<blocks, 256>>>(count, key, n);
  countMended<<<blocks, 256>>>(count, key, n);
  clearedBehind<<<blocks, 256>>>(count, key, n);
  clearedBehindMended<<<blocks, 256>>>(count, key, n);
  halves<<<blocks, 256>>>(count, key, n);
  arms<<<blocks, 256>>>(count, key, weight, n);
  armsMended<<<blocks, 256>>>(count, key, weight, n);
  inBlock<<<blocks, 256>>>(out, key, n);
  inBlockMended<<<blocks, 256>>>(out, key, n);
  distinct<<<blocks, 256>>>(count, key, n);
  lastOne<<<blocks, 256>>>(count, key, 16, out, n);
  active<<<blocks, 256>>>(count, key, weight, out, n);
  locked<<<blocks, 256>>>(count, out, key, n);
  cudaDeviceSynchronize();
}
