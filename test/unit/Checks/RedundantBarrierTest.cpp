//===- RedundantBarrierTest.cpp - Barriers that separate nothing ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

#include "cuda-memlint/Checks/Analysis.h"
#include "cuda-memlint/Model/FileAnalysis.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

namespace {

/// Straight-line kernels on one shared array of ints, in blocks of 64 threads. Barriers are on
/// lines 100, 101, ...
class RedundantBarrierTest : public testing::Test, public KernelBuilder {
public:
  RedundantBarrierTest() {
    grid(1), block(64);
    Array = sharedArray("s", 4, {256});
    node(NodeKind::Entry, 0);
  }

  Access &at(AccessKind Kind, Value Element) {
    Access &Site = access(Kind, Array, Element * 4);
    Site.NodeId = node(NodeKind::Access, Site.Id);
    return Site;
  }
  void put(Value Element) { at(AccessKind::Store, Element); }
  void get(Value Element) { at(AccessKind::Load, Element); }
  void add(Value Element, AtomicUpdate Update) { at(AccessKind::Atomic, Element).Update = Update; }

  void barrier(const std::vector<Value> &Guards = {}, BarrierScope Scope = BarrierScope::Block) {
    unsigned Number = unsigned(Kernel.Barriers.size());
    unsigned NodeId = node(NodeKind::Barrier, Number);
    Barrier &New = Kernel.Barriers.emplace_back();
    New.Scope = Scope;
    New.Text = "barrier()";
    New.Position.Path = "kernel.cu";
    New.Position.Line = 100 + Number;
    New.NodeId = NodeId;
    for (Value Guard : Guards)
      New.Guards.push_back(Guard.Node);
  }

  KernelAnalysis result() {
    if (Kernel.Nodes.back().Kind != NodeKind::Exit)
      node(NodeKind::Exit, 0);
    return analyse();
  }

  static std::vector<unsigned> linesOf(const KernelAnalysis &Kernel) {
    std::vector<unsigned> Lines;
    for (const Finding &Item : Kernel.Findings)
      if (Item.Check == "cuda-redundant-barrier")
        Lines.push_back(Item.Position.Line);
    return Lines;
  }
  std::vector<unsigned> lines() { return linesOf(result()); }

