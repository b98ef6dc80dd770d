// Variables that host and device share.
// RUN: not %cuda-memlint --remarks --checks=-*,cuda-host-sync %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=remark:

#include <stdio.h>

__device__ __managed__ int total;
__managed__ int counts[256];
__managed__ float grid[4][64];
__managed__ int *list;
__managed__ int size;
__device__ int own;

namespace other {
__managed__ int total;
}

__global__ void add(int value) { total += value; }

__device__ void fill(int value) {
  if (value > 0)
    counts[threadIdx.x] = value;
}

__global__ void fillAll(int value) { fill(value); }

__global__ void fillGrid() { grid[blockIdx.x][threadIdx.x] = 1; }

__global__ void append(int value) { list[threadIdx.x] = value + size + own; }

__global__ void addTo(int *where) { where[threadIdx.x] += 1; }

__global__ void unrelated(float *data) { data[threadIdx.x] *= 2; }

void readsScalar() {
  total = 1;
  // CHECK: :[[#@LINE+3]]:18: warning: missing synchronisation: the host reads `total` while `add` may still write it [cuda-host-sync]
  // CHECK: :[[#@LINE+1]]:3: note: launched here, asynchronously
  add<<<1, 256>>>(3);
  printf("%d\n", total);
  // CHECK: help: call `cudaDeviceSynchronize()` before the host reads `total`
}

void readsElement() {
  fillAll<<<1, 128>>>(3);
  // No thread of the launch writes this one.
  printf("%d\n", counts[200]);
  // CHECK: :[[#@LINE+1]]:18: warning: missing synchronisation: the host reads `counts[5]` while `fillAll` may still write it
  printf("%d\n", counts[5]);
}

void readsRow() {
  fillGrid<<<4, 64>>>();
  // CHECK: :[[#@LINE+1]]:18: warning: missing synchronisation: the host reads `grid[1][2]` while `fillGrid` may still write it
  printf("%f\n", grid[1][2]);
}

void readsInLoop(int steps) {
  for (int k = 0; k < steps; ++k)
    add<<<1, 256>>>(k);
  // CHECK: :[[#@LINE+1]]:18: warning: missing synchronisation: the host reads `total`
  printf("%d\n", total);
}

void passesArray() {
  addTo<<<1, 256>>>(counts);
  // CHECK: :[[#@LINE+1]]:18: warning: missing synchronisation: the host reads `counts[7]` while `addTo` may still write it
  printf("%d\n", counts[7]);
}

void waits(cudaStream_t stream) {
  add<<<1, 256>>>(3);
  cudaDeviceSynchronize();
  printf("%d\n", total);
  fillAll<<<1, 256, 0, stream>>>(3);
  cudaStreamSynchronize(stream);
  printf("%d\n", counts[5]);
}

void copies(int *h, const int *d) {
  add<<<1, 256>>>(3);
  cudaMemcpy(h, d, 4, cudaMemcpyDeviceToHost);
  printf("%d\n", total);
}

// Another variable, one that the kernel only reads, and one that another kernel writes.
void others(float *data) {
  add<<<1, 256>>>(3);
  printf("%d\n", other::total);
  cudaDeviceSynchronize();
  append<<<1, 256>>>(3);
  printf("%d %d\n", size, list[0]);
  cudaDeviceSynchronize();
  unrelated<<<1, 256>>>(data);
  printf("%d\n", total);
}
