//===- BruteForceTest.cpp - Counting against walking ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Random kernels whose totals are counted two ways: by evaluateAccess(), and by
/// walking every block, iteration and warp and evaluating the expressions as
/// they were written, lane by lane. Both must agree in every number.
///
//===----------------------------------------------------------------------===//

#include "ProgramBuilder.h"

#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Checks/CostReasonWording.h"
#include "cuda-memlint/Target/RequestCost.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/STLFunctionalExtras.h"

#include "gtest/gtest.h"

#include <random>

using namespace memlint;

namespace {

/// Walks a whole launch.
class Walker {
public:
  Walker(const ProgramBuilder &Program, const TargetModel &Target)
      : Program(Program), Target(Target), Site(Program.Kernel.Accesses.front()) {}

  void run() {
    const auto &Grid = Program.Launch.Grid;
    for (Block[2] = 0; Block[2] != *Grid[2]; ++Block[2])
      for (Block[1] = 0; Block[1] != *Grid[1]; ++Block[1])
        for (Block[0] = 0; Block[0] != *Grid[0]; ++Block[0])
          walkBlock();
  }

  CostTotals Totals;
  RequestCost Worst;

private:
  void walkBlock() {
    const auto &Extent = Program.Launch.Block;
    uint64_t Threads = *Extent[0] * *Extent[1] * *Extent[2];
    unsigned Lanes = Target.Shape.WarpLanes;
    for (uint64_t First = 0; First < Threads; First += Lanes) {
      FirstThread = First;
      LaneMask Mask = allLanes(unsigned(std::min<uint64_t>(Threads - First, Lanes)));
      Counters.clear();
      walkLoops(0, Mask);
    }
  }

  void walkLoops(size_t Level, LaneMask Mask) {
    if (Level == Site.Loops.size()) {
      walkSite(Mask);
      return;
    }
    const Loop &Around = Program.Kernel.Loops[Site.Loops[Level]];
    Counters.push_back(0);
    for (; Mask != 0; ++Counters.back()) {
      walkLoops(Level + 1, Mask);
      for (ExprRef Exit : Around.Exits)
        Mask &= ~lanesWhere(Exit, Mask);
    }
    Counters.pop_back();
  }

  void walkSite(LaneMask Mask) {
    for (ExprRef Guard : Site.Guards)
      Mask &= lanesWhere(Guard, Mask);
    if (Mask == 0)
      return;
    WarpRequest Request;
    Request.Kind = Site.Kind;
    Request.BytesPerLane = Site.Bytes;
    Request.ActiveMask = Mask;
    for (unsigned Lane = 0; Lane != Target.Shape.WarpLanes; ++Lane)
      if (Mask >> Lane & 1)
        Request.ByteOffset[Lane] = valueOn(Lane, Site.Offset);
    RequestCost Cost = *cost(Target, Site.Space, Request);
    Totals.Requests += 1;
    Totals.Lanes += uint64_t(std::popcount(Mask));
    Totals.Cost += Cost.Cost;
    Totals.Ideal += Cost.Ideal;
    auto Excess = [](RequestCost Cost) { return std::pair(Cost.Cost - Cost.Ideal, Cost.Cost); };
    if (Excess(Cost) > Excess(Worst))
      Worst = Cost;
  }

  LaneMask lanesWhere(ExprRef Condition, LaneMask Mask) {
    LaneMask Where = 0;
    for (unsigned Lane = 0; Lane != Target.Shape.WarpLanes; ++Lane)
      if ((Mask >> Lane & 1) && valueOn(Lane, Condition) != 0)
        Where |= LaneMask(1) << Lane;
    return Where;
  }

  int64_t valueOn(unsigned Lane, ExprRef Root) {
    const auto &Extent = Program.Launch.Block;
    uint64_t Thread = FirstThread + Lane;
    int64_t Index[3] = {int64_t(Thread % *Extent[0]), int64_t(Thread / *Extent[0] % *Extent[1]),
                        int64_t(Thread / *Extent[0] / *Extent[1])};
    return evaluate(Root, [&](ExprRef Leaf) -> int64_t {
      const LeafInfo &Info = Leaf->leaf();
      switch (Info.Kind) {
      case LeafKind::ThreadIndex:
        return Index[Info.Dimension];
      case LeafKind::BlockIndex:
        return int64_t(Block[Info.Dimension]);
      case LeafKind::BlockDimension:
        return int64_t(*Extent[Info.Dimension]);
      case LeafKind::GridDimension:
        return int64_t(*Program.Launch.Grid[Info.Dimension]);
      default:
        return Info.Id < Counters.size() ? Counters[Info.Id] : 0;
      }
    });
  }