  unsigned Array = 0;
};

TEST_F(RedundantBarrierTest, OwnElement) {
  put(Tx), barrier(), get(Tx);
  KernelAnalysis Result = result();
  EXPECT_THAT(linesOf(Result), ElementsAre(100));
  EXPECT_EQ(Result.Findings.front().Level, FindingLevel::Remark);
  EXPECT_THAT(notesOf(Result.Findings.front()), HasSubstr("proved for kernel<<<1, 64>>>"));
}

// Thread 0 reads what thread 63 stores.
TEST_F(RedundantBarrierTest, ElementOfAnotherWarp) {
  put(Tx), barrier(), get(Tx * -1 + 63);
  EXPECT_THAT(lines(), IsEmpty());
}

// Loads of what nobody stores behind the barrier, and stores of what nobody has loaded.
TEST_F(RedundantBarrierTest, OtherHalf) {
  get(Tx), barrier(), put(Tx + 64);
  EXPECT_THAT(lines(), ElementsAre(100));
}

// One of the two is needed: the second, when the first is gone.
TEST_F(RedundantBarrierTest, TwoInARow) {
  put(Tx), barrier(), barrier(), get(Tx * -1 + 63);
  EXPECT_THAT(lines(), ElementsAre(100));
}

TEST_F(RedundantBarrierTest, AtomicsThatCommute) {
  add(Tx * 0, AtomicUpdate::Add), barrier(), add(Tx * 0, AtomicUpdate::Add);
  EXPECT_THAT(lines(), ElementsAre(100));
}

TEST_F(RedundantBarrierTest, AtomicsThatDoNot) {
  add(Tx * 0, AtomicUpdate::Add), barrier(), add(Tx * 0, AtomicUpdate::Or);
  EXPECT_THAT(lines(), IsEmpty());
}

TEST_F(RedundantBarrierTest, AtomicsOfWhichTheResultIsUsed) {
  add(Tx * 0, AtomicUpdate::Other), barrier(), add(Tx * 0, AtomicUpdate::Other);
  EXPECT_THAT(lines(), IsEmpty());
}

TEST_F(RedundantBarrierTest, UnseenEffect) {
  put(Tx), barrier(), get(Tx);
  Kernel.Unseen.push_back({{}, "elsewhere()"});
  EXPECT_THAT(lines(), IsEmpty());
}

TEST_F(RedundantBarrierTest, ConditionThatHoldsForAll) {
  put(Tx), barrier({Tx < 64}), get(Tx);
  EXPECT_THAT(lines(), ElementsAre(100));
}

TEST_F(RedundantBarrierTest, ConditionThatHoldsForNone) {
  put(Tx), barrier({Tx >= 64}), get(Tx);
  EXPECT_THAT(lines(), IsEmpty());
}

// Who waits where others do not come cannot be said to wait for nothing.
TEST_F(RedundantBarrierTest, ConditionThatPartsThreads) {
  put(Tx), barrier({Tx < 32}), get(Tx);
  EXPECT_THAT(lines(), IsEmpty());
}

TEST_F(RedundantBarrierTest, BarrierOfTheWarpThatComesAsAWhole) {
  put(Tx), barrier({Tx < 32}, BarrierScope::Warp), get(Tx);
  EXPECT_THAT(lines(), ElementsAre(100));
}

TEST_F(RedundantBarrierTest, BarrierOfAPartOfTheWarp) {
  put(Tx), barrier({Tx < 16}, BarrierScope::Warp), get(Tx);
  EXPECT_THAT(lines(), IsEmpty());
}

TEST_F(RedundantBarrierTest, BarrierOfTheLanesThatCome) {
  put(Tx), barrier({Tx % 32 < 16}, BarrierScope::Warp), get(Tx);
  Kernel.Barriers[0].Mask = number(0xffff).Node;
  EXPECT_THAT(lines(), ElementsAre(100));
  Kernel.Barriers[0].Mask = number(0xff).Node;
  EXPECT_THAT(lines(), IsEmpty());
}

// A volatile access beside another one of global memory may be for other blocks.
TEST_F(RedundantBarrierTest, FlagInGlobalMemory) {
  Array = global("data");
  put(Tx), barrier();
  Array = global("flag");
  put(Tx + 1024);
  Kernel.Accesses.back().IsVolatile = true;
  EXPECT_THAT(lines(), IsEmpty());
}

TEST_F(RedundantBarrierTest, DataInGlobalMemory) {
  Array = global("data");
  put(Tx), barrier();
  Array = global("more");
  put(Tx + 1024);
  EXPECT_THAT(lines(), ElementsAre(100));
}

// The two parameters may be one array.
TEST_F(RedundantBarrierTest, ParametersThatMayBeOne) {
  Array = global("in");
  get(Tx * -1 + 63), barrier();
  Array = global("out");
  put(Tx);
  EXPECT_THAT(lines(), IsEmpty());
  Kernel.Objects[Array].IsRestrict = true;
  EXPECT_THAT(lines(), ElementsAre(100));
}

// The second instance of a template reads what another thread stores.
TEST_F(RedundantBarrierTest, InstancesThatDoNotAgree) {
  put(Tx), barrier();
  std::vector<FileAnalysis> Files(2);
  auto Analyse = [&](Value Read) {
    KernelProgram Common = Kernel;
    get(Read);
    KernelAnalysis Result = result();
    Kernel = Common;
    return Result;
  };
  Files[0].Kernels.push_back(Analyse(Tx));
  ASSERT_THAT(linesOf(Files[0].Kernels[0]), ElementsAre(100));
  agreeOnFindings(Files);
  EXPECT_THAT(linesOf(Files[0].Kernels[0]), ElementsAre(100));
  Files[1].Kernels.push_back(Analyse(Tx * -1 + 63));
  agreeOnFindings(Files);
  EXPECT_THAT(linesOf(Files[0].Kernels[0]), IsEmpty());
}

TEST_F(RedundantBarrierTest, FileWithErrors) {
  put(Tx), barrier(), get(Tx);
  std::vector<FileAnalysis> Files(1);
  Files[0].Parsed = ParseState::WithErrors;
  Files[0].Kernels.push_back(result());
  agreeOnFindings(Files);
  EXPECT_THAT(linesOf(Files[0].Kernels[0]), IsEmpty());
}

} // namespace
