// RUN: %json %s | %query | FileCheck %s

// Cooperative groups: ranks, sizes, and which results all lanes share.

#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>

namespace cg = cooperative_groups;

// Two warps of 64 threads in a row.
__global__ void ranks(float *out) {
  __shared__ float s[4096];
  cg::thread_block block = cg::this_thread_block();
  auto warp = cg::tiled_partition<32>(block);
  auto quarter = cg::tiled_partition<8>(warp);
  cg::thread_block_tile<16> half = cg::tiled_partition<16>(block);
  cg::grid_group grid = cg::this_grid();
  // 2 words apart, two warps: 2 each.
  s[2 * block.thread_rank()] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=2 cost=4 ideal=2 worst=2; proved;
  // A row of 33 words for each warp: 1 each.
  s[33 * warp.meta_group_rank() + warp.thread_rank()] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=2 cost=2 ideal=2 worst=1; proved;
  // Ranks 0 to 7 four times: 8 words of one bank.
  s[32 * quarter.thread_rank()] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=2 cost=16 ideal=2 worst=8; proved;
  // Which of the 4 parts of its warp, not of the block's 8: 4 words of one bank.
  s[32 * quarter.meta_group_rank()] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=2 cost=8 ideal=2 worst=4; proved;
  // 4 parts: 4 words apart.
  s[quarter.meta_group_size() * warp.thread_rank()] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=2 cost=8 ideal=2 worst=4; proved;
  // The type does not show that these are parts of the block; the group they were made from
  // does: two in each warp, 2 words of one bank.
  s[32 * half.meta_group_rank()] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=2 cost=4 ideal=2 worst=2; proved;
  // 16 ranks twice: 16 words of one bank.
  s[32 * half.thread_rank()] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=2 cost=32 ideal=2 worst=16; proved;
  // 256 bytes for 64 threads: 4 sectors a warp.
  out[grid.thread_rank()] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=2 cost=8 ideal=8 worst=4; proved;
  out[grid.block_index().x * 64 + grid.thread_index().x] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=2 cost=8 ideal=8 worst=4; proved;
}

// One warp. What comes from one lane, or from all of them, is alike in all: then a row of
// 32 floats is 4 sectors.
__global__ void exchanges(float *out, const int *in) {
  int t = threadIdx.x;
  auto warp = cg::tiled_partition<32>(cg::this_thread_block());
  auto half = cg::tiled_partition<16>(warp);
  int own = in[t];
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=4 ideal=4 worst=4; proved;
  out[32 * warp.shfl(own, 3) + t] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  out[32 * warp.ballot(own > 0) + t] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  out[32 * cg::reduce(warp, own, cg::plus<int>()) + t] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
  // Each lane another, or each half: not known.
  out[32 * warp.shfl_down(own, 1) + t] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=null {{.*}} unknown;
  out[32 * half.shfl(own, 3) + t] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=null {{.*}} unknown;
  out[32 * warp.match_any(own) + t] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=null {{.*}} unknown;
  cg::coalesced_group active = cg::coalesced_threads();
  out[active.thread_rank()] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=null {{.*}} unknown;
  out[32 * cg::labeled_partition(warp, own).size() + t] = 1;
  // CHECK: line [[#@LINE-1]]: global store requests=null {{.*}} unknown;
  // What is exchanged is an access when it is read from memory.
  out[32 * warp.shfl(in[2 * t], 0) + t] = 1;
  // CHECK: line [[#@LINE-1]]: global load requests=1 cost=8 ideal=4 worst=8; proved;
  // CHECK: line [[#@LINE-2]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
}

// One warp. Memory of another block of the cluster is none that is followed.
__global__ void clusters(float *out) {
  __shared__ float s[64];
  cg::cluster_group cluster = cg::this_cluster();
  s[threadIdx.x] = 1;
  // CHECK: line [[#@LINE-1]]: shared store requests=1 cost=1 ideal=1 worst=1; proved;
  cluster.sync();
  float *other = cluster.map_shared_rank(s, int(cluster.block_rank()) ^ 1);
  out[threadIdx.x] = other[threadIdx.x];
  // CHECK: line [[#@LINE-1]]: generic load requests=null {{.*}} unknown;
  // CHECK: line [[#@LINE-2]]: global store requests=1 cost=4 ideal=4 worst=4; proved;
}

void launch(float *out, const int *in) {
  ranks<<<1, 64>>>(out);
  exchanges<<<1, 32>>>(out, in);
  clusters<<<1, 32>>>(out);
}
