// The barrier of a cluster orders the threads of each of its blocks, and those of its other blocks:
// which blocks form a cluster is not looked at, so that it may order any two. Shared memory of
// another block is not the block's own: what accesses to it cost, and race with, is unknown.
//
// RUN: %cuda-memlint --no-cache --fail-on=none --summary %s | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

// In the block's own memory, these lanes would be in one bank.
// CHECK-DAG: {{^}}  {{.*}} other[threadIdx.x * 32 % 256] generic load 4 - - - - - unknown
__global__ void __cluster_dims__(2, 1, 1) readsNeighbour(float *out) {
  __shared__ float own[256];
  cg::cluster_group cluster = cg::this_cluster();
  own[threadIdx.x] = float(threadIdx.x);
  cluster.sync();
  float *other = cluster.map_shared_rank(own, cluster.block_rank() ^ 1);
  out[blockIdx.x * 256 + threadIdx.x] = other[threadIdx.x * 32 % 256];
  cluster.sync();
}

// CHECK-DAG: {{^}}  {{.*}} other[threadIdx.x] generic store 4 - - - - - unknown
__global__ void __cluster_dims__(2, 1, 1) writesNeighbour(float *out) {
  __shared__ float own[256];
  cg::cluster_group cluster = cg::this_cluster();
  float *other = cluster.map_shared_rank(own, cluster.block_rank() ^ 1);
  other[threadIdx.x] = 1;
  cluster.sync();
  out[blockIdx.x * 256 + threadIdx.x] = own[255 - threadIdx.x];
}

__global__ void __cluster_dims__(2, 1, 1) ordersTheBlock(float *out) {
  __shared__ float own[256];
  own[threadIdx.x] = float(threadIdx.x);
  cg::this_cluster().sync();
  out[blockIdx.x * 256 + threadIdx.x] = own[255 - threadIdx.x];
}

__global__ void __cluster_dims__(2, 1, 1) ordersBlocks(float *out) {
  if (threadIdx.x == 0)
    out[blockIdx.x] = 1;
  cg::this_cluster().sync();
  if (threadIdx.x == 0)
    out[blockIdx.x ^ 1] = 2;
}

// CHECK-DAG: :[[#@LINE+4]]:{{.*}}race{{.*}}[cuda-shared-race]
__global__ void __cluster_dims__(2, 1, 1) nothingOrders(float *out) {
  __shared__ float own[256];
  own[threadIdx.x] = float(threadIdx.x);
  out[blockIdx.x * 256 + threadIdx.x] = own[255 - threadIdx.x];
}

int main() {
  float *out;
  cudaMalloc(&out, 1 << 20);
  readsNeighbour<<<64, 256>>>(out);
  writesNeighbour<<<64, 256>>>(out);
  ordersTheBlock<<<64, 256>>>(out);
  ordersBlocks<<<64, 256>>>(out);
  nothingOrders<<<64, 256>>>(out);
}
