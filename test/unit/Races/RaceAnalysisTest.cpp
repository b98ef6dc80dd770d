//===- RaceAnalysisTest.cpp - Pairs of accesses in small kernels ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Races/RaceAnalysis.h"
#include "cuda-memlint/Model/LaunchContext.h"
#include "cuda-memlint/Model/MemoryProgram.h"

#include "gmock/gmock.h"
#include "gtest/gtest.h"

using namespace memlint;
using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

namespace {

/// Straight-line kernels, or one loop around all that is added, on an array of ints in shared
/// memory. Blocks have 64 threads, two warps.
class RaceAnalysisTest : public testing::Test {
protected:
  RaceAnalysisTest() {
    MemoryObject Array;
    Array.Kind = ObjectKind::StaticShared;
    Array.Space = MemorySpace::Shared;
    Array.Name = "s";
    Array.ElementBytes = 4;
    Kernel.Objects.push_back(Array);
    node(NodeKind::Entry);
    LeafInfo Info;
    Info.Kind = LeafKind::ThreadIndex;
    Info.Varies = Uniformity::Lane;
    Info.Range = {0, 1023};
    Info.Name = "threadIdx.x";
    Thread = Context.leaf(Info);
    Launch.Grid = {1, 1, 1};
    Launch.Block = {64, 1, 1};
  }

  ExprRef number(int64_t Value) { return Context.constant(Value); }

  unsigned node(NodeKind Kind, unsigned Index = 0) {
    unsigned Id = unsigned(Kernel.Nodes.size());
    Node New;
    New.Kind = Kind;
    New.Index = Index;
    if (Id != 0)
      Kernel.Nodes[Id - 1].Successors.push_back(Id);
    Kernel.Nodes.push_back(New);
    return Id;
  }

  void access(AccessKind Kind, ExprRef Element, std::vector<ExprRef> Guards = {}) {
    Access New;
    New.Id = unsigned(Kernel.Accesses.size());
    New.Space = MemorySpace::Shared;
    New.Kind = Kind;
    New.Offset = Context.multiply(Element, number(4));
    New.Guards = std::move(Guards);
    New.Loops = Around;
    New.NodeId = node(NodeKind::Access, New.Id);
    Kernel.Accesses.push_back(New);
  }
  void store(ExprRef Element, std::vector<ExprRef> Guards = {}) {
    access(AccessKind::Store, Element, std::move(Guards));
  }
  void load(ExprRef Element, std::vector<ExprRef> Guards = {}) {
    access(AccessKind::Load, Element, std::move(Guards));
  }

  void barrier(BarrierScope Scope = BarrierScope::Block) {
    Barrier New;
    New.Scope = Scope;
    New.Loops = Around;
    New.NodeId = node(NodeKind::Barrier, unsigned(Kernel.Barriers.size()));
    Kernel.Barriers.push_back(New);
  }

  void beginLoop(int64_t Iterations) {
    LeafInfo Info;
    Info.Kind = LeafKind::LoopCounter;
    Info.Varies = Uniformity::Grid;
    Info.Range = {0, Iterations};
    Info.Name = "k";
    Loop New;
    New.Counter = Context.leaf(Info);
    New.Exits = {Context.less(number(Iterations - 2), New.Counter)};
    Kernel.Loops.push_back(New);
    Head = node(NodeKind::LoopHead);
    Around = {0};
  }

  /// The last node goes round, or on to the exit.
  RaceReport analyse() {
    node(NodeKind::Exit);
    if (!Around.empty())
      Kernel.Nodes[Kernel.Nodes.size() - 2].Successors.push_back(Head);
    return analyseRaces(Context, Kernel, Launch, {});
  }

  static std::vector<ThreadPair> races(const RaceReport &Report) {
    std::vector<ThreadPair> Found;
    for (const RaceVerdict &Verdict : Report.Verdicts)
      if (Verdict.Outcome == RaceOutcome::Race)
        Found.push_back(Verdict.Threads);
    return Found;
  }

