//===- MissingFenceTest.cpp - Data that blocks hand to each other ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::Contains;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace {

/// Kernels whose nodes are a straight line, in the order in which they are made.
class MissingFenceTest : public testing::Test, public KernelBuilder {
public:
  MissingFenceTest() {
    grid(4);
    block(32);
    Data = global("data");
    Flag = global("flag");
    node(NodeKind::Entry);
  }

  Access &at(AccessKind Kind, unsigned Object, Value Offset, const std::vector<Value> &Guards) {
    Access &New = access(Kind, Object, Offset);
    for (Value Guard : Guards)
      New.Guards.push_back(Guard.Node);
    New.NodeId = node(NodeKind::Access, New.Id);
    return New;
  }

  void fence(ThreadScope Scope = ThreadScope::Device) {
    Fence &New = Kernel.Fences.emplace_back();
    New.Scope = Scope;
    New.NodeId = node(NodeKind::Fence, unsigned(Kernel.Fences.size() - 1));
  }

  void barrier(BarrierScope Scope = BarrierScope::Block) {
    Barrier &New = Kernel.Barriers.emplace_back();
    New.Scope = Scope;
    New.NodeId = node(NodeKind::Barrier, unsigned(Kernel.Barriers.size() - 1));
  }

  /// atomicAdd(flag, 1) by the first thread of each block.
  Value count(AccessOrder Order = AccessOrder::Relaxed) {
    Access &New = at(AccessKind::Atomic, Flag, number(0), {Tx == 0});
    New.Text = "atomicAdd(flag, 1)";
    New.Order = Order;
    New.Scope = ThreadScope::Device;
    New.Result = Context.opaque(OpaqueReason::DataDependent, Uniformity::Lane, New.Text);
    return {&Context, New.Result};
  }

  /// Each block stores its element, and the last one to count reads that of all.
  void storeOwnElement() { at(AccessKind::Store, Data, Bx * 4, {Tx == 0}); }
  void readAllIf(Value Guard) { at(AccessKind::Load, Data, Tx * 4, {Guard}); }

  /// while (*flag == 0) {}, by the blocks but the first.
  void waitForFlag(bool IsVolatile = true) {
    LeafInfo Info;
    Info.Kind = LeafKind::LoopCounter;
    Info.Id = uint32_t(Kernel.Loops.size());
    Info.Name = "k";
    Loop New;
    New.Id = Info.Id;
    New.Counter = Context.leaf(Info);
    Value Seen = loaded("*flag", Uniformity::Lane);
    New.Exits = {(!(Seen == 0)).Node};
    Kernel.Loops.push_back(New);
    unsigned Head = node(NodeKind::LoopHead, New.Id);
    Access &Read = at(AccessKind::Load, Flag, number(0), {Bx != number(0)});
    Read.Text = "*flag";
    Read.Result = Seen.Node;
    Read.Loops = {New.Id};
    Read.IsVolatile = IsVolatile;
    Read.Order = IsVolatile ? AccessOrder::Volatile : AccessOrder::Weak;
    Kernel.Nodes[Read.NodeId].Successors.push_back(Head);
  }

  /// data[0] = ..., and *flag = 1, by the first thread of the first block.
  void storeData() { at(AccessKind::Store, Data, number(0), {Bx == 0, Tx == 0}); }
  void setFlag() {
    Access &New = at(AccessKind::Store, Flag, number(0), {Bx == 0, Tx == 0});
    New.Text = "*flag";
    New.IsVolatile = true;
    New.Order = AccessOrder::Volatile;
  }
  void readData() { at(AccessKind::Load, Data, number(0), {Bx != number(0)}); }

  /// Findings of this check; where data lies does not matter here.
  std::vector<Finding> findings() {
    std::vector<Finding> Result;
    for (Finding &Item : analyse().Findings)
      if (Item.Check == "cuda-missing-fence")
        Result.push_back(std::move(Item));
    return Result;
  }

  unsigned Data = 0, Flag = 0;
};

// Thread 1 of the last block reads byte 4, which block 1 has stored.
TEST_F(MissingFenceTest, LastBlockReadsWhatOthersStored) {
  storeOwnElement();
  Value Ticket = count();
  readAllIf(Ticket == GridSize[0] - 1);
  std::vector<Finding> Findings = findings();
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_EQ(
      Findings[0].Message,
      "missing fence: `data` is published to other blocks without a `__threadfence()` between "
      "the store and `atomicAdd(flag, 1)` at line 2; thread (1,0,0) of block (0,0,0) may read "
      "a stale value instead of the one stored by thread (0,0,0) of block (1,0,0)");
  EXPECT_THAT(notesOf(Findings[0]), HasSubstr("insert `__threadfence();` before this"));
}

TEST_F(MissingFenceTest, FenceBetween) {
  storeOwnElement();
  fence();
  Value Ticket = count();
  readAllIf(Ticket == GridSize[0] - 1);
  EXPECT_THAT(findings(), IsEmpty());
}

// A fence of one thread orders what others did before they met it at a barrier.
TEST_F(MissingFenceTest, FenceBehindABarrier) {
  at(AccessKind::Store, Data, Bx * 128 + Tx * 4, {});
  barrier();
  fence();
  Value Ticket = count();
  readAllIf(Ticket == GridSize[0] - 1);
  EXPECT_THAT(findings(), IsEmpty());
}

