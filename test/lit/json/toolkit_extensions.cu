// REQUIRES: cuda-toolkit
// RUN: %json --toolkit=%cuda-path %s > %t.json
// RUN: FileCheck %s --check-prefix=WHOLE < %t.json
// RUN: %query < %t.json | FileCheck %s
// RUN: %json --toolkit=embedded %s | %query | FileCheck %s
// RUN: %if nvcc %{ %nvcc -std=c++17 -arch=sm_90 --ptx -o %t.ptx %s %}

// What nvcc adds to C++ and Clang has not, with a toolkit's headers as with ours: managed
// variables, surfaces, and clusters of blocks.

// WHOLE: "parsed": "whole"

#include <cooperative_groups.h>

__managed__ int factor = 3;
__managed__ float table[64];

__global__ void managed(float *out) {
  table[2 * threadIdx.x] = 1;
  // `factor` may be before it: 28 bytes short of a sector, the store takes one more.
  // CHECK: line [[#@LINE-2]]: global store {{.*}}worst=8; assumed;{{.*}} why_null=unknown alignment of `table`
  out[threadIdx.x] = factor;
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=1 ideal=1 worst=1; proved;
  // CHECK: line [[#@LINE-2]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
}

__global__ void surfaces(cudaSurfaceObject_t from, cudaSurfaceObject_t to, float4 *out) {
  int x = threadIdx.x * sizeof(float4);
  float4 read;
  surf2Dread(&read, from, x, 0);
  surf2Dwrite(read, to, x, 0, cudaBoundaryModeClamp);
  surfCubemapLayeredwrite(surf1Dread<int>(from, x), to, x, 0, 1);
  out[threadIdx.x] = surf3Dread<float4>(from, x, 0, 0, cudaBoundaryModeZero);
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=16 ideal=16 worst=16; proved;
}

__global__ void __cluster_dims__(2, 1, 1) clusters(float *out) {
  __shared__ float tile[32];
  cooperative_groups::cluster_group cluster = cooperative_groups::this_cluster();
  tile[threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=2 cost=2 ideal=2 worst=1; proved;
  cluster.sync();
  float *other = cluster.map_shared_rank(tile, cluster.block_rank() ^ 1);
  out[blockIdx.x * 32 + threadIdx.x] = other[threadIdx.x] + cluster.num_blocks();
  // CHECK: line [[#@LINE-1]]: global store requests=2 cost=8 ideal=8 worst=4; proved;
  cluster.sync();
}

void run(float *out, cudaSurfaceObject_t from, cudaSurfaceObject_t to) {
  factor = 4;
  managed<<<1, 32>>>(out);
  surfaces<<<1, 32>>>(from, to, (float4 *)out);
  clusters<<<2, 32>>>(out);
}