  const ProgramBuilder &Program;
  const TargetModel &Target;
  const Access &Site;
  std::array<uint64_t, 3> Block = {};
  std::vector<int64_t> Counters;
  uint64_t FirstThread = 0;
};

/// Draws expressions over all that may be in an index.
class Generator {
public:
  Generator(ProgramBuilder &Program, uint64_t Seed) : Program(Program), Random(Seed) {
    Leaves = {Program.Tx, Program.Tx, Program.Ty, Program.Bx, Program.By, Program.Block[2]};
  }

  unsigned below(unsigned Bound) { return unsigned(Random() % Bound); }
  int64_t pick(std::initializer_list<int64_t> Numbers) {
    return Numbers.begin()[below(unsigned(Numbers.size()))];
  }

  Value leaf() { return Leaves[below(unsigned(Leaves.size()))]; }
  void addLeaf(Value Leaf) { Leaves.push_back(Leaf); }

  Value condition(unsigned Depth) {
    switch (below(8)) {
    case 0:
      return value(Depth) < value(Depth);
    case 1:
      return linear() < Program.number(pick({3, 17, 40, 100, 300}));
    case 2:
      return linear() >= Program.number(pick({1, 8, 33, 50}));
    case 3:
      return linear() % pick({2, 3, 4, 7}) == pick({0, 1});
    case 4:
      return (linear() & pick({1, 3, 6})) != Program.number(0);
    case 5:
      return condition(Depth) && condition(Depth);
    case 6:
      return condition(Depth) || condition(Depth);
    default:
      return !condition(Depth);
    }
  }

  /// Sums as index arithmetic has them.
  Value linear() {
    Value Sum = Program.Tx * pick({1, 1, 1, 2, 5}) + pick({0, 0, 1, 3});
    for (unsigned Terms = below(4); Terms != 0; --Terms)
      Sum = Sum + leaf() * pick({1, 4, 8, 16, 20, 32, 33, 64, 100});
    return Sum;
  }

  Value value(unsigned Depth) {
    if (Depth == 0)
      return below(4) == 0 ? Program.number(pick({1, 2, 3, 8, 31})) : leaf();
    switch (below(16)) {
    case 0:
    case 1:
      return linear();
    case 2:
      return value(Depth - 1) + value(Depth - 1);
    case 3:
      return value(Depth - 1) - value(Depth - 1);
    case 4:
      return value(Depth - 1) * pick({2, 3, 8, 32});
    case 5:
      return value(Depth - 1) * value(Depth - 1);
    case 6:
      return value(Depth - 1) / pick({2, 3, 4, 8, 10});
    case 7:
      return value(Depth - 1) % pick({2, 3, 8, 12, 32});
    case 8:
      return value(Depth - 1) & pick({1, 7, 12, 31});
    case 9:
      return value(Depth - 1) ^ value(Depth - 1);
    case 10:
      return value(Depth - 1) | value(Depth - 1);
    case 11:
      return value(Depth - 1) >> pick({1, 2, 3});
    case 12:
      return Program.number(pick({1, 3})) << (leaf() % 5);
    case 13: {
      Value L = value(Depth - 1), R = value(Depth - 1);
      return {L.Context,
              below(2) ? L.Context->minimum(L.Node, R.Node) : L.Context->maximum(L.Node, R.Node)};
    }
    case 14: {
      Value C = condition(Depth - 1), L = value(Depth - 1), R = value(Depth - 1);
      return {L.Context, L.Context->select(C.Node, L.Node, R.Node)};
    }
    default: {
      Value L = value(Depth - 1);
      return {L.Context, L.Context->wrap(L.Node, 8, below(2) != 0)};
    }
    }
  }

