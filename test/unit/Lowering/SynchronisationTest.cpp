//===- SynchronisationTest.cpp - What orders accesses -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Barriers and who takes part in them, fences, masked operations, the memory
// order of accesses, and what stores write.
//
//===----------------------------------------------------------------------===//

#include "LoweringFixture.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::ElementsAre;

namespace {

class SynchronisationTest : public LoweringFixture {
protected:
  const Access &store(unsigned Number) {
    for (const Access &Site : Kernel.Accesses)
      if (Site.Kind == AccessKind::Store && Number-- == 0)
        return Site;
    ADD_FAILURE() << "no such store";
    return Kernel.Accesses.front();
  }

  /// With threadIdx.x = 5; other leaves are 0.
  static int64_t valueOf(ExprRef Root) {
    return evaluate(Root, [](ExprRef Leaf) -> int64_t {
      const LeafInfo &Info = Leaf->leaf();
      bool IsThread = Info.Kind == LeafKind::ThreadIndex && Info.Dimension == 0;
      return IsThread ? 5 : Info.Kind == LeafKind::BlockDimension ? 64 : 0;
    });
  }
};

TEST_F(SynchronisationTest, BarriersAndTheirMembers) {
  lower(R"(
__global__ void k(int n) {
  __syncthreads();
  __syncthreads_or(n);
  __syncwarp();
  __syncwarp(0xffff);
  __syncwarp(1u << threadIdx.x);
  __barrier_sync(3);
  __barrier_sync_count(2, 64);
  asm volatile("bar.sync 1;");
  asm volatile("bar.sync %0, %1;" :: "r"(n), "r"(96));
  asm volatile("bar.arrive 4, 64;");
  asm volatile("bar.warp.sync 0xffffffff;");
  asm volatile("barrier.sync.aligned 0;");
})");
  std::vector<std::string> Found;
  auto Shown = [](ExprRef Number) {
    return !Number                ? std::string("-")
           : Number->isConstant() ? std::to_string(Number->constantTerm())
                                  : std::string("x");
  };
  for (const Barrier &Each : Kernel.Barriers) {
    const char *Scope = Each.Scope == BarrierScope::Warp    ? "warp"
                        : Each.Scope == BarrierScope::Named ? "named"
                        : Each.Scope == BarrierScope::Block ? "block"
                                                            : "other";
    Found.push_back(std::string(Scope) + " mask " + Shown(Each.Mask) + " id " + Shown(Each.Id) +
                    " count " + Shown(Each.Count) + (Each.IsArrival ? " arrives" : ""));
    EXPECT_FALSE(Each.IsUncertain);
    EXPECT_EQ(Each.GroupSize, 32u);
  }
  EXPECT_THAT(Found, ElementsAre("block mask - id - count -", "block mask - id - count -",
                                 "warp mask - id - count -", "warp mask 65535 id - count -",
                                 "warp mask x id - count -", "block mask - id 3 count -",
                                 "named mask - id 2 count 64", "block mask - id 1 count -",
                                 "named mask - id x count 96", "named mask - id 4 count 64 arrives",
                                 "warp mask - id - count -", "block mask - id - count -"));
  ASSERT_EQ(Kernel.Barriers.size(), 12u);
  EXPECT_EQ(valueOf(Kernel.Barriers[4].Mask), 1 << 5);
}

// PTX's atomics are those of CUDA's functions.
TEST_F(SynchronisationTest, AtomicsOfInlineAssembly) {
  lower(R"(
__global__ void k(int *a, unsigned *b, int n) {
  int old;
  asm volatile("red.global.add.s32 [%0], 1;" :: "l"(a));
  asm volatile("red.global.inc.u32 [%0], 0xffffffff;" :: "l"(b));
  asm volatile("red.global.max.u32 [%0], %1;" :: "l"(b), "r"(n));
  asm volatile("red.global.add.f32 [%0], %1;" :: "l"(b), "f"(1.0f));
  asm volatile("red.sys.global.add.u32 [%0], 1;" :: "l"(b));
  asm volatile("atom.global.add.s32 %0, [%1], 3;" : "=r"(old) : "l"(a));
  asm volatile("atom.global.cas.b32 %0, [%1], 0, 1;" : "=r"(old) : "l"(a));
})");
  ASSERT_EQ(Kernel.Accesses.size(), 7u);
  llvm::ArrayRef<Access> All = Kernel.Accesses;
  EXPECT_EQ(All[0].Form, RequestForm::Increment);
  EXPECT_EQ(All[0].Update, AtomicUpdate::Add);
  EXPECT_EQ(All[1].Form, RequestForm::Increment);
  EXPECT_EQ(All[1].Update, AtomicUpdate::Other);
  ASSERT_TRUE(All[1].Addend);
  EXPECT_TRUE(All[1].Addend->isConstant(1));
  EXPECT_EQ(All[2].Form, RequestForm::NativeAtomic);
  EXPECT_EQ(All[2].Update, AtomicUpdate::UnsignedMaximum);
  EXPECT_EQ(All[3].Form, RequestForm::AtomicLoop);
  EXPECT_EQ(All[3].Addend, nullptr);
  EXPECT_EQ(All[4].Form, RequestForm::NativeAtomic);
  EXPECT_EQ(All[5].Update, AtomicUpdate::Other);
  ASSERT_TRUE(All[5].Addend && All[5].Result);
  EXPECT_TRUE(All[5].Addend->isConstant(3));
  EXPECT_EQ(All[6].Form, RequestForm::CompareAndSwap);
}

TEST_F(SynchronisationTest, MatchesWriteTheirPredicate) {
  lower(R"(
__global__ void k(int *a) {
  int same = 0;
  __match_all_sync(0xffffffff, a[threadIdx.x], &same);
  if (same)
    a[threadIdx.x] = 1;
})");
  EXPECT_EQ(store(0).Kind, AccessKind::Store);
}

// A cluster's barrier has two halves: with nothing between they are one barrier; with an
// access between, what that does is not held back.
TEST_F(SynchronisationTest, HalvesOfABarrier) {
  lower(R"(
__global__ void k(int *a) {
  asm volatile("barrier.cluster.arrive;");
  asm volatile("barrier.cluster.wait;");
  asm volatile("barrier.cluster.arrive;");
  a[threadIdx.x] = 1;
  asm volatile("barrier.cluster.wait;");
})");
  ASSERT_EQ(Kernel.Barriers.size(), 3u);
  EXPECT_FALSE(Kernel.Barriers[0].IsArrival || Kernel.Barriers[0].IsUncertain);
  EXPECT_TRUE(Kernel.Barriers[1].IsArrival);
  EXPECT_TRUE(Kernel.Barriers[2].IsUncertain && !Kernel.Barriers[2].IsArrival);
  for (const Barrier &Each : Kernel.Barriers)
    EXPECT_EQ(Each.Scope, BarrierScope::Cluster);
}

/// As the toolkit's header declares them, as far as the tests go.
const char Groups[] = R"(
namespace cooperative_groups {
struct thread_group { __device__ void sync() const; };
struct thread_block : thread_group { __device__ void sync() const; __device__ void barrier_wait(); __device__ void barrier_arrive(); };
struct grid_group : thread_group { __device__ void sync() const; };
struct cluster_group : thread_group { __device__ void sync() const; };
struct coalesced_group : thread_group { __device__ void sync() const; };
template <unsigned Size, typename Of = void> struct thread_block_tile : thread_group {
  __device__ void sync() const;
  __device__ int shfl_down(int, unsigned) const;
  __device__ unsigned thread_rank() const;
};
__device__ thread_block this_thread_block();
__device__ grid_group this_grid();
__device__ cluster_group this_cluster();
__device__ coalesced_group coalesced_threads();
template <unsigned Size> __device__ thread_block_tile<Size, thread_block> tiled_partition(const thread_block &);
__device__ thread_group tiled_partition(const thread_group &, unsigned);
template <typename T> __device__ void sync(const T &);
}
namespace cg = cooperative_groups;
)";

