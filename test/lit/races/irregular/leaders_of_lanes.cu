// One lane for all that have come together: other warps have one, too, and so what it changes for all
// of them takes an atomic. Each racy kernel, the same one mended, whose name ends in Mended, and what
// one warp has for itself.
// RUN: not %cuda-memlint --checks=-*,cuda-*-race %s 2>&1 | FileCheck %s --implicit-check-not=warning: --implicit-check-not=error:

#include <cooperative_groups.h>
#include <cuda_runtime.h>

namespace cg = cooperative_groups;

__global__ void groups(const float *x, int n, float *out, int *end) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0) {
    cg::coalesced_group group = cg::coalesced_threads();
    int base = 0;
    if (group.thread_rank() == 0) {
      base = *end;
      // CHECK: :[[#@LINE+2]]:7: warning: global memory race on `*end`: read and written without an atomic
      // CHECK: note: use an atomic (`atomicAdd`)
      *end = base + group.size();
    }
    out[group.shfl(base, 0) + group.thread_rank()] = x[i];
  }
}
__global__ void groupsMended(const float *x, int n, float *out, int *end) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0) {
    cg::coalesced_group group = cg::coalesced_threads();
    int base = 0;
    if (group.thread_rank() == 0)
      base = atomicAdd(end, int(group.size()));
    out[group.shfl(base, 0) + group.thread_rank()] = x[i];
  }
}
__global__ void masks(const int *x, int n, int *out, int *end) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || x[i] <= 0)
    return;
  unsigned active = __activemask();
  int lane = threadIdx.x % 32, first = __ffs(active) - 1, base = 0;
  if (lane == first) {
    base = *end;
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `*end`
    *end = base + __popc(active);
  }
  base = __shfl_sync(active, base, first);
  out[base + __popc(active & ((1u << lane) - 1))] = x[i];
}
__global__ void masksMended(const int *x, int n, int *out, int *end) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || x[i] <= 0)
    return;
  unsigned active = __activemask();
  int lane = threadIdx.x % 32, first = __ffs(active) - 1, base = 0;
  if (lane == first)
    base = atomicAdd(end, __popc(active));
  base = __shfl_sync(active, base, first);
  out[base + __popc(active & ((1u << lane) - 1))] = x[i];
}
__global__ void votes(const int *x, int n, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned kept = __ballot_sync(~0u, i < n && x[i] > 0);
  if (kept != 0 && threadIdx.x % 32 == __ffs(kept) - 1)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `*count`
    *count += __popc(kept);
}
__global__ void votesMended(const int *x, int n, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  unsigned kept = __ballot_sync(~0u, i < n && x[i] > 0);
  if (kept != 0 && threadIdx.x % 32 == __ffs(kept) - 1)
    atomicAdd(count, __popc(kept));
}
// Lanes with one key: another warp may have the same.
__global__ void keys(const int *key, int n, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned alike = __match_any_sync(__activemask(), key[i]);
  if (threadIdx.x % 32 == __ffs(alike) - 1)
    // CHECK: :[[#@LINE+1]]:5: warning: global memory race on `count[key[i]]`
    count[key[i]] += __popc(alike);
}
__global__ void keysMended(const int *key, int n, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  unsigned alike = __match_any_sync(__activemask(), key[i]);
  if (threadIdx.x % 32 == __ffs(alike) - 1)
    atomicAdd(&count[key[i]], __popc(alike));
}

//===--- What one warp has for itself ---------------------------------------===//

__global__ void ofWarps(const int *x, int n, int *count) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n || x[i] <= 0)
    return;
  cg::coalesced_group group = cg::coalesced_threads();
  if (group.thread_rank() == 0)
    count[i / 32] += group.size();
}
__global__ void oneWarp(const int *x, int n, int *count) {
  for (int i = threadIdx.x; i < n; i += 32) {
    unsigned kept = __ballot_sync(~0u, x[i] > 0);
    if (kept != 0 && threadIdx.x == __ffs(kept) - 1)
      *count += __popc(kept);
    __syncwarp();
  }
}
// A warp of the block was chosen before.
__global__ void chosenWarp(const int *x, int *count) {
  __shared__ int wanted;
  if (threadIdx.x == 0)
    wanted = x[0] % 8;
  __syncthreads();
  unsigned active = __activemask();
  if (threadIdx.x / 32 == wanted && threadIdx.x % 32 == __ffs(active) - 1)
    *count += __popc(active);
}
// A flag that the thread has cleared where an entry before is equal.
__global__ void firstOfEquals(const int *key, const int *x, int n, int *sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n)
    return;
  int before = 0;
  for (int k = 0; k < i; ++k)
    if (key[k] == key[i])
      ++before;
  if (before == 0)
    sum[key[i]] += x[i];
}

int main() {
  float *f, *g;
  int *a, *b, *c;
  cudaMalloc(&f, 1 << 20);
  cudaMalloc(&g, 1 << 20);
  cudaMalloc(&a, 1 << 20);
  cudaMalloc(&b, 1 << 20);
  cudaMalloc(&c, 1 << 20);
  groups<<<16, 256>>>(f, 4000, g, a);
  groupsMended<<<16, 256>>>(f, 4000, g, a);
  masks<<<16, 256>>>(a, 4000, b, c);
  masksMended<<<16, 256>>>(a, 4000, b, c);
  votes<<<16, 256>>>(a, 4000, b);
  votesMended<<<16, 256>>>(a, 4000, b);
  keys<<<16, 256>>>(a, 4000, b);
  keysMended<<<16, 256>>>(a, 4000, b);
  ofWarps<<<16, 256>>>(a, 4000, b);
  oneWarp<<<1, 32>>>(a, 4096, b);
  chosenWarp<<<1, 256>>>(a, b);
  firstOfEquals<<<16, 256>>>(a, b, 4000, c);
  return cudaDeviceSynchronize();
}
