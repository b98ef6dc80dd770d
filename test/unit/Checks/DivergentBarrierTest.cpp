//===- DivergentBarrierTest.cpp - Who comes to a barrier ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelBuilder.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

namespace {

class DivergentBarrierTest : public testing::Test, public KernelBuilder {
public:
  DivergentBarrierTest() { grid(1), block(64); }

  /// A barrier inside all loops made so far, under \p Guards.
  Barrier &barrier(const std::vector<Value> &Guards, BarrierScope Scope = BarrierScope::Block) {
    Barrier &New = Kernel.Barriers.emplace_back();
    New.Scope = Scope;
    New.Text = "barrier()";
    place(New, Guards);
    return New;
  }

  WarpOperation &shuffle(const std::vector<Value> &Guards, std::optional<Value> Mask) {
    WarpOperation &New = Kernel.WarpOperations.emplace_back();
    New.Text = "shuffle()";
    New.Mask = Mask ? Mask->Node : nullptr;
    place(New, Guards);
    return New;
  }

  Value loopOf(Value (*Exit)(Value Counter, Value Thread)) {
    LeafInfo Info;
    Info.Kind = LeafKind::LoopCounter;
    Info.Id = uint32_t(Kernel.Loops.size());
    Info.Range = {0, std::numeric_limits<int64_t>::max()};
    Info.Name = "k";
    Loop &New = Kernel.Loops.emplace_back();
    New.Id = Info.Id;
    New.Counter = Context.leaf(Info);
    New.Position.Line = 7;
    Value Counter = {&Context, New.Counter};
    New.Exits = {Exit(Counter, Tx).Node};
    return Counter;
  }

  unsigned node(NodeKind Kind, std::vector<unsigned> Successors, unsigned Index = 0) {
    Node &New = Kernel.Nodes.emplace_back();
    New.Kind = Kind;
    New.Index = Index;
    New.Successors = std::move(Successors);
    return unsigned(Kernel.Nodes.size() - 1);
  }

  void branchNode(Value Condition, std::vector<unsigned> Successors, const std::string &Text) {
    Node &New = Kernel.Nodes[node(NodeKind::Branch, std::move(Successors))];
    New.Condition = Condition.Node;
    New.Text = Text;
    New.Position.Line = 3;
  }