TEST_F(SynchronisationTest, GroupsOfThreads) {
  lower(std::string(Groups) + R"(
__device__ void meet(cg::thread_group g) { g.sync(); }
__device__ void meetAll() { auto b = cg::this_thread_block(); cg::sync(b); }
__global__ void k(int *a, cg::thread_group *unknown) {
  auto block = cg::this_thread_block();
  auto tile = cg::tiled_partition<8>(block);
  block.sync();
  cg::sync(block);
  meetAll();
  meet(block);
  cg::this_grid().sync();
  cg::this_cluster().sync();
  tile.sync();
  meet(tile);
  cg::tiled_partition(block, 4).sync();
  cg::tiled_partition<64>(block).sync();
  cg::coalesced_threads().sync();
  unknown->sync();
  block.barrier_arrive();
  block.barrier_wait();
  a[0] = tile.shfl_down(threadIdx.x, 1) + tile.thread_rank();
})");
  std::vector<std::string> Found;
  for (const Barrier &Each : Kernel.Barriers) {
    EXPECT_FALSE(Each.IsArrival);
    EXPECT_EQ(Each.Mask, nullptr);
    Found.push_back(Each.Scope == BarrierScope::Warp      ? "warp " + std::to_string(Each.GroupSize)
                    : Each.Scope == BarrierScope::Block   ? "block"
                    : Each.Scope == BarrierScope::Cluster ? "cluster"
                    : Each.Scope == BarrierScope::Grid    ? "grid"
                                                          : "other");
    if (Each.IsUncertain)
      Found.back() += "?";
  }
  EXPECT_THAT(Found, ElementsAre("block", "block", "block", "block", "grid", "cluster", "warp 8",
                                 "warp 8", "warp 4", "warp 64", "warp 32?", "block?", "block"));
  ASSERT_EQ(Kernel.WarpOperations.size(), 1u);
  EXPECT_EQ(Kernel.WarpOperations[0].GroupSize, 8u);
  EXPECT_EQ(Kernel.WarpOperations[0].Mask, nullptr);
}

