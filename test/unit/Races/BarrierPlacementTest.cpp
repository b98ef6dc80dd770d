//===- BarrierPlacementTest.cpp - Barriers that are put in ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Races/BarrierPlacement.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::ElementsAre;
using testing::IsEmpty;

namespace {

/// s[t] = …; … = s[63 - t]; in a loop of four iterations. Nodes: entry 0, head 1, store 2,
/// load 3, exit 4; the load's first successor is the head, its second the exit.
class BarrierPlacement : public testing::Test {
protected:
  BarrierPlacement() {
    MemoryObject Array;
    Array.Kind = ObjectKind::StaticShared;
    Array.Space = MemorySpace::Shared;
    Array.Name = "s";
    Array.ElementBytes = 4;
    Kernel.Objects.push_back(Array);
    LeafInfo Info;
    Info.Kind = LeafKind::ThreadIndex;
    Info.Varies = Uniformity::Lane;
    Info.Range = {0, 1023};
    ExprRef Thread = Context.leaf(Info);
    LeafInfo Counter;
    Counter.Kind = LeafKind::LoopCounter;
    Counter.Range = {0, 4};
    Loop Around;
    Around.Counter = Context.leaf(Counter);
    Around.Exits = {Context.less(Context.constant(2), Around.Counter)};
    Kernel.Loops.push_back(Around);
    Kernel.Nodes.resize(5);
    Kernel.Nodes[0] = node(NodeKind::Entry, 0, {1});
    Kernel.Nodes[1] = node(NodeKind::LoopHead, 0, {2});
    Kernel.Nodes[2] = node(NodeKind::Access, 0, {3});
    Kernel.Nodes[3] = node(NodeKind::Access, 1, {1, 4});
    Kernel.Nodes[4] = node(NodeKind::Exit, 0, {});
    ExprRef Four = Context.constant(4);
    addAccess(AccessKind::Store, 2, Context.multiply(Thread, Four));
    addAccess(AccessKind::Load, 3,
              Context.multiply(Context.subtract(Context.constant(63), Thread), Four));
    Launch.Grid = {1, 1, 1};
    Launch.Block = {64, 1, 1};
    // 0: before the loop; 1: before the load; 2: at the end of the body.
    addPoint({{0, 0}}, 1, {});
    addPoint({{2, 0}}, 3, {0});
    addPoint({{3, 0}}, 4, {0});
  }

  static Node node(NodeKind Kind, unsigned Index, std::vector<unsigned> Successors) {
    Node New;
    New.Kind = Kind;
    New.Index = Index;
    New.Successors = std::move(Successors);
    return New;
  }

  void addAccess(AccessKind Kind, unsigned Node, ExprRef Offset) {
    Access New;
    New.Id = unsigned(Kernel.Accesses.size());
    New.Space = MemorySpace::Shared;
    New.Kind = Kind;
    New.Offset = Offset;
    New.Loops = {0};
    New.NodeId = Node;
    Kernel.Accesses.push_back(New);
  }

  void addPoint(std::vector<std::pair<unsigned, unsigned>> Edges, unsigned Behind,
                std::vector<unsigned> Loops) {
    InsertionPoint New;
    New.Edges = std::move(Edges);
    New.FirstNode = Behind;
    New.Loops = std::move(Loops);
    Kernel.InsertionPoints.push_back(New);
  }

  /// What is left of the one pair of accesses in different warps.
  std::vector<unsigned> left(std::vector<unsigned> Points) {
    std::optional<KernelProgram> Mended = withBarriers(Kernel, Points, BarrierScope::Block);
    EXPECT_TRUE(Mended.has_value());
    return pairsLeft(Context, *Mended, Launch, {}, {{0, 1, ThreadPair::DifferentWarps}}).Numbers;
  }

  ExprContext Context;
  KernelProgram Kernel;
  LaunchContext Launch;
};

// One barrier leaves the load of an iteration and the store of the next, or the two of one
// iteration; both together leave nothing.
TEST_F(BarrierPlacement, ALoopNeedsTwo) {
  EXPECT_THAT(left({}), ElementsAre(0u));
  EXPECT_THAT(left({0}), ElementsAre(0u));
  EXPECT_THAT(left({1}), ElementsAre(0u));
  EXPECT_THAT(left({2}), ElementsAre(0u));
  EXPECT_THAT(left({0, 1}), ElementsAre(0u));
  EXPECT_THAT(left({1, 2}), IsEmpty());
  EXPECT_THAT(left({2, 1}), IsEmpty());
}

TEST_F(BarrierPlacement, NodesBehindMoveOn) {
  std::optional<KernelProgram> Mended = withBarriers(Kernel, {0, 2}, BarrierScope::Warp);
  ASSERT_TRUE(Mended.has_value());
  // Entry 0, barrier 1, head 2, store 3, load 4, barrier 5, exit 6.
  ASSERT_EQ(Mended->Nodes.size(), 7u);
  EXPECT_THAT(Mended->Nodes[0].Successors, ElementsAre(1u));
  EXPECT_THAT(Mended->Nodes[1].Successors, ElementsAre(2u));
  EXPECT_THAT(Mended->Nodes[4].Successors, ElementsAre(5u, 6u));
  EXPECT_THAT(Mended->Nodes[5].Successors, ElementsAre(2u));
  EXPECT_EQ(Mended->Nodes[5].Kind, NodeKind::Barrier);
  EXPECT_EQ(Mended->Accesses[1].NodeId, 4u);
  const Barrier &AtEnd = Mended->Barriers[Mended->Nodes[5].Index];
  EXPECT_EQ(AtEnd.NodeId, 5u);
  EXPECT_EQ(AtEnd.Scope, BarrierScope::Warp);
  EXPECT_THAT(AtEnd.Loops, ElementsAre(0u));
}

// Ways that lead to different places have no place in common.
TEST_F(BarrierPlacement, NoSinglePlace) {
  addPoint({{2, 0}, {3, 1}}, 4, {});
  EXPECT_FALSE(withBarriers(Kernel, {3}, BarrierScope::Block).has_value());
  // Nothing is known to come behind the third way of a node with two.
  addPoint({{3, 2}}, 4, {});
  EXPECT_FALSE(withBarriers(Kernel, {4}, BarrierScope::Block).has_value());
}

} // namespace
