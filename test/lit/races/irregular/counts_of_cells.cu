// Counters of cells that are read when the thread's own block is through, and others may not be.
// Each racy kernel, the same one mended, whose name ends in Mended, and kernels that look like it.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cooperative_groups.h>
#include <cuda_runtime.h>

// What the atomic gives is used, too.
__global__ void places(const int *cell, int *count, int *place, int *total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = i < n ? cell[i] : 0;
  if (i < n)
    place[i] = atomicAdd(&count[c], 1);
  __syncthreads();
  if (i < n)
    // CHECK: :[[#@LINE+1]]:16: warning: global memory race on `count`: one thread reads it here while another one updates it at line 13, with nothing that orders the two blocks, when two entries of `cell` are equal
    total[i] = count[c];
}
__global__ void placesMended(const int *cell, int *count, int *place, int *total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int c = i < n ? cell[i] : 0;
  if (i < n)
    place[i] = atomicAdd(&count[c], 1);
  cooperative_groups::this_grid().sync();
  if (i < n)
    total[i] = count[c];
}
// In two launches.
__global__ void countOnly(const int *cell, int *count, int *place, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    place[i] = atomicAdd(&count[cell[i]], 1);
}
__global__ void readOnly(const int *cell, const int *count, int *total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    total[i] = count[cell[i]];
}
// The last one of a cell alone reads what it has counted.
__global__ void lastOfCell(const int *cell, const int *members, int *count, int *total, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int c = cell[i], place = atomicAdd(&count[c], 1);
  if (place == members[c] - 1)
    total[c] = count[c];
}

// Cells of coordinates.
__global__ void cells(const float *x, const float *y, int *count, int *list, float *density,
                      int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, c = 0;
  if (i < n) {
    c = min(max(int(y[i] * 64), 0), 63) * 64 + min(max(int(x[i] * 64), 0), 63);
    int slot = atomicAdd(&count[c], 1);
    if (slot < 32)
      list[c * 32 + slot] = i;
  }
  __syncthreads();
  if (i < n) {
    float sum = 0;
    // CHECK: :[[#@LINE+1]]:20: warning: global memory race on `count`: one thread reads it here while another one updates it at line 55, with nothing that orders the two blocks, when the data give two threads the same index
    int most = min(count[c], 32);
    for (int k = 0; k < most; ++k)
      sum += x[list[c * 32 + k]];
    density[i] = sum;
  }
}
__global__ void cellsMended(const float *x, const float *y, int *count, int *list,
                            float *density, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, c = 0;
  if (i < n) {
    c = min(max(int(y[i] * 64), 0), 63) * 64 + min(max(int(x[i] * 64), 0), 63);
    int slot = atomicAdd(&count[c], 1);
    if (slot < 32)
      list[c * 32 + slot] = i;
  }
  cooperative_groups::this_grid().sync();
  if (i < n) {
    float sum = 0;
    int most = min(count[c], 32);
    for (int k = 0; k < most; ++k)
      sum += x[list[c * 32 + k]];
    density[i] = sum;
  }
}
// Cells of the block's own.
__global__ void cellsOfBlock(const float *x, int *count, float *density, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, c = 0;
  if (i < n) {
    c = blockIdx.x * 64 + min(max(int(x[i] * 64), 0), 63);
    atomicAdd(&count[c], 1);
  }
  __syncthreads();
  if (i < n)
    density[i] = count[c];
}

// Each thread counts for itself, and reads what another one has counted.
__global__ void own(const int *friendOf, int *visits, int *seen, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&visits[i], 1);
  __syncthreads();
  if (i < n)
    // CHECK: :[[#@LINE+1]]:15: warning: global memory race on `visits`: one thread reads it here while another one updates it at line 103, with nothing that orders the two blocks, when an entry of `friendOf` gives one thread the index of the other
    seen[i] = visits[friendOf[i]];
}
__global__ void ownMended(const int *friendOf, int *visits, int *seen, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n)
    atomicAdd(&visits[i], 1);
  cooperative_groups::this_grid().sync();
  if (i < n)
    seen[i] = visits[friendOf[i]];
}
// The thread's turn is what data say.
__global__ void ownInTurns(const int *friendOf, const int *turn, int now, int *visits, int *seen,
                           int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  if (turn[i] == now)
    atomicAdd(&visits[i], 1);
  if (turn[i] != now)
    seen[i] = visits[friendOf[i]];
}

int main() {
  int n = 20000, *key, *count, *list, *out;
  float *x, *density;
  cudaMalloc(&key, n * sizeof(int));
  cudaMalloc(&count, n * sizeof(int));
  cudaMalloc(&list, n * 32 * sizeof(int));
  cudaMalloc(&out, n * sizeof(int));
  cudaMalloc(&x, n * sizeof(float));
  cudaMalloc(&density, n * sizeof(float));
  int blocks = (n + 127) / 128;
  places<<<blocks, 128>>>(key, count, list, out, n);
  void *forPlaces[] = {&key, &count, &list, &out, &n};
  cudaLaunchCooperativeKernel((void *)placesMended, blocks, 128, forPlaces);
  countOnly<<<blocks, 128>>>(key, count, list, n);
  readOnly<<<blocks, 128>>>(key, count, out, n);
  lastOfCell<<<blocks, 128>>>(key, list, count, out, n);
  cells<<<blocks, 128>>>(x, x, count, list, density, n);
  void *forCells[] = {&x, &x, &count, &list, &density, &n};
  cudaLaunchCooperativeKernel((void *)cellsMended, blocks, 128, forCells);
  cellsOfBlock<<<blocks, 128>>>(x, count, density, n);
  own<<<blocks, 128>>>(key, count, out, n);
  void *forOwn[] = {&key, &count, &out, &n};
  cudaLaunchCooperativeKernel((void *)ownMended, blocks, 128, forOwn);
  for (int now = 0; now < 4; ++now)
    ownInTurns<<<blocks, 128>>>(key, list, now, count, out, n);
}
