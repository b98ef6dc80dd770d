// RUN: %json --toolkit=embedded %s | %python %S/../Inputs/verdicts.py | FileCheck %s

// Collectives of blocks of more than one warp contain a barrier of the block.

#include <cub/cub.cuh>

// CHECK-LABEL: {{^}}reduces:
// CHECK-NOT: race
__global__ void reduces(const float *in, float *out) {
  typedef cub::BlockReduce<float, 128> Reduce;
  __shared__ typename Reduce::TempStorage temp;
  __shared__ float s[128];
  s[threadIdx.x] = in[threadIdx.x];
  float sum = Reduce(temp).Sum(in[threadIdx.x]);
  out[threadIdx.x] = s[127 - threadIdx.x] + sum;
}

// CHECK-LABEL: {{^}}scans:
// CHECK-NOT: race
__global__ void scans(const int *in, int *out) {
  typedef cub::BlockScan<int, 128> Scan;
  __shared__ typename Scan::TempStorage temp;
  __shared__ int s[128];
  s[threadIdx.x] = in[threadIdx.x];
  int sum;
  Scan(temp).ExclusiveSum(in[threadIdx.x], sum);
  out[threadIdx.x] = s[127 - threadIdx.x] + sum;
}

// CHECK-LABEL: {{^}}exchanges:
// CHECK-NOT: race
__global__ void exchanges(const int *in, int *out) {
  typedef cub::BlockExchange<int, 128, 2> Exchange;
  __shared__ typename Exchange::TempStorage temp;
  __shared__ int s[128];
  s[threadIdx.x] = in[threadIdx.x];
  int items[2] = {1, 2};
  Exchange(temp).StripedToBlocked(items, items);
  out[threadIdx.x] = s[127 - threadIdx.x] + items[0];
}

// Near misses: a reduction of warps orders no two of them, and a load that needs no exchange no two threads.
// CHECK-LABEL: {{^}}reducesWarps:
// CHECK: race same-block
__global__ void reducesWarps(const float *in, float *out) {
  typedef cub::WarpReduce<float> Reduce;
  __shared__ typename Reduce::TempStorage temp[4];
  __shared__ float s[128];
  s[threadIdx.x] = in[threadIdx.x];
  float sum = Reduce(temp[threadIdx.x / 32]).Sum(in[threadIdx.x]);
  out[threadIdx.x] = s[127 - threadIdx.x] + sum;
}

// CHECK-LABEL: {{^}}loads:
// CHECK: race same-block
__global__ void loads(const int *in, int *out) {
  typedef cub::BlockLoad<int, 128, 2> Loader;
  __shared__ typename Loader::TempStorage temp;
  __shared__ int s[128];
  s[threadIdx.x] = in[threadIdx.x];
  int items[2];
  Loader(temp).Load(in, items);
  out[threadIdx.x] = s[127 - threadIdx.x] + items[0];
}

// CHECK-LABEL: {{^}}loadsTransposed:
// CHECK-NOT: race
__global__ void loadsTransposed(const int *in, int *out) {
  typedef cub::BlockLoad<int, 128, 2, cub::BLOCK_LOAD_TRANSPOSE> Loader;
  __shared__ typename Loader::TempStorage temp;
  __shared__ int s[128];
  s[threadIdx.x] = in[threadIdx.x];
  int items[2];
  Loader(temp).Load(in, items);
  out[threadIdx.x] = s[127 - threadIdx.x] + items[0];
}

int main() {
  float *p, *q;
  int *r, *s;
  cudaMalloc(&p, 4096);
  cudaMalloc(&q, 4096);
  cudaMalloc(&r, 4096);
  cudaMalloc(&s, 4096);
  reduces<<<1, 128>>>(p, q);
  scans<<<1, 128>>>(r, s);
  exchanges<<<1, 128>>>(r, s);
  reducesWarps<<<1, 128>>>(p, q);
  loads<<<1, 128>>>(r, s);
  loadsTransposed<<<1, 128>>>(r, s);
}
