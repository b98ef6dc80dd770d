// RUN: %json --toolkit=embedded %s | FileCheck %s --check-prefix=WHOLE
// RUN: %json --toolkit=embedded %s | %query | FileCheck %s

// The headers of cooperative groups, in the ways that programs spell their parts.

// WHOLE: "parsed": "whole"

#include <cooperative_groups.h>
#include <cooperative_groups/memcpy_async.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>

namespace cg = cooperative_groups;

// 256 threads are 8 warps; a warp's 32 floats are 4 sectors, 8 * 4 = 32.
__global__ void sums(float *out, const float *in) {
  cg::thread_block block = cg::this_thread_block();
  cg::thread_block_tile<32> warp = cg::tiled_partition<32>(block);
  float value = in[block.thread_rank()];
  // CHECK: line [[#@LINE-1]]: global load requests=8 cost=32 ideal=32 worst=4; proved;
  value = cg::reduce(warp, value, cg::plus<float>());
  value += warp.shfl_down(value, 1) + cg::inclusive_scan(warp, value);
  cg::sync(block);
  // One lane in each of 8 warps: a sector each.
  if (warp.thread_rank() == 0)
    out[warp.meta_group_rank()] = value;
  // CHECK: line [[#@LINE-1]]: global store requests=8 cost=8 ideal=8 worst=1; proved;
}

// The same through the base class, a template over groups, and tiles of tiles.
template <class Group> __device__ float ofGroup(const Group &group, float *shared) {
  group.sync();
  return shared[group.thread_rank()];
}
__global__ void nested(float *out) {
  __shared__ float shared[256];
  auto block = cg::this_thread_block();
  shared[block.thread_rank()] = 1.0f;
  // CHECK: line [[#@LINE-1]]: shared store requests=8 cost=8 ideal=8 worst=1; proved;
  cg::thread_group any = cg::tiled_partition(block, 8);
  any.sync();
  auto quarter = cg::tiled_partition<8>(cg::tiled_partition<32>(block));
  cg::coalesced_group active = cg::coalesced_threads();
  cg::grid_group grid = cg::this_grid();
  float value = ofGroup(block, shared) + quarter.size() + active.num_threads();
  grid.sync();
  cg::cluster_group cluster = cg::this_cluster();
  cluster.sync();
  if (cg::binary_partition(active, value > 0).any(1) && quarter.all(1))
    value += 1;
  out[grid.thread_rank()] = value;
  // CHECK: line [[#@LINE-1]]: global store requests=8 cost=32 ideal=32 worst=4; proved;
}

// What one thread of a group runs: one warp of the block, or one lane of each of 8.
__global__ void invoked(float *out, const float *in) {
  auto block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  cg::invoke_one(block, [] {});
  int first = 1;
  cg::invoke_one(block, [&] {
    out[blockIdx.x] = 1;
    // CHECK: line [[#@LINE-1]]: global store requests=1 cost=1 ideal=1 worst=1; proved;
    first = 2;
  });
  cg::invoke_one(warp, [](float *to, unsigned at) { to[at] = 1; }, out, warp.meta_group_rank());
  // CHECK: line [[#@LINE-1]]: global store requests=8 cost=8 ideal=8 worst=1; proved;
  float value = cg::invoke_one_broadcast(warp, [=] { return in[warp.meta_group_rank()]; });
  // CHECK: line [[#@LINE-1]]: global load requests=8 cost=8 ideal=8 worst=1; proved;
  // The thread that was invoked writes 1024 floats on from the others: one sector more.
  out[first * 1024 + threadIdx.x] = value;
  // CHECK: line [[#@LINE-1]]: global store requests=8 cost=33 ideal=32 worst=5; proved;
}

void run(float *p) {
  invoked<<<1, 256>>>(p, p + 1024);
  sums<<<1, 256>>>(p, p + 1024);
  void *arguments[] = {&p};
  nested<<<1, 256>>>(p);
  cudaLaunchCooperativeKernel((void *)nested, dim3(1), dim3(256), arguments, 0, 0);
}