  std::string messages(std::vector<LaunchContext> Launches = {}) {
    std::string All;
    for (const Finding &Item : analyse(std::move(Launches)).Findings)
      if (Item.Check == "cuda-divergent-barrier")
        All += Item.Message + "\n";
    return All;
  }

private:
  void place(Site &At, const std::vector<Value> &Guards) {
    At.Position.Line = 20;
    for (Value Guard : Guards)
      At.Guards.push_back(Guard.Node);
    for (const Loop &Around : Kernel.Loops)
      At.Loops.push_back(Around.Id);
  }
};

TEST_F(DivergentBarrierTest, ConditionOnTheThread) {
  barrier({Tx < 16});
  EXPECT_EQ(
      messages(),
      "divergent barrier: `barrier()` is not reached by all threads of the block; thread (0,0,0) "
      "waits there, thread (16,0,0) does not arrive\n");
}

TEST_F(DivergentBarrierTest, ConditionThatHoldsForAllOrNone) {
  barrier({Tx < 64});
  barrier({Tx >= 64});
  barrier({Tx < BlockSize[0]});
  barrier({Bx == 0});
  barrier({parameter("n") > 0});
  EXPECT_THAT(messages(), IsEmpty());
}

// 2 blocks of 64 and 100 elements: in block 1 threads 0 to 35 have one.
TEST_F(DivergentBarrierTest, EndOfTheDataInTheLastBlock) {
  barrier({Bx * 64 + Tx < parameter("n")});
  argument(100);
  grid(2);
  EXPECT_THAT(messages(), HasSubstr("thread (0,0,0) of block (1,0,0) waits there, thread (36,0,0) "
                                    "of block (1,0,0) does not arrive"));
}

// 8 blocks for 100 elements: blocks 0 and 2 to 7 are whole or empty, block 1 is not.
TEST_F(DivergentBarrierTest, EndOfTheDataInTheMiddleOfTheGrid) {
  barrier({Bx * 64 + Tx < parameter("n")});
  argument(100);
  grid(8);
  EXPECT_THAT(messages(), HasSubstr("thread (36,0,0) of block (1,0,0) does not arrive"));
}

TEST_F(DivergentBarrierTest, EndOfTheDataThatIsAMultiple) {
  barrier({Bx * 64 + Tx < parameter("n")});
  argument(128);
  grid(8);
  EXPECT_THAT(messages(), IsEmpty());
}

TEST_F(DivergentBarrierTest, UnknownEndMayBeAMultiple) {
  barrier({Bx * 64 + Tx < parameter("n")});
  EXPECT_THAT(messages(), IsEmpty());
}

// Whatever n is, at most 10, thread 10 does not arrive.
TEST_F(DivergentBarrierTest, UnknownEndThatLeavesThreadsOut) {
  barrier({Tx < parameter("n", {1, 10})});
  EXPECT_THAT(messages(), HasSubstr("thread (10,0,0) does not arrive"));
}

TEST_F(DivergentBarrierTest, DataMayBeTheSameForAll) {
  barrier({loaded("a[t]", Uniformity::Lane) > 0});
  EXPECT_THAT(messages(), IsEmpty());
}

// Whoever has data, thread 16 does not arrive.
TEST_F(DivergentBarrierTest, DataAndACondition) {
  barrier({loaded("a[t]", Uniformity::Lane) > 0, Tx < 16});
  EXPECT_THAT(messages(), HasSubstr("thread (16,0,0) does not arrive"));
}

// for (i = t; i < 100; i += 64): thread 36 is at 100 in iteration 1.
TEST_F(DivergentBarrierTest, LoopThatThreadsGoThroughDifferentlyOften) {
  Value Counter = loopOf([](Value K, Value T) { return T + K * 64 >= 100; });
  barrier({Tx + Counter * 64 < 100});
  EXPECT_THAT(messages(),
              HasSubstr("waits there in iteration 1 of the loop at line 7, thread (36,0,0)"));
}

// do ... while (t > k): thread t leaves in iteration t, so thread 0 is not there in iteration 1.
TEST_F(DivergentBarrierTest, LoopThatThreadsLeaveAtTheEnd) {
  loopOf([](Value K, Value T) { return T <= K; });
  barrier({});
  EXPECT_THAT(messages(),
              HasSubstr("thread (1,0,0) waits there in iteration 1 of the loop at line "
                        "7, thread (0,0,0) has left the loop at line 7 in iteration 0"));
}

TEST_F(DivergentBarrierTest, LoopThatIsTheSameForAll) {
  Value Counter = loopOf([](Value K, Value) { return K >= 10; });
  barrier({Counter < 10});
  EXPECT_THAT(messages(), IsEmpty());
}

// Only in the last iteration, of offsets 960 to 1023, threads are beyond 1008.
TEST_F(DivergentBarrierTest, ConditionInTheLastIteration) {
  Value Counter = loopOf([](Value K, Value) { return K >= 16; });
  barrier({Counter < 16, Counter * 64 + Tx < 1008});
  EXPECT_THAT(messages(), HasSubstr("in iteration 15 of the loop at line 7, thread (48,0,0)"));
}

TEST_F(DivergentBarrierTest, ReturnBeforeTheBarrier) {
  // 0: entry, 1: branch, 2: barrier, 3: what follows, 4: exit.
  node(NodeKind::Entry, {1});
  branchNode(Tx >= 16, {4, 2}, "t >= 16");
  node(NodeKind::Barrier, {3});
  node(NodeKind::Join, {4});
  node(NodeKind::Exit, {});
  barrier({Tx < 16}).NodeId = 2;
  EXPECT_THAT(messages(), HasSubstr("thread (16,0,0) has returned (`t >= 16` at line 3 holds)"));
}

// Both barriers are kept from threads by one condition: one finding that names both.
TEST_F(DivergentBarrierTest, BarriersInBothArms) {
  node(NodeKind::Entry, {1});
  branchNode(Tx < 16, {2, 3}, "t < 16");
  node(NodeKind::Barrier, {4}, 0);
  node(NodeKind::Barrier, {4}, 1);
  node(NodeKind::Exit, {});
  barrier({Tx < 16}).NodeId = 2;
  Barrier &Second = barrier({Tx >= 16});
  Second.NodeId = 3;
  Second.Position.Line = 22;
  std::vector<Finding> Findings = analyse().Findings;
  ASSERT_THAT(Findings, SizeIs(1));
  EXPECT_THAT(Findings[0].Message, HasSubstr("does not arrive (`t < 16` at line 3 does not hold)"));
  EXPECT_THAT(notesOf(Findings[0]), HasSubstr("not all threads reach this barrier either"));
}

TEST_F(DivergentBarrierTest, GridBarrierUnderABlock) {
  grid(2);
  barrier({Bx == 0}, BarrierScope::Grid);
  EXPECT_THAT(messages(),
              HasSubstr("not reached by all threads of the grid; thread (0,0,0) of block (0,0,0) "
                        "waits there, thread (0,0,0) of block (1,0,0) does not arrive"));
}

// Somebody may launch blocks of 128, but nobody blocks of 16.
TEST_F(DivergentBarrierTest, BlockThatIsAGuess) {
  Launch.Origin = LaunchOrigin::Default;
  block(256);
  barrier({Tx < 128});
  EXPECT_THAT(messages(), IsEmpty());
  barrier({Tx < 16});
  EXPECT_THAT(messages(), HasSubstr("thread (16,0,0) does not arrive"));
}

TEST_F(DivergentBarrierTest, BarriersOfWhichMembersAreNotKnown) {
  barrier({Tx < 16}).IsUncertain = true;
  barrier({Tx < 16}, BarrierScope::Named);
  barrier({Tx < 16}, BarrierScope::Thread);
  EXPECT_THAT(messages(), IsEmpty());
}

/// if (CONDITION) operation; something
class WarpMeetingTest : public DivergentBarrierTest {
public:
  void operationUnder(Value Condition, std::optional<Value> Mask, bool IsReturn = false) {
    node(NodeKind::Entry, {1});
    if (IsReturn)
      branchNode(!Condition, {4, 2}, "condition");
    else
      branchNode(Condition, {2, 3}, "condition");
    node(NodeKind::WarpOperation, {3});
    node(NodeKind::Join, {4});
    node(NodeKind::Exit, {});
    shuffle({Condition}, Mask).NodeId = 2;
  }
};

TEST_F(WarpMeetingTest, HalfAWarp) {
  operationUnder(Tx % 32 < 16, std::nullopt);
  EXPECT_THAT(
      messages(),
      HasSubstr(
          "divergent warp operation: `shuffle()` is not reached by all lanes of the warp; thread "
          "(0,0,0) waits there, thread (16,0,0) does not arrive"));
}

TEST_F(WarpMeetingTest, WholeWarps) {
  operationUnder(Tx / 32 == 1, std::nullopt);
  EXPECT_THAT(messages(), IsEmpty());
}

TEST_F(WarpMeetingTest, TilesOfHalfAWarp) {
  operationUnder(Tx % 32 < 16, std::nullopt);
  Kernel.WarpOperations[0].GroupSize = 16;
  EXPECT_THAT(messages(), IsEmpty());
}

// 40 threads: the second warp has 8.
TEST_F(WarpMeetingTest, LanesThatDoNotExist) {
  operationUnder(Tx >= 32, std::nullopt);
  block(40);
  EXPECT_THAT(messages(), IsEmpty());
}

TEST_F(WarpMeetingTest, MaskOfThoseThatCome) {
  operationUnder(Tx % 32 < 16, number(0xffff));
  EXPECT_THAT(messages(), IsEmpty());
}

TEST_F(WarpMeetingTest, MaskWithoutTheCaller) {
  operationUnder(Tx % 32 < 24, number(0xffff));
  EXPECT_THAT(
      messages(),
      HasSubstr("incomplete mask: thread (16,0,0) reaches `shuffle()` but is not in its mask"));
}

/// A ballot among all lanes before the condition.
class BallotTest : public WarpMeetingTest {
public:
  Value ballotOf(Value Vote) {
    Value Mask = {&Context, Context.opaque(OpaqueReason::DataDependent, Uniformity::Warp, "mask")};
    WarpOperation &New = shuffle({}, std::nullopt);
    New.Vote = Vote.Node;
    New.Ballot = Mask.Node;
    return Mask;
  }
};

TEST_F(BallotTest, OfThoseThatCome) {
  operationUnder(Tx % 32 < 16, ballotOf(Tx % 32 < 16));
  EXPECT_THAT(messages(), IsEmpty());
}

// Lane 16 calls, and did not vote.
TEST_F(BallotTest, OfFewer) {
  operationUnder(Tx % 32 < 17, ballotOf(Tx % 32 < 16));
  EXPECT_THAT(
      messages(),
      HasSubstr("incomplete mask: thread (16,0,0) reaches `shuffle()` but is not in its mask"));
}

// Lane 16 voted, and does not arrive.
TEST_F(BallotTest, OfMore) {
  operationUnder(Tx % 32 < 16, ballotOf(Tx % 32 < 17));
  EXPECT_THAT(messages(), HasSubstr("thread (16,0,0) does not arrive"));
}

TEST_F(BallotTest, OfData) {
  operationUnder(Tx % 32 < 16, ballotOf(loaded("a[t]", Uniformity::Lane)));
  EXPECT_THAT(messages(), IsEmpty());
}

TEST_F(WarpMeetingTest, MaskThatIsNotKnown) {
  operationUnder(Tx % 32 < 16, loaded("mask", Uniformity::Warp));
  EXPECT_THAT(messages(), IsEmpty());
}

// Lanes that have ended are waited for by nobody.
TEST_F(WarpMeetingTest, LanesThatHaveReturned) {
  operationUnder(Tx % 32 < 16, std::nullopt, /*IsReturn=*/true);
  EXPECT_THAT(messages(), IsEmpty());
}

} // namespace
