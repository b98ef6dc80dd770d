// Each thread sets its own element, and reads one that data choose: that of another thread may be set by
// now, or not. Each racy kernel, the same one mended, whose name ends in Mended, and near misses.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cooperative_groups.h>
#include <cstdlib>
#include <cuda_runtime.h>

__global__ void setAndRead(int *mine, int *out, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  mine[i] = i;
  // CHECK: :[[#@LINE+1]]:12: warning: global memory race on `mine[0]`: thread {{.*}} reads it here while thread {{.*}} writes it at line [[#@LINE-1]], with nothing that orders the two, when an entry of `key` gives one thread the index of the other
  out[i] = mine[key[i]];
}
__global__ void setMended(int *mine, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    mine[i] = i;
}
__global__ void readMended(const int *mine, int *out, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    out[i] = mine[key[i]];
}
__global__ void setAndReadMended(int *mine, int *out, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    mine[i] = i;
  cooperative_groups::this_grid().sync();
  if (i < n)
    out[i] = mine[key[i]];
}
// The barrier of a block keeps back no other one.
__global__ void behindBarrier(float *mine, float *out, const float *x, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    mine[i] = 2 * x[i];
  __syncthreads();
  if (i < n)
    // CHECK: :[[#@LINE+1]]:14: warning: global memory race on `mine[0]`: thread {{.*}} reads it here while thread {{.*}} writes it at line [[#@LINE-3]], with nothing that orders the two blocks
    out[i] = mine[key[i]];
}

// The neighbours' shares may not be there yet.
__global__ void shares(float *share, float *rank, const int *row, const int *column, int n) {
  for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < n; v += gridDim.x * blockDim.x)
    share[v] = rank[v] / (row[v + 1] - row[v]);
  for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < n; v += gridDim.x * blockDim.x) {
    float sum = 0;
    for (int e = row[v]; e < row[v + 1]; ++e)
      // CHECK: :[[#@LINE+1]]:14: warning: global memory race on `share[0]`: thread {{.*}} reads it here while thread {{.*}} writes it at line [[#@LINE-4]], with nothing that orders the two, when an entry of `column` gives one thread the index of the other
      sum += share[column[e]];
    rank[v] = sum;
  }
}
__global__ void sharesMended(float *share, float *rank, const int *row, const int *column, int n) {
  for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < n; v += gridDim.x * blockDim.x)
    share[v] = rank[v] / (row[v + 1] - row[v]);
  cooperative_groups::this_grid().sync();
  for (int v = blockIdx.x * blockDim.x + threadIdx.x; v < n; v += gridDim.x * blockDim.x) {
    float sum = 0;
    for (int e = row[v]; e < row[v + 1]; ++e)
      sum += share[column[e]];
    rank[v] = sum;
  }
}

// What is found decides who sets.
__global__ void setWhereFound(int *level, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    if (level[key[i]] > 3)
      // CHECK: :[[#@LINE+1]]:7: warning: global memory race on `level[0]`: thread {{.*}} writes it here while thread {{.*}} reads it at line [[#@LINE-1]], with nothing that orders the two, when an entry of `key` gives one thread the index of the other
      level[i] = i;
}
__global__ void setWhereFoundMended(const int *level, int *next, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    if (level[key[i]] > 3)
      next[i] = i;
}

//===--- Near misses -------------------------------------------------------===//

__global__ void own(int *mine, int *out, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  mine[i] = i;
  out[i] = key[mine[i]];
}
// One block.
__global__ void ofOneBlock(int *mine, int *out, const int *key) {
  int i = threadIdx.x;
  mine[i] = i;
  __syncthreads();
  out[i] = mine[key[i]];
}
// Each block has a part of its own.
__global__ void parts(int *mine, int *out, const int *key) {
  int first = blockIdx.x * blockDim.x;
  mine[first + threadIdx.x] = threadIdx.x;
  __syncthreads();
  out[first + threadIdx.x] = mine[first + key[threadIdx.x]];
}
// One value.
__global__ void flags(int *mine, int *out, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  mine[i] = 1;
  out[i] = mine[key[i]];
}
// Data say whose turn it is.
__global__ void turns(int *mine, int *out, const int *key, const int *level, int now, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && level[i] == now) {
    mine[i] = i;
    out[i] = mine[key[i]];
  }
}
// The better one of two.
__global__ void better(int *label, const int *key, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && label[key[i]] < label[i])
    label[i] = label[key[i]];
}

int main() {
  int n = 4096, blocks = (n + 255) / 256;
  int *mine, *out, *key, *level;
  float *x, *y;
  cudaMallocManaged(&mine, n * sizeof(int));
  cudaMallocManaged(&out, n * sizeof(int));
  cudaMallocManaged(&key, n * sizeof(int));
  cudaMallocManaged(&level, n * sizeof(int));
  cudaMallocManaged(&x, n * sizeof(float));
  cudaMallocManaged(&y, n * sizeof(float));
  for (int i = 0; i < n; ++i)
    key[i] = rand() % n;
  setAndRead<<<blocks, 256>>>(mine, out, key, n);
  setMended<<<blocks, 256>>>(mine, n);
  readMended<<<blocks, 256>>>(mine, out, key, n);
  void *arguments[] = {&mine, &out, &key, &n};
  cudaLaunchCooperativeKernel((void *)setAndReadMended, blocks, 256, arguments, 0, nullptr);
  shares<<<64, 256>>>(x, y, key, out, n - 1);
  int rows = n - 1;
  void *ofRows[] = {&x, &y, &key, &out, &rows};
  cudaLaunchCooperativeKernel((void *)sharesMended, 64, 256, ofRows, 0, nullptr);
  behindBarrier<<<blocks, 256>>>(y, x + n / 2, x, key, n / 2);
  setWhereFound<<<blocks, 256>>>(level, key, n);
  setWhereFoundMended<<<blocks, 256>>>(level, out, key, n);
  own<<<blocks, 256>>>(mine, out, key, n);
  ofOneBlock<<<1, 256>>>(mine, out, key);
  parts<<<blocks, 256>>>(mine, out, key);
  flags<<<blocks, 256>>>(mine, out, key, n);
  turns<<<blocks, 256>>>(mine, out, key, level, 3, n);
  better<<<blocks, 256>>>(mine, key, n);
  cudaDeviceSynchronize();
}