TEST_F(MissingFenceTest, BarrierAlone) {
  at(AccessKind::Store, Data, Bx * 128 + Tx * 4, {});
  barrier();
  Value Ticket = count();
  readAllIf(Ticket == GridSize[0] - 1);
  EXPECT_THAT(findings(), SizeIs(1));
}

TEST_F(MissingFenceTest, FenceOfTheBlock) {
  storeOwnElement();
  fence(ThreadScope::Block);
  Value Ticket = count();
  readAllIf(Ticket == GridSize[0] - 1);
  std::vector<Finding> Findings = findings();
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_THAT(notesOf(Findings[0]), HasSubstr("only for threads of the same block"));
}

TEST_F(MissingFenceTest, AtomicThatReleases) {
  storeOwnElement();
  Value Ticket = count(AccessOrder::AcquireRelease);
  readAllIf(Ticket == GridSize[0] - 1);
  EXPECT_THAT(findings(), IsEmpty());
}

// What a block has stored itself it reads as it has stored it.
TEST_F(MissingFenceTest, BlocksReadTheirOwn) {
  storeOwnElement();
  Value Ticket = count();
  at(AccessKind::Load, Data, Bx * 4, {Ticket == GridSize[0] - 1});
  EXPECT_THAT(findings(), IsEmpty());
}

TEST_F(MissingFenceTest, OneBlock) {
  storeOwnElement();
  Value Ticket = count();
  readAllIf(Ticket == GridSize[0] - 1);
  grid(1);
  EXPECT_THAT(findings(), IsEmpty());
}

// The first to count knows nothing of others, nor does who counts below a limit.
TEST_F(MissingFenceTest, NotTheLastToCount) {
  storeOwnElement();
  Value Ticket = count();
  readAllIf(Ticket == 0);
  readAllIf(Ticket < 2);
  EXPECT_THAT(findings(), IsEmpty());
}

// A counter for each block says nothing about the others.
TEST_F(MissingFenceTest, CounterOfEachBlock) {
  storeOwnElement();
  Value Ticket = count();
  Kernel.Accesses.back().Offset = (Bx * 4).Node;
  readAllIf(Ticket == 3);
  EXPECT_THAT(findings(), IsEmpty());
}

TEST_F(MissingFenceTest, TicketHandedOnInSharedMemory) {
  unsigned Shared = sharedArray("isLast", 1, {1});
  storeOwnElement();
  Value Ticket = count();
  Access &Handed = at(AccessKind::Store, Shared, number(0), {Tx == 0});
  Handed.Text = "isLast";
  Handed.Value = (Ticket == GridSize[0] - 1).Node;
  barrier();
  Value Received = loaded("isLast", Uniformity::Lane);
  at(AccessKind::Load, Shared, number(0), {}).Result = Received.Node;
  readAllIf(Received);
  EXPECT_THAT(findings(), SizeIs(1));
}

TEST_F(MissingFenceTest, FlagWithoutFence) {
  storeData();
  setFlag();
  waitForFlag();
  fence();
  readData();
  std::vector<Finding> Findings = findings();
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_THAT(Findings[0].Message,
              HasSubstr("between the store and the store to `*flag` at line 2"));
}

TEST_F(MissingFenceTest, WaiterWithoutFence) {
  storeData();
  fence();
  setFlag();
  waitForFlag();
  readData();
  std::vector<Finding> Findings = findings();
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_THAT(
      Findings[0].Message,
      HasSubstr("missing fence: `data` is loaded without a `__threadfence()` after the loop that "
                "waits for `*flag`; thread"));
}

TEST_F(MissingFenceTest, FencesOnBothSides) {
  storeData();
  fence();
  setFlag();
  waitForFlag();
  fence();
  readData();
  EXPECT_THAT(findings(), IsEmpty());
}

TEST_F(MissingFenceTest, BarrierBehindTheLoop) {
  storeData();
  fence();
  setFlag();
  waitForFlag();
  barrier();
  readData();
  EXPECT_THAT(findings(), IsEmpty());
}

TEST_F(MissingFenceTest, PlainFlag) {
  storeData();
  fence();
  setFlag();
  waitForFlag(/*IsVolatile=*/false);
  fence();
  readData();
  std::vector<Finding> Findings = findings();
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_THAT(Findings[0].Message, HasSubstr("which the compiler may hoist out of it"));
}

// That is a race, and is reported once.
TEST_F(MissingFenceTest, AtomicOfTheBlock) {
  count();
  Kernel.Accesses.back().Scope = ThreadScope::Block;
  EXPECT_THAT(findings(), IsEmpty());
  EXPECT_THAT(analyse().Findings, Contains(Field(&Finding::Check, "cuda-global-race")));
}

TEST_F(MissingFenceTest, AtomicOfTheBlockOnItsOwn) {
  count();
  Kernel.Accesses.back().Scope = ThreadScope::Block;
  Kernel.Accesses.back().Offset = (Bx * 4).Node;
  EXPECT_THAT(findings(), IsEmpty());
}

} // namespace
