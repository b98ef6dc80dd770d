// Links that each thread goes on along in place. The shorter way is as good as the longer one, but a
// sum that is taken up on the way is another one if its thread has gone on meanwhile. Each racy
// kernel, the same one mended, whose name ends in Mended, and ways that are only shortened.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>

__global__ void ranked(int *next, int *rank, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `rank[0]`: {{.*}}, when an entry of `next` gives one thread the index of the other
  rank[i] += rank[next[i]];
  next[i] = next[next[i]];
}
__global__ void rankedMended(const int *next, const int *rank, int *nextOut, int *rankOut, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  rankOut[i] = rank[i] + rank[next[i]];
  nextOut[i] = next[next[i]];
}
__global__ void weighted(int *parent, float *length, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || parent[i] == i)
    return;
  int p = parent[i];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `length[0]`: {{.*}}, when an entry of `parent` gives one thread the index of the other
  length[i] += length[p];
  parent[i] = parent[p];
}
__global__ void weightedMended(const int *parent, const float *length, int *parentOut,
                               float *lengthOut, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || parent[i] == i)
    return;
  int p = parent[i];
  lengthOut[i] = length[i] + length[p];
  parentOut[i] = parent[p];
}
// In shared memory, a barrier for each step is one too few.
__global__ void ofBlock(const int *in, int *out) {
  __shared__ int next[256], rank[256];
  int i = threadIdx.x;
  next[i] = in[i];
  rank[i] = next[i] != i;
  __syncthreads();
  for (int k = 0; k < 8; ++k) {
    int n = next[i];
    // CHECK: :[[#@LINE+1]]:5: warning: shared memory race on `rank[0]`: {{.*}}, when an entry of `next` gives one thread the index of the other
    rank[i] += rank[n];
    next[i] = next[n];
    __syncthreads();
  }
  out[i] = rank[i];
}
__global__ void ofBlockMended(const int *in, int *out) {
  __shared__ int next[256], rank[256];
  int i = threadIdx.x;
  next[i] = in[i];
  rank[i] = next[i] != i;
  __syncthreads();
  for (int k = 0; k < 8; ++k) {
    int n = next[i], further = rank[n], last = next[n];
    __syncthreads();
    rank[i] += further;
    next[i] = last;
    __syncthreads();
  }
  out[i] = rank[i];
}

//===--- Ways that are only shortened --------------------------------------===//

__global__ void halved(int *parent, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    parent[i] = parent[parent[i]];
}
__global__ void flattened(int *parent, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  while (parent[i] != parent[parent[i]])
    parent[i] = parent[parent[i]];
}
// The least label on the way, whichever of them was there first.
__global__ void least(int *parent, int *label, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int p = parent[i];
  label[i] = min(label[i], label[p]);
  parent[i] = parent[p];
}
__global__ void leastOfBlock(const int *in, int *out) {
  __shared__ int parent[256], label[256];
  int i = threadIdx.x;
  parent[i] = in[i];
  label[i] = i;
  __syncthreads();
  for (int k = 0; k < 8; ++k) {
    int p = parent[i];
    label[i] = min(label[i], label[p]);
    parent[i] = parent[p];
    __syncthreads();
  }
  out[i] = label[i];
}
// Compared and taken, by two reads.
__global__ void greatest(int *parent, int *label, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int p = parent[i];
  if (label[p] > label[i])
    label[i] = label[p];
  parent[i] = parent[p];
}
__global__ void greatestInFloats(int *parent, float *label, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int p = parent[i];
  if (label[p] > label[i])
    label[i] = label[p];
  parent[i] = parent[p];
}
__global__ void leastInFloats(int *parent, float *label, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int p = parent[i];
  label[i] = fminf(label[i], label[p]);
  parent[i] = parent[p];
}
