// RUN: %json %s | %query | FileCheck %s

// Indices kept inside bounds that are not known: what is said is said of threads that are
// inside, and is then no proof.

#include <cuda_runtime.h>

// 32 consecutive floats from a multiple of 128 bytes: 4 sectors.
__global__ void least(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[min(i, n - 1)];
  // CHECK: line [[#@LINE-1]]: global load {{.*}} worst=4; assumed; kernel=least
  // CHECK: line [[#@LINE-2]]: global store requests=4 cost=16 ideal=16 worst=4; proved;
}

__global__ void chosen(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i < n ? i : n - 1];
  // CHECK: line [[#@LINE-1]]: global load {{.*}} worst=4; assumed; kernel=chosen
  out[i] = in[i >= n ? 0 : i];
  // CHECK: line [[#@LINE-1]]: global load {{.*}} worst=4; assumed; kernel=chosen
}

// The right neighbour is 4 bytes further: bytes 4 ... 131 are in 5 sectors. The left one of
// block 0 is far away for lane 0 and at 0, 4, ... 120 for the others: 1 + 4.
__global__ void ring(float *out, const float *in, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  out[i] = in[i == n - 1 ? 0 : i + 1];
  // CHECK: line [[#@LINE-1]]: global load {{.*}} worst=5; assumed; kernel=ring
  out[i] = in[i == 0 ? n - 1 : i - 1];
  // CHECK: line [[#@LINE-1]]: global load {{.*}} worst=5; assumed; kernel=ring
}

// Rows of a picture. The clamp at 0 is known and followed: in block 0 the left neighbours
// are at 0, 0, 4, ... 120, 4 sectors; in block 1 at 124 ... 248: 5.
__global__ void stencil(float *out, const float *in, int w, int h) {
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  int left = max(0, min(x - 1, w - 1)), below = max(0, min(y + 1, h - 1));
  out[y * w + x] = in[below * w + left];
  // CHECK: line [[#@LINE-1]]: global load {{.*}} worst=5; assumed; kernel=stencil
}

// Which row is the same for all lanes of a warp of 32 x 1 lanes: nothing is assumed of h,
// and 32 floats of a row of a multiple of 32 floats are 4 sectors.
__global__ void clampedRow(float *out, const float *in, int h) {
  out[threadIdx.x] = in[min(threadIdx.y, h - 1) * 64 + threadIdx.x];
  // CHECK: line [[#@LINE-1]]: global load {{.*}}requests=8 cost=32 ideal=32 worst=4; proved; kernel=clampedRow
}

// Warp 0 has one row, warp 1 another; both start on 32 bytes.
__global__ void rowOfWarp(float *out, int n, int m) {
  out[(threadIdx.x / 32 == 0 ? n * 8 : m * 8) + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=4 cost=16 ideal=16 worst=4; proved; kernel=rowOfWarp
}

// An index that is data stays unknown.
__global__ void clampedData(float *out, const int *index, int n) {
  out[min(index[threadIdx.x], n - 1)] = 1;
  // CHECK: line [[#@LINE-1]]: global store {{.*}}; unknown; kernel=clampedData
}

void launch(float *out, const float *in, const int *index, int w, int h) {
  least<<<2, 64>>>(out, in, w);
  chosen<<<2, 64>>>(out, in, w);
  ring<<<2, 64>>>(out, in, w);
  stencil<<<dim3(2, 2), dim3(32, 8)>>>(out, in, w, h);
  clampedRow<<<1, dim3(32, 8)>>>(out, in, h);
  rowOfWarp<<<2, 64>>>(out, w, h);
  clampedData<<<2, 64>>>(out, index, w);
}
