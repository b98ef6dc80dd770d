//===----------------------------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Groups of threads, from the CUDA C++ Programming Guide ("Cooperative Groups").
// Declared only: the analysis knows the classes and their functions by name.

#ifndef __MEMLINT_COOPERATIVE_GROUPS_H
#define __MEMLINT_COOPERATIVE_GROUPS_H

#include "cuda_runtime.h"

#define _CG_HAS_GRID_GROUP
#define _CG_HAS_CLUSTER_GROUP
#define _CG_VERSION 13000

namespace cooperative_groups {

typedef unsigned long long __memlint_extent;

enum class thread_scope { thread, block, cluster, device, system };

class thread_group {
public:
  __MEMLINT_D __memlint_extent size() const;
  __MEMLINT_D __memlint_extent num_threads() const;
  __MEMLINT_D __memlint_extent thread_rank() const;
  __MEMLINT_D void sync() const;
  __MEMLINT_D bool is_valid() const;
  __MEMLINT_D unsigned get_type() const;

protected:
  unsigned state[4];
};

template <unsigned Size, class Parent> class thread_block_tile;
class coalesced_group;

template <class Group> class __memlint_arrival {
public:
  __MEMLINT_D __memlint_arrival();
};

class thread_block : public thread_group {
public:
  typedef __memlint_arrival<thread_block> arrival_token;
  static const thread_scope _scope = thread_scope::block;
  static __MEMLINT_D void sync();
  static __MEMLINT_D arrival_token barrier_arrive();
  static __MEMLINT_D void barrier_wait(arrival_token &&);
  static __MEMLINT_D void barrier_wait();
  static __MEMLINT_D unsigned size();
  static __MEMLINT_D unsigned num_threads();
  static __MEMLINT_D unsigned thread_rank();
  static __MEMLINT_D dim3 thread_index();
  static __MEMLINT_D dim3 group_index();
  static __MEMLINT_D dim3 group_dim();
  static __MEMLINT_D dim3 dim_threads();
};

class grid_group : public thread_group {
public:
  typedef __memlint_arrival<grid_group> arrival_token;
  static const thread_scope _scope = thread_scope::device;
  __MEMLINT_D bool is_valid() const;
  __MEMLINT_D void sync() const;
  __MEMLINT_D arrival_token barrier_arrive() const;
  __MEMLINT_D void barrier_wait(arrival_token &&) const;
  static __MEMLINT_D unsigned long long size();
  static __MEMLINT_D unsigned long long num_threads();
  static __MEMLINT_D unsigned long long thread_rank();
  static __MEMLINT_D dim3 group_dim();
  static __MEMLINT_D dim3 dim_threads();
  static __MEMLINT_D dim3 dim_blocks();
  static __MEMLINT_D dim3 block_index();
  static __MEMLINT_D unsigned long long num_blocks();
  static __MEMLINT_D unsigned long long block_rank();
  static __MEMLINT_D dim3 thread_index();
  static __MEMLINT_D dim3 dim_clusters();
  static __MEMLINT_D dim3 cluster_index();
  static __MEMLINT_D unsigned long long num_clusters();
  static __MEMLINT_D unsigned long long cluster_rank();
};

class multi_grid_group : public thread_group {
public:
  __MEMLINT_D bool is_valid() const;
  __MEMLINT_D void sync() const;
  __MEMLINT_D unsigned long long size() const;
  __MEMLINT_D unsigned long long num_threads() const;
  __MEMLINT_D unsigned long long thread_rank() const;
  __MEMLINT_D unsigned grid_rank() const;
  __MEMLINT_D unsigned num_grids() const;
};

class cluster_group : public thread_group {
public:
  typedef __memlint_arrival<cluster_group> arrival_token;
  static const thread_scope _scope = thread_scope::cluster;
  static __MEMLINT_D void sync();
  static __MEMLINT_D arrival_token barrier_arrive();
  static __MEMLINT_D void barrier_wait();
  static __MEMLINT_D void barrier_wait(arrival_token &&);
  static __MEMLINT_D unsigned query_shared_rank(const void *);
  template <class __T> static __MEMLINT_D __T *map_shared_rank(__T *, int);
  static __MEMLINT_D dim3 block_index();
  static __MEMLINT_D unsigned block_rank();
  static __MEMLINT_D dim3 thread_index();
  static __MEMLINT_D unsigned thread_rank();
  static __MEMLINT_D dim3 dim_blocks();
  static __MEMLINT_D unsigned num_blocks();
  static __MEMLINT_D dim3 dim_threads();
  static __MEMLINT_D unsigned num_threads();
  static __MEMLINT_D unsigned size();
};

class coalesced_group : public thread_group {
public:
  static const thread_scope _scope = thread_scope::block;
  __MEMLINT_D void sync() const;
  __MEMLINT_D unsigned size() const;
  __MEMLINT_D unsigned num_threads() const;
  __MEMLINT_D unsigned thread_rank() const;
  __MEMLINT_D unsigned long long meta_group_size() const;
  __MEMLINT_D unsigned long long meta_group_rank() const;
  template <class __T> __MEMLINT_D __T shfl(__T, unsigned) const;
  template <class __T> __MEMLINT_D __T shfl_up(__T, unsigned) const;
  template <class __T> __MEMLINT_D __T shfl_down(__T, unsigned) const;
  __MEMLINT_D int any(int) const;
  __MEMLINT_D int all(int) const;
  __MEMLINT_D unsigned ballot(int) const;
  template <class __T> __MEMLINT_D unsigned match_any(__T) const;
  template <class __T> __MEMLINT_D unsigned match_all(__T, int &) const;
};

// A tile of a size that is a power of two; above 32 threads it spans warps.
template <unsigned Size, class Parent = void> class thread_block_tile : public thread_group {
public:
  __MEMLINT_D thread_block_tile();
  template <class Other> __MEMLINT_D thread_block_tile(const thread_block_tile<Size, Other> &);
  static const thread_scope _scope = thread_scope::block;
  static const unsigned numThreads = Size;
  __MEMLINT_D void sync() const;
  __MEMLINT_D unsigned thread_rank() const;
  static __MEMLINT_CONSTEXPR __MEMLINT_D unsigned size() { return Size; }
  static __MEMLINT_CONSTEXPR __MEMLINT_D unsigned num_threads() { return Size; }
  __MEMLINT_D unsigned long long meta_group_size() const;
  __MEMLINT_D unsigned long long meta_group_rank() const;
  template <class __T> __MEMLINT_D __T shfl(__T, int) const;
  template <class __T> __MEMLINT_D __T shfl_up(__T, int) const;
  template <class __T> __MEMLINT_D __T shfl_down(__T, int) const;
  template <class __T> __MEMLINT_D __T shfl_xor(__T, int) const;
  __MEMLINT_D int any(int) const;
  __MEMLINT_D int all(int) const;
  __MEMLINT_D unsigned ballot(int) const;
  template <class __T> __MEMLINT_D unsigned match_any(__T) const;
  template <class __T> __MEMLINT_D unsigned match_all(__T, int &) const;
};

// Memory for tiles above 32 threads.
template <unsigned Threads = 1024> struct block_tile_memory {
  char bytes[Threads / 32 * 8 > 0 ? Threads / 32 * 8 : 8];
};

__MEMLINT_D thread_block this_thread_block();
template <unsigned Threads>
__MEMLINT_D thread_block this_thread_block(block_tile_memory<Threads> &);
__MEMLINT_D grid_group this_grid();
__MEMLINT_D multi_grid_group this_multi_grid();
__MEMLINT_D cluster_group this_cluster();
__MEMLINT_D coalesced_group coalesced_threads();

__MEMLINT_D thread_group tiled_partition(const thread_group &, unsigned);
__MEMLINT_D thread_group tiled_partition(const thread_block &, unsigned);
__MEMLINT_D coalesced_group tiled_partition(const coalesced_group &, unsigned);
template <unsigned Size> __MEMLINT_D thread_block_tile<Size, thread_block>
tiled_partition(const thread_block &);
template <unsigned Size, unsigned Outer, class Parent>
__MEMLINT_D thread_block_tile<Size, thread_block_tile<Outer, Parent>>
tiled_partition(const thread_block_tile<Outer, Parent> &);
template <class Group> __MEMLINT_D coalesced_group binary_partition(const Group &, bool);
template <class Label, class Group>
__MEMLINT_D coalesced_group labeled_partition(const Group &, Label);

template <class Group> __MEMLINT_D void sync(const Group &);
template <class Group> __MEMLINT_D unsigned thread_rank(const Group &);
template <class Group> __MEMLINT_D unsigned group_size(const Group &);

// Run by one thread of the group: the first one, of those that the device may elect.
#if __cplusplus >= 201103L
template <class __T> struct __memlint_value {
  typedef __T type;
};
template <class __T> struct __memlint_value<__T &> {
  typedef __T type;
};
template <class __T> struct __memlint_value<const __T &> {
  typedef __T type;
};
template <class Group, class Function, class... Arguments>
__MEMLINT_D void invoke_one(const Group &__G, Function &&__F, Arguments &&...__A) {
  if (__G.thread_rank() == 0)
    static_cast<Function &&>(__F)(static_cast<Arguments &&>(__A)...);
}
template <class Group, class Function, class... Arguments>
__MEMLINT_D auto invoke_one_broadcast(const Group &__G, Function &&__F, Arguments &&...__A) ->
    typename __memlint_value<decltype(__F(static_cast<Arguments &&>(__A)...))>::type {
  typename __memlint_value<decltype(__F(static_cast<Arguments &&>(__A)...))>::type __Result;
  if (__G.thread_rank() == 0)
    __Result = static_cast<Function &&>(__F)(static_cast<Arguments &&>(__A)...);
  return __G.shfl(__Result, 0);
}
#endif

template <class __T> struct plus {
  __MEMLINT_HD __T operator()(__T a, __T b) const { return a + b; }
};
template <class __T> struct less {
  __MEMLINT_HD __T operator()(__T a, __T b) const { return b < a ? b : a; }
};
template <class __T> struct greater {
  __MEMLINT_HD __T operator()(__T a, __T b) const { return a < b ? b : a; }
};
template <class __T> struct bit_and {
  __MEMLINT_HD __T operator()(__T a, __T b) const { return a & b; }
};
template <class __T> struct bit_or {
  __MEMLINT_HD __T operator()(__T a, __T b) const { return a | b; }
};
template <class __T> struct bit_xor {
  __MEMLINT_HD __T operator()(__T a, __T b) const { return a ^ b; }
};

namespace experimental {
using cooperative_groups::block_tile_memory;
using cooperative_groups::thread_block_tile;
using cooperative_groups::this_thread_block;
using cooperative_groups::tiled_partition;
} // namespace experimental

} // namespace cooperative_groups

#endif