TEST_F(SynchronisationTest, MaskedOperations) {
  lower(R"(
__global__ void k(int *a) {
  unsigned mask = __activemask();
  int x = __shfl_down_sync(0xffffffff, threadIdx.x, 1);
  x += __ballot_sync(0xff, x > 2) + __any_sync(mask, x) + __reduce_add_sync(-1, x);
  x += __match_any_sync(3, x);
  unsigned y;
  asm volatile("shfl.sync.bfly.b32 %0, %1, 1, 31, 0xf;" : "=r"(y) : "r"(x));
  asm volatile("redux.sync.add.s32 %0, %1, 0x7;" : "=r"(y) : "r"(x));
  if (threadIdx.x < 16)
    __all_sync(0xffffffff, x);
  a[threadIdx.x] = x + y;
})");
  std::vector<std::string> Masks;
  for (const WarpOperation &Each : Kernel.WarpOperations) {
    Masks.push_back(!Each.Mask                ? "all"
                    : Each.Mask->isConstant() ? std::to_string(Each.Mask->constantTerm())
                                              : "x");
    EXPECT_EQ(Kernel.Nodes[Each.NodeId].Kind, NodeKind::WarpOperation);
  }
  EXPECT_THAT(Masks, ElementsAre("all", "255", "x", "all", "3", "15", "7", "all"));
  ASSERT_EQ(Kernel.WarpOperations.size(), 8u);
  EXPECT_EQ(Kernel.WarpOperations[7].Guards.size(), 1u);
  EXPECT_TRUE(Kernel.Barriers.empty());
}

