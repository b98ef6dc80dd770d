// Indices that a loop reads into an array of the thread's own. Each racy kernel, the same one
// mended, whose name ends in Mended, and indices of the thread's own.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cuda_runtime.h>
#include <numeric>
#include <vector>

__global__ void elements(const int *element, const float *area, float *load, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int node[3];
  for (int a = 0; a < 3; ++a)
    node[a] = element[3 * i + a];
  float third = area[i] / 3.0f;
  for (int a = 0; a < 3; ++a)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `load[node[a]]`: read and written without an atomic; an update is lost when two entries of `element` are equal
    load[node[a]] += third;
}
__global__ void elementsMended(const int *element, const float *area, float *load, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int node[3];
  for (int a = 0; a < 3; ++a)
    node[a] = element[3 * i + a];
  float third = area[i] / 3.0f;
  for (int a = 0; a < 3; ++a)
    atomicAdd(&load[node[a]], third);
}
// One colour after the other: no two elements of one have a node in common.
__global__ void elementsOfColour(const int *element, const int *colour, int current,
                                 const float *area, float *load, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || colour[i] != current)
    return;
  int node[3];
  for (int a = 0; a < 3; ++a)
    node[a] = element[3 * i + a];
  float third = area[i] / 3.0f;
  for (int a = 0; a < 3; ++a)
    load[node[a]] += third;
}
// Elements with corners of their own.
// memlint: distinct element
__global__ void elementsApart(const int *element, const float *area, float *load, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int node[3];
  for (int a = 0; a < 3; ++a)
    node[a] = element[3 * i + a];
  float third = area[i] / 3.0f;
  for (int a = 0; a < 3; ++a)
    load[node[a]] += third;
}

// Of a permutation, each entry is another one.
__global__ void permuted(const int *order, float *load, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int place[2];
  for (int k = 0; k < 2; ++k)
    place[k] = order[2 * i + k];
  for (int k = 0; k < 2; ++k)
    load[place[k]] += 1.0f;
}

// One of the elements alone.
__global__ void first(const int *edge, int *degree, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int end[2];
  for (int k = 0; k < 2; ++k)
    end[k] = edge[2 * i + k];
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `degree[end[0]]`: read and written without an atomic; an update is lost when two entries of `edge` are equal
  degree[end[0]]++;
}
__global__ void firstMended(const int *edge, int *degree, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int end[2];
  for (int k = 0; k < 2; ++k)
    end[k] = edge[2 * i + k];
  atomicAdd(&degree[end[0]], 1);
}

// Used as soon as it is read.
__global__ void atOnce(const int *key, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int mine[4];
  for (int k = 0; k < 4; ++k) {
    mine[k] = key[4 * i + k];
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[mine[k]]`: read and written without an atomic; an update is lost when two entries of `key` are equal
    count[mine[k]] += 1;
  }
}
__global__ void atOnceMended(const int *key, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int mine[4];
  for (int k = 0; k < 4; ++k) {
    mine[k] = key[4 * i + k];
    atomicAdd(&count[mine[k]], 1);
  }
}

// Places in the thread's own part.
__global__ void own(const int *key, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int place[4];
  for (int k = 0; k < 4; ++k)
    place[k] = 4 * i + k;
  for (int k = 0; k < 4; ++k)
    count[place[k]] += key[place[k]];
}

// Rows that begin where data say, and the thread's column of each.
__global__ void columns(const int *row, float *sum, int n) {
  int start[2];
  for (int k = 0; k < 2; ++k)
    start[k] = row[2 * blockIdx.y + k];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    sum[start[0] + i] += 1.0f;
}

int main() {
  int n = 8000, *key, *count;
  float *area, *load;
  cudaMalloc(&key, 4 * n * sizeof(int));
  cudaMalloc(&count, 4 * n * sizeof(int));
  cudaMalloc(&area, n * sizeof(float));
  cudaMalloc(&load, 4 * n * sizeof(float));
  elements<<<(n + 127) / 128, 128>>>(key, area, load, n);
  elementsMended<<<(n + 127) / 128, 128>>>(key, area, load, n);
  for (int colour = 0; colour < 8; ++colour)
    elementsOfColour<<<(n + 127) / 128, 128>>>(key, count, colour, area, load, n);
  elementsApart<<<(n + 127) / 128, 128>>>(key, area, load, n);
  first<<<(n + 127) / 128, 128>>>(key, count, n);
  firstMended<<<(n + 127) / 128, 128>>>(key, count, n);
  atOnce<<<(n + 127) / 128, 128>>>(key, count, n);
  atOnceMended<<<(n + 127) / 128, 128>>>(key, count, n);
  own<<<(n + 127) / 128, 128>>>(key, count, n);
  std::vector<int> order(2 * n);
  std::iota(order.begin(), order.end(), 0);
  int *places;
  cudaMalloc(&places, 2 * n * sizeof(int));
  cudaMemcpy(places, order.data(), 2 * n * sizeof(int), cudaMemcpyHostToDevice);
  permuted<<<(n + 127) / 128, 128>>>(places, load, n);
  columns<<<(n + 127) / 128, 128>>>(key, load, n);
}
