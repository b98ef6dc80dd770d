// RUN: %json %s | %query | FileCheck %s

// Where pointers come from decides how they are aligned. A warp stores 32 floats side by
// side: 4 sectors from a sector boundary on, 5 from anywhere else.

#include <cuda_runtime.h>

#define STORES(kernel)                                                                             \
  __global__ void kernel(float *out) { out[threadIdx.x] = 1; }

STORES(fromMalloc)
STORES(oneOn)
STORES(eightOn)
STORES(inTheMiddle)
STORES(managed)
STORES(ofHost)
STORES(inStream)
STORES(ofSymbol)
// CHECK: global store requests=1 cost=4 ideal=4 worst=4; proved; kernel=fromMalloc
// CHECK: global store requests=1 cost=5 ideal=4 worst=5; proved; kernel=oneOn
// CHECK: global store requests=1 cost=4 ideal=4 worst=4; proved; kernel=eightOn
// CHECK: global store requests=1 cost=5 ideal=4 worst=5; proved; kernel=inTheMiddle
// CHECK: global store requests=1 cost=5 ideal=4 worst=5; proved; kernel=managed
// CHECK: global store requests=1 cost=5 ideal=4 worst=5; proved; kernel=ofHost
// CHECK: global store requests=1 cost=5 ideal=4 worst=5; proved; kernel=inStream
// CHECK: global store requests=1 cost=5 ideal=4 worst=5; proved; kernel=ofSymbol

__device__ float table[256];

void launches() {
  float *p;
  cudaMalloc(&p, 4096);
  fromMalloc<<<1, 32>>>(p);
  oneOn<<<1, 32>>>(p + 1);
  eightOn<<<1, 32>>>(&p[8]);
  // 1021 floats: 125 * 8 + 21 past the start.
  float *middle = p + 1021;
  inTheMiddle<<<1, 32>>>(middle);
  cudaMallocManaged(&p, 4096);
  managed<<<1, 32>>>(p + 3);
  cudaHostAlloc((void **)&p, 4096, cudaHostAllocMapped);
  ofHost<<<1, 32>>>(p + 5);
  cudaMallocAsync((void **)&p, 4096, 0);
  inStream<<<1, 32>>>(p - 1 + 2);
  cudaGetSymbolAddress((void **)&p, table);
  ofSymbol<<<1, 32>>>(p + 2);
}

// Rows of pitched memory begin at sectors, in bytes and in elements.
__global__ void pitched(float *out, size_t pitch) {
  float *row = (float *)((char *)out + 3 * pitch);
  row[threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved; kernel=pitched grid=1,1,1 block=32,1,1
}
__global__ void pitchedByElement(float *out, int pitch) {
  out[3 * pitch + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved; kernel=pitchedByElement grid=1,1,1 block=32,1,1
}
void rows() {
  float *p;
  size_t pitch;
  cudaMallocPitch((void **)&p, &pitch, 400, 100);
  pitched<<<1, 32>>>(p, pitch);
  pitchedByElement<<<1, 32>>>(p, int(pitch / sizeof(float)));
}

// A width that the program rounds up to whole warps, of a number that is not known: a
// multiple of 32 floats.
__global__ void roundedUp(float *out, int width) {
  out[width + threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved; kernel=roundedUp grid=1,1,1 block=32,1,1
}
void rounded(float *out, int n) { roundedUp<<<1, 32>>>(out, (n + 31) / 32 * 32); }