TEST_F(SynchronisationTest, Fences) {
  lower(R"(
__global__ void k() {
  __threadfence_block();
  __threadfence();
  __threadfence_system();
  asm volatile("membar.gl;");
  asm volatile("membar.cta;");
  asm volatile("fence.acq_rel.sys;");
  asm volatile("fence.sc.cluster;");
  __syncthreads();
})");
  std::vector<ThreadScope> Scopes;
  for (const Fence &Each : Kernel.Fences)
    Scopes.push_back(Each.Scope);
  EXPECT_THAT(Scopes, ElementsAre(ThreadScope::Block, ThreadScope::Device, ThreadScope::System,
                                  ThreadScope::Device, ThreadScope::Block, ThreadScope::System,
                                  ThreadScope::Cluster));
}

TEST_F(SynchronisationTest, OrderAndScopeOfAccesses) {
  lower(R"(
__global__ void k(int *a, volatile int *flag) {
  int x;
  atomicAdd(a, 1);
  atomicAdd_block(a, 1);
  atomicCAS_system(a, 0, 1);
  *flag = 1;
  a[threadIdx.x] = 2;
  asm volatile("ld.acquire.gpu.b32 %0, [%1];" : "=r"(x) : "l"(a));
  asm volatile("st.release.sys.b32 [%0], %1;" :: "l"(a), "r"(7));
  asm volatile("red.relaxed.cta.global.add.s32 [%0], %1;" :: "l"(a), "r"(x));
  asm volatile("atom.acq_rel.cluster.global.add.s32 %0, [%1], 1;" : "=r"(x) : "l"(a));
})");
  auto Is = [&](unsigned Number, AccessOrder Order, ThreadScope Scope) {
    const Access &Site = Kernel.Accesses.at(Number);
    EXPECT_EQ(Site.Order, Order) << Site.Text;
    EXPECT_EQ(Site.Scope, Scope) << Site.Text;
  };
  ASSERT_EQ(Kernel.Accesses.size(), 9u);
  Is(0, AccessOrder::Relaxed, ThreadScope::Device);
  Is(1, AccessOrder::Relaxed, ThreadScope::Block);
  Is(2, AccessOrder::Relaxed, ThreadScope::System);
  Is(3, AccessOrder::Volatile, ThreadScope::System);
  Is(4, AccessOrder::Weak, ThreadScope::Thread);
  Is(5, AccessOrder::Acquire, ThreadScope::Device);
  Is(6, AccessOrder::Release, ThreadScope::System);
  Is(7, AccessOrder::Relaxed, ThreadScope::Block);
  Is(8, AccessOrder::AcquireRelease, ThreadScope::Cluster);
}

TEST_F(SynchronisationTest, AtomicObjects) {
  lower(R"(
#include <cuda/atomic>
__global__ void k(int *a, cuda::atomic<int, cuda::thread_scope_device> *whole) {
  cuda::atomic_ref<int, cuda::thread_scope_block> r(*a);
  r.fetch_add(1, cuda::std::memory_order_relaxed);
  r.store(2, cuda::memory_order_release);
  while (whole->load(cuda::memory_order_acquire) == 0) {}
  ++*whole;
  cuda::atomic_ref<int>(*a).exchange(1, cuda::memory_order_acq_rel);
  cuda::atomic_thread_fence(cuda::memory_order_seq_cst, cuda::thread_scope_block);
  cuda::std::atomic_thread_fence(cuda::std::memory_order_acquire);
  cuda::atomic_thread_fence(cuda::memory_order_relaxed, cuda::thread_scope_device);
  a[1] = 3;
})");
  std::vector<std::pair<AccessOrder, ThreadScope>> Found;
  for (const Access &Each : Kernel.Accesses)
    Found.push_back({Each.Order, Each.Scope});
  EXPECT_THAT(Found,
              ElementsAre(std::pair(AccessOrder::Relaxed, ThreadScope::Block),
                          std::pair(AccessOrder::Release, ThreadScope::Block),
                          std::pair(AccessOrder::Acquire, ThreadScope::Device),
                          std::pair(AccessOrder::SequentiallyConsistent, ThreadScope::Device),
                          std::pair(AccessOrder::AcquireRelease, ThreadScope::System),
                          std::pair(AccessOrder::Weak, ThreadScope::Thread)));
  std::vector<ThreadScope> Scopes;
  for (const Fence &Each : Kernel.Fences)
    Scopes.push_back(Each.Scope);
  EXPECT_THAT(Scopes, ElementsAre(ThreadScope::Block, ThreadScope::System));
}