  ExprContext Context;
  KernelProgram Kernel;
  LaunchContext Launch;
  ExprRef Thread = nullptr;
  std::vector<unsigned> Around;
  unsigned Head = 0;
};

// s[t] = …; … = s[63 - t]: thread 0 meets thread 63 of the other warp; within a warp nobody
// meets anybody, since t and 63 - t are on different sides of 32.
TEST_F(RaceAnalysisTest, StoreThenLoadOfAnothersElement) {
  store(Thread);
  load(Context.subtract(number(63), Thread));
  RaceReport Report = analyse();
  ASSERT_THAT(races(Report), ElementsAre(ThreadPair::DifferentWarps));
  const RaceVerdict &Verdict = Report.Verdicts.front();
  EXPECT_EQ(Verdict.FirstThread.Thread[0] + Verdict.SecondThread.Thread[0], 63);
  EXPECT_EQ(Verdict.FirstThread.Offset, Verdict.SecondThread.Offset);
  EXPECT_EQ(Verdict.FirstThread.Offset, 4 * Verdict.FirstThread.Thread[0]);
}

TEST_F(RaceAnalysisTest, ABarrierBetweenSeparates) {
  store(Thread);
  barrier();
  load(Context.subtract(number(63), Thread));
  RaceReport Report = analyse();
  EXPECT_THAT(Report.Verdicts, IsEmpty());
  EXPECT_EQ(Report.Absent, Report.Pairs);
  EXPECT_GT(Report.Pairs, 0u);
}

// The load of one iteration and the store of the next: one barrier is not enough.
TEST_F(RaceAnalysisTest, TheNextIterationMeetsTheLast) {
  beginLoop(4);
  store(Thread);
  barrier();
  load(Context.subtract(number(63), Thread));
  RaceReport Report = analyse();
  ASSERT_THAT(races(Report), ElementsAre(ThreadPair::DifferentWarps));
  const RaceVerdict &Verdict = Report.Verdicts.front();
  ASSERT_THAT(Verdict.FirstThread.Iterations, SizeIs(1));
  EXPECT_EQ(Verdict.FirstThread.Iterations[0].second,
            Verdict.SecondThread.Iterations[0].second + 1);
}

TEST_F(RaceAnalysisTest, TwoBarriersInTheLoopAreEnough) {
  beginLoop(4);
  store(Thread);
  barrier();
  load(Context.subtract(number(63), Thread));
  barrier();
  EXPECT_THAT(analyse().Verdicts, IsEmpty());
}

// s[t] = …; … = s[t ^ 1]: neighbours are lanes of one warp.
TEST_F(RaceAnalysisTest, LanesNeedABarrierOfTheWarp) {
  store(Thread);
  load(Context.bitXor(Thread, number(1)));
  EXPECT_THAT(races(analyse()), ElementsAre(ThreadPair::SameWarp));
}

TEST_F(RaceAnalysisTest, ABarrierOfTheWarpOrdersItsLanesOnly) {
  store(Thread);
  barrier(BarrierScope::Warp);
  load(Context.bitXor(Thread, number(1)));
  load(Context.bitXor(Thread, number(32)));
  EXPECT_THAT(races(analyse()), ElementsAre(ThreadPair::DifferentWarps));
}

TEST_F(RaceAnalysisTest, OneThreadDoesNotRaceWithItself) {
  store(number(0), {Context.equal(Thread, number(0))});
  load(number(0), {Context.equal(Thread, number(0))});
  EXPECT_THAT(analyse().Verdicts, IsEmpty());
}

TEST_F(RaceAnalysisTest, EqualValuesAreBenign) {
  store(number(0));
  Kernel.Accesses[0].Value = number(1);
  RaceReport Report = analyse();
  ASSERT_THAT(Report.Verdicts, SizeIs(2));
  EXPECT_EQ(Report.Verdicts[0].Outcome, RaceOutcome::Benign);
  EXPECT_EQ(Report.Verdicts[1].Outcome, RaceOutcome::Benign);
}

// s[t % (64 * n)]: whatever n is, thread t stores s[t], but for n = 0, where the kernel divides
// by zero: no n makes two threads meet.
TEST_F(RaceAnalysisTest, NobodyDividesByZero) {
  LeafInfo Info;
  Info.Kind = LeafKind::Parameter;
  Info.Varies = Uniformity::Grid;
  Info.Range = {std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max()};
  Info.Name = "n";
  store(Context.remainder(Thread, Context.multiply(number(64), Context.leaf(Info))));
  node(NodeKind::Exit);
  RaceOptions Options;
  Options.PossibleRaces = true;
  for (const RaceVerdict &Verdict : analyseRaces(Context, Kernel, Launch, Options).Verdicts)
    EXPECT_EQ(Verdict.Outcome, RaceOutcome::Undecided);
}

// s[t] and s[t + n]: for n = 1 they meet, for n = 64 or more they do not.
TEST_F(RaceAnalysisTest, WhatDependsOnAnArgumentMayRace) {
  LeafInfo Info;
  Info.Kind = LeafKind::Parameter;
  Info.Varies = Uniformity::Grid;
  Info.Range = {std::numeric_limits<int32_t>::min(), std::numeric_limits<int32_t>::max()};
  Info.Name = "n";
  store(Thread);
  load(Context.add(Thread, Context.leaf(Info)));
  node(NodeKind::Exit);
  RaceOptions Options;
  for (const RaceVerdict &Verdict : analyseRaces(Context, Kernel, Launch, Options).Verdicts)
    EXPECT_EQ(Verdict.Outcome, RaceOutcome::Undecided);
  Options.PossibleRaces = true;
  RaceReport Report = analyseRaces(Context, Kernel, Launch, Options);
  ASSERT_THAT(Report.Verdicts, SizeIs(2));
  EXPECT_EQ(Report.Verdicts[0].Outcome, RaceOutcome::MayRace);
  // The witness gives n as a number: it is the distance of the two threads.
  const RaceVerdict &Verdict = Report.Verdicts[0];
  ASSERT_THAT(Verdict.Values, SizeIs(1));
  EXPECT_EQ(Verdict.Values[0].first, "n");
  EXPECT_EQ(Verdict.Values[0].second,
            Verdict.FirstThread.Thread[0] - Verdict.SecondThread.Thread[0]);
  EXPECT_FALSE(Verdict.ConditionsLeftOut);
}

} // namespace
