// RUN: not %cuda-memlint --checks=-*,cuda-shared-race,cuda-global-race %s 2>&1 | FileCheck %s --implicit-check-not=warning:
//
// Locations that data choose, where what keeps threads apart is something else than it seems.

#include <cuda_runtime.h>

// The 32 lanes of a warp share its row.
__global__ void rowOfWarp(const unsigned *in, int *out) {
  __shared__ int count[8][16];
  int warp = threadIdx.x / 32;
  if (threadIdx.x < 128)
    count[threadIdx.x / 16][threadIdx.x % 16] = 0;
  __syncthreads();
  // CHECK: :[[#@LINE+1]]:3: warning: shared memory race on `count[warp][in[threadIdx.x] & 15]`: read and written without an atomic; an update is lost
  count[warp][in[threadIdx.x] & 15] += 1;
  __syncthreads();
  if (threadIdx.x < 128)
    out[threadIdx.x] = count[threadIdx.x / 16][threadIdx.x % 16];
}

// Near miss: each thread has a row.
__global__ void rowOfThread(const unsigned *in, int *out) {
  __shared__ int count[64][16];
  for (int i = 0; i < 16; ++i)
    count[threadIdx.x][i] = 0;
  count[threadIdx.x][in[threadIdx.x] & 15] += 1;
  out[threadIdx.x] = count[threadIdx.x][3];
}

// Two neighbours are tested for themselves, and not compared.
__global__ void pairs(const int *letters, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 >= n)
    return;
  int a = letters[i], b = letters[i + 1];
  if (a < 0 || b < 0)
    return;
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `count[a * 26 + b]`
  count[a * 26 + b]++;
}

// Near miss: the last of equal keys, which are sorted.
__global__ void lastOfKey(const int *keys, int *count, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i + 1 < n && keys[i] != keys[i + 1])
    count[keys[i]]++;
}

// Many points have one best centre.
__global__ void nearest(const float *points, const float *centres, int *count, int n, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, best = 0;
  if (i >= n)
    return;
  float point = points[i], least = 1e30f;
  for (int j = 0; j < k; ++j) {
    float distance = fabsf(point - centres[j]);
    if (distance < least) {
      least = distance;
      best = j;
    }
  }
  // CHECK: :[[#@LINE+1]]:3: warning: global memory race on `count[best]`
  count[best]++;
}

// Near miss: a whole number in the loop may be the thread's own.
__global__ void owned(const int *owners, int *count, int k) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, own = 0;
  for (int j = 0; j < k; ++j)
    if (owners[j] == i)
      own = j;
  count[own]++;
}

// Fixed.
__global__ void counted(const unsigned *in, int *count) { atomicAdd(&count[in[threadIdx.x]], 1); }
