//===- cooperative_groups.h - Groups of threads, for the oracle -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Groups of threads as far as the oracle's kernels use them. Blocks run one after
/// the other, so that sync of a grid is for kernels that are watched only.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ORACLE_COOPERATIVE_GROUPS_H
#define CUDA_MEMLINT_ORACLE_COOPERATIVE_GROUPS_H

#include <cuda_runtime.h>

namespace cooperative_groups {

/// The whole block, or some lanes of a warp.
struct thread_group {
  bool whole;
  unsigned members;

  __device__ static unsigned rank_in_block() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  __device__ unsigned long long size() const {
    return whole ? blockDim.x * blockDim.y * blockDim.z : __popc(members);
  }
  __device__ unsigned long long num_threads() const { return size(); }
  __device__ unsigned long long thread_rank() const {
    return whole ? rank_in_block() : __popc(members & ((1u << rank_in_block() % 32) - 1));
  }
  __device__ void sync() const {
    if (whole)
      __syncthreads();
    else
      __syncwarp(members);
  }
};

/// Parts of parts are smaller than those.
ORACLE_DEVICE thread_group tiled_partition(const thread_group &parent, unsigned size) {
  unsigned first = unsigned(parent.thread_rank()) / size * size;
  unsigned left = unsigned(parent.size()) - first;
  unsigned count = left < size ? left : size;
  unsigned lane = thread_group::rank_in_block() % 32;
  return {false, (count == 32 ? 0xffffffffu : (1u << count) - 1) << lane / size * size};
}

struct thread_block : thread_group {
  __device__ thread_block() : thread_group{true, 0} {}
  __device__ static unsigned thread_rank() {
    return (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  }
  __device__ static unsigned size() { return blockDim.x * blockDim.y * blockDim.z; }
  __device__ static unsigned num_threads() { return size(); }
  __device__ static void sync() { __syncthreads(); }
  __device__ static dim3 thread_index() { return {threadIdx.x, threadIdx.y, threadIdx.z}; }
  __device__ static dim3 group_index() { return {blockIdx.x, blockIdx.y, blockIdx.z}; }
  __device__ static dim3 group_dim() { return {blockDim.x, blockDim.y, blockDim.z}; }
  __device__ static dim3 dim_threads() { return group_dim(); }
};
ORACLE_DEVICE thread_block this_thread_block() { return {}; }

struct grid_group {
  __device__ static unsigned long long block_rank() {
    return (blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x;
  }
  __device__ static unsigned long long num_blocks() { return gridDim.x * gridDim.y * gridDim.z; }
  __device__ static unsigned long long thread_rank() {
    return block_rank() * thread_block::size() + thread_block::thread_rank();
  }
  __device__ static unsigned long long size() { return num_blocks() * thread_block::size(); }
  __device__ static bool is_valid() { return true; }
  __device__ static void sync() { oracleGridBarrier(); }
};
ORACLE_DEVICE grid_group this_grid() { return {}; }

/// Outer: threads of what the tile is a part of; 0 for the block.
template <unsigned Size, unsigned Outer = 0> struct thread_block_tile : thread_group {
  __device__ thread_block_tile() : thread_group{false, mask()} {}
  __device__ static unsigned thread_rank() { return thread_block::thread_rank() % Size; }
  __device__ static unsigned size() { return Size; }
  __device__ static unsigned num_threads() { return Size; }
  __device__ static unsigned meta_group_rank() {
    unsigned rank = thread_block::thread_rank();
    return (Outer ? rank % Outer : rank) / Size;
  }
  __device__ static unsigned meta_group_size() {
    return Outer ? Outer / Size : (thread_block::size() + Size - 1) / Size;
  }
  __device__ static unsigned mask() {
    unsigned lane = thread_block::thread_rank() % 32;
    return Size == 32 ? 0xffffffffu : ((1u << Size) - 1) << lane / Size * Size;
  }
  __device__ static void sync() { __syncwarp(mask()); }
  template <class T> __device__ static T shfl(T value, int source) {
    return __shfl_sync(mask(), value, source, Size);
  }
  template <class T> __device__ static T shfl_down(T value, unsigned delta) {
    return __shfl_down_sync(mask(), value, delta, Size);
  }
  template <class T> __device__ static T shfl_xor(T value, unsigned lanes) {
    return __shfl_xor_sync(mask(), value, lanes, Size);
  }
};

template <unsigned Size> ORACLE_DEVICE auto tiled_partition(thread_block) {
  return thread_block_tile<Size>();
}
template <unsigned Size, unsigned Inner, unsigned Outer>
ORACLE_DEVICE auto tiled_partition(thread_block_tile<Inner, Outer>) {
  return thread_block_tile<Size, Inner>();
}

template <class Group> ORACLE_DEVICE void sync(const Group &group) { group.sync(); }

struct coalesced_group {
  unsigned members;
  __device__ unsigned size() const { return __popc(members); }
  __device__ unsigned thread_rank() const {
    return __popc(members & ((1u << thread_block::thread_rank() % 32) - 1));
  }
  __device__ void sync() const { __syncwarp(members); }
};
ORACLE_DEVICE coalesced_group coalesced_threads() { return {__activemask()}; }

} // namespace cooperative_groups

#endif // CUDA_MEMLINT_ORACLE_COOPERATIVE_GROUPS_H