  void loops() {
    for (unsigned Count = below(3); Count != 0; --Count) {
      Value Counter = Program.loop();
      switch (below(8)) {
      case 0: // for (k = 0; k < c; ++k)
        Program.loopWhile(Counter < pick({1, 2, 5, 9, 40}));
        break;
      case 1: // for (s = 1; s < c; s *= 2)
        Program.loopWhile((Program.number(1) << Counter) < pick({1, 9, 32, 100}));
        break;
      case 2: // for (s = c; s > 0; s /= 2)
        Program.loopWhile((Program.number(pick({1, 16, 100})) >> Counter) > 0);
        break;
      case 3: // for (i = f(thread, block, outer counter); i < c; i += d)
        Program.loopWhile(linear() + Counter * pick({1, 16, 64}) < pick({30, 64, 200}));
        break;
      case 4: // do … while, by thread
        Program.leaveIf(linear() + Counter * 32 >= 100);
        break;
      case 5: // a break in the middle, which is not monotone
        Program.loopWhile(Counter < 6);
        Program.leaveIf((linear() + Counter * 3) % 7 == 2);
        break;
      case 6: // a break that only the first iterations can take
        Program.loopWhile(Counter < 5);
        Program.leaveIf(Counter * 7 < linear() - pick({5, 20, 60}));
        break;
      default: // while (k != c) with a break in front of the access
        Program.loopWhile(Counter != Program.number(pick({0, 3, 7})));
        Value Break = Counter * 9 + Program.Tx >= pick({20, 50});
        Program.leaveIf(Break);
        if (below(2))
          Program.guard(!Break);
        break;
      }
      Leaves.push_back(Counter);
      Leaves.push_back(Counter);
    }
  }

private:
  ProgramBuilder &Program;
  std::mt19937_64 Random;
  std::vector<Value> Leaves;
};

/// A kernel drawn with \p Seed.
void draw(ProgramBuilder &Program, uint64_t Seed) {
  Generator Draw(Program, Seed);
  static constexpr unsigned Blocks[][3] = {{32, 1, 1}, {48, 1, 1}, {16, 4, 1},
                                           {8, 8, 1},  {5, 7, 3},  {64, 1, 1}};
  static constexpr unsigned Grids[][3] = {{1, 1, 1}, {3, 1, 1}, {9, 1, 1},
                                          {5, 4, 1}, {2, 3, 2}, {33, 1, 1}};
  const auto &Block = Blocks[Draw.below(6)];
  const auto &Grid = Grids[Draw.below(6)];
  Program.block(Block[0], Block[1], Block[2]);
  Program.grid(Grid[0], Grid[1], Grid[2]);
  static constexpr MemorySpace Spaces[] = {MemorySpace::Global, MemorySpace::Global,
                                           MemorySpace::Shared, MemorySpace::Constant};
  MemorySpace Space = Spaces[Draw.below(4)];
  Program.object(Space);
  Draw.loops();
  for (unsigned Count = Draw.below(3); Count != 0; --Count)
    Program.guard(Draw.condition(1));
  unsigned Bytes = unsigned(Draw.pick({1, 2, 4, 4, 4, 8, 16}));
  Value Index = Draw.below(3) == 0 ? Draw.linear() : Draw.value(3);
  bool IsLoad = Space == MemorySpace::Constant || Draw.below(2);
  Program.access(Index * Bytes, Bytes, IsLoad ? AccessKind::Load : AccessKind::Store);
}

class BruteForce : public testing::TestWithParam<unsigned> {};

/// What \p Counted says of \p Program, held against a walk.
void compare(const ProgramBuilder &Program, const TargetModel &Target, const AccessCost &Counted) {
  Walker Walked(Program, Target);
  Walked.run();
  ASSERT_NE(Counted.Known, Knowledge::Unknown) << describe(Counted.Reason);
  ASSERT_TRUE(Counted.Totals) << describe(Counted.WhyNoTotals);
  std::string Address = toString(Program.Kernel.Accesses.front().Offset);
  ASSERT_EQ(Counted.Totals->Requests, Walked.Totals.Requests) << Address;
  ASSERT_EQ(Counted.Totals->Lanes, Walked.Totals.Lanes) << Address;
  ASSERT_EQ(Counted.Totals->Cost, Walked.Totals.Cost) << Address;
  ASSERT_EQ(Counted.Totals->Ideal, Walked.Totals.Ideal) << Address;
  ASSERT_EQ(Counted.Worst.Cost, Walked.Worst.Cost) << Address;
  ASSERT_EQ(Counted.NeverExecuted, Walked.Totals.Requests == 0);
}

TEST_P(BruteForce, TotalsAgree) {
  constexpr unsigned KernelsPerBatch = 40;
  for (unsigned Number = 0; Number != KernelsPerBatch; ++Number) {
    uint64_t Seed = uint64_t(GetParam()) * KernelsPerBatch + Number;
    SCOPED_TRACE("seed " + std::to_string(Seed));
    ProgramBuilder Program;
    draw(Program, Seed);
    compare(Program, defaultTarget(), Program.evaluate(uint64_t(1) << 40));
  }
}

// Warps of 64 lanes and of 32, lines of three sizes, both rules for banks.
TEST_P(BruteForce, TotalsOfOtherDevicesAgree) {
  constexpr unsigned KernelsPerBatch = 4;
  static constexpr llvm::StringLiteral Names[] = {"cypress", "gfx906",  "gfx90a",
                                                  "gfx950",  "gfx1030", "gfx1201"};
  for (unsigned Number = 0; Number != KernelsPerBatch; ++Number) {
    uint64_t Seed = 10'000 + uint64_t(GetParam()) * KernelsPerBatch + Number;
    const TargetModel &Target = *llvm::cantFail(findTarget(Names[Seed % std::size(Names)]));
    SCOPED_TRACE(Target.name() + ", seed " + std::to_string(Seed));
    ProgramBuilder Program;
    Program.Target = &Target;
    Program.Kernel.Device = Target.Shape;
    draw(Program, Seed);
    const Access &Site = Program.site();
    if (evidenceFor(Target, Site.Space, Site.Kind, unsigned(Site.Bytes)) == Evidence::Unknown)
      continue;
    compare(Program, Target, Program.evaluate(uint64_t(1) << 40));
  }
}

INSTANTIATE_TEST_SUITE_P(Seeds, BruteForce, testing::Range(0u, 25u));

} // namespace