TEST_F(SynchronisationTest, WhatStoresWrite) {
  lower(R"(
struct Pair { int a, b; };
struct Bits { int low : 3; };
__global__ void k(int *i, float *f, double *d, bool *b, char *c, Pair *p, float g, float **at,
                  Bits *bits) {
  int t = threadIdx.x;
  i[0] = 3 * t + 1;
  i[1] += 2;
  f[0] = -1.0f;
  d[0] = 1;
  f[1] = f[2] * 2;
  f[3] = g;
  b[0] = t > 4;
  c[0] = t + 255;
  p[0] = p[1];
  at[0] = f + t;
  bits->low = 1;
  __stcg(i, t * 7);
  asm volatile("st.global.b16 [%0], %1;" :: "l"(i), "h"((short)-1));
})");
  ASSERT_TRUE(store(0).Value);
  EXPECT_EQ(valueOf(store(0).Value), 16);
  ASSERT_TRUE(store(1).Value);
  EXPECT_EQ(valueOf(store(1).Value), 2);
  // IEEE 754: sign, 8 bits of exponent (127), no fraction; 11 bits of exponent (1023).
  ASSERT_TRUE(store(2).Value && store(2).Value->isConstant());
  EXPECT_EQ(store(2).Value->constantTerm(), 0xbf800000);
  ASSERT_TRUE(store(3).Value && store(3).Value->isConstant());
  EXPECT_EQ(store(3).Value->constantTerm(), 0x3ff0000000000000);
  EXPECT_EQ(store(4).Value, nullptr);
  // Not known, but one for all threads.
  ASSERT_TRUE(store(5).Value);
  EXPECT_EQ(store(5).Value->varies(), Uniformity::Grid);
  ASSERT_TRUE(store(6).Value);
  EXPECT_EQ(valueOf(store(6).Value), 1);
  // 5 + 255 = 260 does not fit a signed char: 4.
  ASSERT_TRUE(store(7).Value);
  EXPECT_EQ(valueOf(store(7).Value), 4);
  EXPECT_EQ(store(8).Value, nullptr);
  unsigned After = 8 + store(8).Parts;
  ASSERT_TRUE(store(After).Value);
  EXPECT_EQ(valueOf(store(After).Value), 5 * 4);
  EXPECT_EQ(store(After + 1).Value, nullptr);
  ASSERT_TRUE(store(After + 2).Value);
  EXPECT_EQ(valueOf(store(After + 2).Value), 35);
  ASSERT_TRUE(store(After + 3).Value && store(After + 3).Value->isConstant());
  EXPECT_EQ(store(After + 3).Value->constantTerm(), 0xffff);
}

TEST_F(SynchronisationTest, BranchesAreInTheSource) {
  lower(R"(
__global__ void k(int *a, int n) {
  if (threadIdx.x >= n) return;
  for (int i = 0; i < n; ++i)
    a[i] = n > 4 && a[i] ? 1 : 0;
  switch (n) { case 1: a[0] = 1; }
})");
  std::vector<std::string> Found;
  for (const Node &Each : Kernel.Nodes)
    if (Each.Kind == NodeKind::Branch || Each.Kind == NodeKind::LoopHead)
      Found.push_back(std::to_string(Each.Position.Line) + ":" +
                      std::to_string(Each.Position.Column) + " " + Each.Text);
  EXPECT_THAT(Found, ElementsAre("3:7 threadIdx.x >= n", "4:3 ", "4:19 i < n", "5:12 n > 4",
                                 "5:12 n > 4 && a[i]", "6:11 n"));
}

} // namespace
