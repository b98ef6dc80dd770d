// RUN: %json %s | %python %S/../Inputs/verdicts.py | FileCheck %s

// Arrays of locks: which element guards what, and what sets all of them up.

#include <cuda_runtime.h>

struct Edge {
  int source, target, weight;
};

__device__ void take(int *lock) {
  while (atomicCAS(lock, 0, 1) != 0)
    ;
  __threadfence();
}

__device__ void give(int *lock) {
  __threadfence();
  atomicExch(lock, 0);
}

// Firing: the warps have a lock each, all of which are set up first.
// CHECK-LABEL: {{^}}ofWarps:
// CHECK: race same-block line [[#@LINE+11]] line [[#@LINE+11]]
__global__ void ofWarps(int *out) {
  __shared__ int locks[8], total;
  int warp = threadIdx.x / 32;
  if (threadIdx.x < 8)
    locks[threadIdx.x] = 0;
  if (threadIdx.x == 0)
    total = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    take(&locks[warp]);
    total += 1;
    give(&locks[warp]);
  }
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = total;
}

// The fixed code.
// CHECK-LABEL: {{^}}ofBlock:
// CHECK-NOT: line [[#@LINE+11]] line [[#@LINE+11]]
__global__ void ofBlock(int *out) {
  __shared__ int locks[8], total;
  if (threadIdx.x < 8)
    locks[threadIdx.x] = 0;
  if (threadIdx.x == 0)
    total = 0;
  __syncthreads();
  if (threadIdx.x % 32 == 0) {
    take(&locks[0]);
    total += 1;
    give(&locks[0]);
  }
  __syncthreads();
  if (threadIdx.x == 0)
    out[blockIdx.x] = total;
}

// Near-miss: no barrier lies between the set-up and the lock, which may be set up while it is held.
// CHECK-LABEL: {{^}}setUpLate:
// CHECK: undecided same-block line [[#@LINE+8]] line [[#@LINE+8]]
__global__ void setUpLate(int *out) {
  __shared__ int locks[8];
  int warp = threadIdx.x / 32;
  if (threadIdx.x < 8)
    locks[threadIdx.x] = 0;
  if (threadIdx.x % 32 == 0) {
    take(&locks[warp]);
    out[0] += 1;
    give(&locks[warp]);
  }
}

// Firing: the lock is that of one vertex of the edge, and the other one is updated.
// CHECK-LABEL: {{^}}ofSource:
// CHECK: data-race different-blocks line [[#@LINE+5]] line [[#@LINE+5]]
__global__ void ofSource(int *locks, int *inflow, const Edge *edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  Edge edge = edges[e];
  take(&locks[edge.source]);
  inflow[edge.target] += edge.weight;
  give(&locks[edge.source]);
}

// The fixed code.
// CHECK-LABEL: {{^}}ofTarget:
// CHECK-NOT: race
__global__ void ofTarget(int *locks, int *inflow, const Edge *edges) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  Edge edge = edges[e];
  take(&locks[edge.target]);
  inflow[edge.target] += edge.weight;
  give(&locks[edge.target]);
}

// Near-miss: which lock that is, a table says that may map each vertex to one.
// CHECK-LABEL: {{^}}ofGroup:
// CHECK-NOT: race
__global__ void ofGroup(int *locks, int *inflow, const Edge *edges, const int *groups) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  Edge edge = edges[e];
  take(&locks[groups[edge.target]]);
  inflow[edge.target] += edge.weight;
  give(&locks[groups[edge.target]]);
}

// Near-miss: data say in which order, but all take both locks.
// CHECK-LABEL: {{^}}inOrderOfKeys:
// CHECK-NOT: race
__global__ void inOrderOfKeys(int *locks, int *total, const int *keys) {
  if (threadIdx.x != 0)
    return;
  int own = blockIdx.x % 2, other = 1 - own;
  bool isOwnFirst = keys[own] < keys[other];
  int first = isOwnFirst ? own : other, second = isOwnFirst ? other : own;
  take(&locks[first]);
  take(&locks[second]);
  total[0] += 1;
  give(&locks[second]);
  give(&locks[first]);
}

void launch(int *locks, int *values, const Edge *edges, int *groups) {
  ofWarps<<<48, 256>>>(values);
  ofBlock<<<48, 256>>>(values);
  setUpLate<<<1, 256>>>(values);
  ofSource<<<32, 64>>>(locks, values, edges);
  ofTarget<<<32, 64>>>(locks, values, edges);
  ofGroup<<<32, 64>>>(locks, values, edges, groups);
  inOrderOfKeys<<<32, 64>>>(locks, values, groups);
}
