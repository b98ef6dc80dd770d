// RUN: %cuda-memlint --fail-on=none --checks=-*,cuda-shared-bank-conflict --min-share=0 %s 2>&1 | FileCheck %s --implicit-check-not='shorten the rows' --implicit-check-not='nothing accesses'

// Shorter rows beside accesses that know no rows, and rows that are padded by more than all banks.

#include <cuda_runtime.h>

// Two elements per thread are live: the distance of lanes of the load alone is no row.
// CHECK: 2-way shared memory bank conflict: lanes load `s[2 * i]`
__global__ void allLive(float *out, const float *in) {
  __shared__ float s[512];
  int i = threadIdx.x;
  s[i] = in[i];
  s[i + 256] = in[i + 256];
  __syncthreads();
  out[i] = s[2 * i];
}

// The store to rows brings them data, but another fills what would be cut.
// CHECK: 2-way shared memory bank conflict: lanes store to `s[2 * i]`
__global__ void otherColumn(float *out, const float *in) {
  __shared__ float s[2048];
  int i = threadIdx.x;
  s[2 * i] = in[i];
  s[2 * i + 1 + (2 * i >> (5 + i))] = in[i + 512];
  __syncthreads();
  out[i] = s[2 * i];
}

// Every second element is never used.
// CHECK: 2-way shared memory bank conflict: lanes store to `s[2 * i]`
// CHECK: help: keep `s` without the 1 of each 2 elements that nothing accesses to remove the bank conflicts of both accesses (-1,024 B shared memory)
__global__ void halfUsed(float *out, const float *in) {
  __shared__ float s[512];
  int i = threadIdx.x;
  s[2 * i] = in[i];
  __syncthreads();
  out[i] = s[2 * i];
}

// What knows no rows reaches element 1,151 of 32 * 36; rows of 33 leave 1,056.
// CHECK: 4-way shared memory bank conflict: lanes load `tile[x * 36 + y]`
__global__ void reachesEnd(float *out, const float *in) {
  __shared__ float tile[32 * 36];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y * 36 + x] = in[y * 32 + x];
  __syncthreads();
  float sum = tile[x * 36 + y];
  __syncthreads();
  tile[y * 32 + x + 128] = sum;
  __syncthreads();
  out[y * 32 + x] = tile[(31 - y) * 32 + x + 128];
}

// 32 columns are used; of the rows that hold them, those of 33 are the shortest without conflicts:
// 103 elements less in each of 32.
// CHECK: 8-way shared memory bank conflict
// CHECK: help: shorten the rows of `tile` from 136 to 33 elements to remove the bank conflicts of both accesses (-13,184 B shared memory)
__global__ void farTooWide(float *out, const float *in) {
  __shared__ float tile[32][136];
  int x = threadIdx.x, y = threadIdx.y;
  tile[y][x] = in[y * 32 + x];
  __syncthreads();
  out[y * 32 + x] = tile[x][y];
}

// The launch decides how long the array is, so that nothing of it is cut.
// CHECK: 4-way shared memory bank conflict
// CHECK: help: shorten the rows of `dynamic` from 36 to 33 elements
__global__ void sizeOfLaunch(float *out, const float *in) {
  extern __shared__ float dynamic[];
  int x = threadIdx.x, y = threadIdx.y;
  dynamic[y * 36 + x] = in[y * 32 + x];
  __syncthreads();
  float sum = dynamic[x * 36 + y];
  __syncthreads();
  dynamic[y * 32 + x + 128] = sum;
  __syncthreads();
  out[y * 32 + x] = dynamic[(31 - y) * 32 + x + 128];
}

void launch(float *out, const float *in) {
  sizeOfLaunch<<<64, dim3(32, 32), 32 * 36 * 4>>>(out, in);
  allLive<<<64, 256>>>(out, in);
  otherColumn<<<64, 256>>>(out, in);
  halfUsed<<<64, 256>>>(out, in);
  reachesEnd<<<64, dim3(32, 32)>>>(out, in);
  farTooWide<<<64, dim3(32, 32)>>>(out, in);
}
