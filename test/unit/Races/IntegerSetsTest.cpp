//===- IntegerSetsTest.cpp - Proofs against going through all values ------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Pairs of accesses with random addresses and conditions: wherever it is proved that no
/// two threads meet, plain loops over small values of all that is not known must find
/// none that do.
///
//===----------------------------------------------------------------------===//

#include "../../../lib/Analysis/Races/IntegerSets.h"

#include "gtest/gtest.h"

#include "llvm/ADT/STLExtras.h"

#include <random>

using namespace memlint;

namespace {

/// One thread with everything that is its own, or the values that both have in common.
using Assignment = llvm::DenseMap<ExprRef, int64_t>;

class IntegerSetsTest : public testing::Test {
protected:
  static constexpr int64_t LeastParameter = -2, MostParameter = 5;
  static constexpr int64_t Iterations = 2, LoadedValues = 2, Blocks = 3;

  IntegerSetsTest() {
    Launch.Block = {3, 2, 1};
    ThreadX = leaf(LeafKind::ThreadIndex, 0, Uniformity::Lane, {0, 2}, "threadIdx.x");
    ThreadY = leaf(LeafKind::ThreadIndex, 1, Uniformity::Lane, {0, 1}, "threadIdx.y");
    Block = leaf(LeafKind::BlockIndex, 0, Uniformity::Block, {0, 1 << 30}, "blockIdx.x");
    Counter = leaf(LeafKind::LoopCounter, 0, Uniformity::Grid, {0, 1 << 30}, "k");
    Loaded = leaf(LeafKind::Loaded, 0, Uniformity::Lane, {0, LoadedValues - 1}, "in[i]");
    Width = leaf(LeafKind::Parameter, 0, Uniformity::Grid, IntRange, "w");
    Height = leaf(LeafKind::Parameter, 1, Uniformity::Grid, IntRange, "h");
    Loop Around;
    Around.Counter = Counter;
    Kernel.Loops.push_back(Around);
    Interval.Loops = {0};
    // Someone asks for the block: there are several.
    Access Asking;
    Asking.Offset = Block;
    Kernel.Accesses.push_back(Asking);
  }

  ExprRef leaf(LeafKind Kind, unsigned Id, Uniformity Varies, memlint::Interval Range,
               const char *Name) {
    LeafInfo Info;
    Info.Kind = Kind;
    if (Kind == LeafKind::ThreadIndex || Kind == LeafKind::BlockIndex)
      Info.Dimension = uint8_t(Id);
    else
      Info.Id = Id;
    Info.Varies = Varies;
    Info.Range = Range;
    Info.Name = Name;
    return Context.leaf(Info);
  }

  ExprRef number(int64_t Value) { return Context.constant(Value); }

  void setUp(Access &Site, PlacedSite &Placed, ExprRef Offset, std::vector<ExprRef> Guards) {
    Site.Bytes = 1;
    Placed.Site = &Site;
    Placed.Offset = Offset;
    Placed.Guards.assign(Guards.begin(), Guards.end());
  }

  bool isProvedEmpty(const ThreadRelation &Relation, bool SameSite) {
    RaceSetting Setting(Context, Kernel, Launch);
    PairQuestion Question;
    Question.First = &FirstSite;
    Question.Second = SameSite ? &FirstSite : &SecondSite;
    Question.Interval = &Interval;
    Question.FirstAt = &Here;
    Question.SecondAt = SameSite ? &Here : &There;
    Question.Relation = Relation;
    uint64_t Budget = 60'000'000;
    return isEmptySet(Setting, Question, First, SameSite ? First : Second, Budget);
  }

  struct Visit {
    int64_t Thread, Block, Offset;
  };

  /// The threads that make the access, for values that both have in common.
  std::vector<Visit> visits(const PlacedSite &Site, Assignment Values) const {
    std::vector<Visit> Result;
    for (int64_t Thread = 0; Thread != 6; ++Thread)
      for (int64_t InBlock = 0; InBlock != Blocks; ++InBlock)
        for (int64_t Read = 0; Read != LoadedValues; ++Read) {
          Values[ThreadX] = Thread % 3;
          Values[ThreadY] = Thread / 3;
          Values[Block] = InBlock;
          Values[Loaded] = Read;
          auto ValueOf = [&](ExprRef Leaf) { return Values.lookup(Leaf); };
          if (llvm::all_of(Site.Guards,
                           [&](ExprRef Guard) { return evaluate(Guard, ValueOf) != 0; }))
            Result.push_back({Thread, InBlock, evaluate(Site.Offset, ValueOf)});
        }
    return Result;
  }

  static bool counts(const ThreadRelation &Relation, const Visit &One, const Visit &Other) {
    if (Relation.Kind == ThreadPair::DifferentBlocks)
      return One.Block != Other.Block;
    return One.Block == Other.Block &&
           (!Relation.Share || One.Thread / Relation.Share == Other.Thread / Relation.Share) &&
           One.Thread / Relation.Differ != Other.Thread / Relation.Differ;
  }

  /// Whether some two threads meet, by going through all values.
  bool meet(const ThreadRelation &Relation, bool SameSite) const {
    for (int64_t W = LeastParameter; W <= MostParameter; ++W)
      for (int64_t H = LeastParameter; H <= MostParameter; ++H)
        for (int64_t K = 0; K != Iterations; ++K) {
          Assignment Values = {{Width, W}, {Height, H}, {Counter, K}};
          if (!llvm::all_of(Kernel.Facts, [&](ExprRef Fact) {
                return evaluate(Fact, [&](ExprRef Leaf) { return Values.lookup(Leaf); }) != 0;
              }))
            continue;
          std::vector<Visit> Left = visits(First, Values);
          std::vector<Visit> Right = SameSite ? Left : visits(Second, Values);
          for (const Visit &One : Left)
            for (const Visit &Other : Right)
              if (One.Offset == Other.Offset && counts(Relation, One, Other))
                return true;
        }
    return false;
  }

  const memlint::Interval IntRange = {std::numeric_limits<int32_t>::min(),
                                      std::numeric_limits<int32_t>::max()};
  ExprContext Context;
  KernelProgram Kernel;
  LaunchContext Launch;
  BarrierInterval Interval;
  ReachedNode Here, There;
  Access FirstSite, SecondSite;
  PlacedSite First, Second;
  ExprRef ThreadX, ThreadY, Block, Counter, Loaded, Width, Height;
};

const ThreadRelation InBlock = {ThreadPair::DifferentWarps, 0, 1};
const ThreadRelation BetweenBlocks = {ThreadPair::DifferentBlocks, 0, 6};

// c[y * w + x] with x < w: y and x are the two digits of a number to the base w.
TEST_F(IntegerSetsTest, RowsOfUnknownWidth) {
  ExprRef Element = Context.add(Context.multiply(ThreadY, Width), ThreadX);
  setUp(FirstSite, First, Element, {Context.less(ThreadX, Width)});
  EXPECT_TRUE(isProvedEmpty(InBlock, true));
  // Without the condition, (0, 1) and (1, 0) meet for w = 1.
  setUp(FirstSite, First, Element, {});
  EXPECT_FALSE(isProvedEmpty(InBlock, true));
  EXPECT_TRUE(meet(InBlock, true));
}

// The same in three dimensions, the third being the loop's: both are in one iteration.
TEST_F(IntegerSetsTest, PlanesOfUnknownSize) {
  ExprRef Row = Context.add(Context.multiply(Block, Height), ThreadY);
  ExprRef Element = Context.add(Context.multiply(Row, Width), ThreadX);
  setUp(FirstSite, First, Element, {Context.less(ThreadX, Width), Context.less(ThreadY, Height)});
  EXPECT_TRUE(isProvedEmpty(InBlock, true));
  EXPECT_TRUE(isProvedEmpty(BetweenBlocks, true));
  // h = 1 makes rows 0 and 1 of two blocks one.
  setUp(FirstSite, First, Element, {Context.less(ThreadX, Width)});
  EXPECT_FALSE(isProvedEmpty(BetweenBlocks, true));
  EXPECT_TRUE(meet(BetweenBlocks, true));
}

// i < n / 2 and j = n - 1 - i are on different sides of the middle.
TEST_F(IntegerSetsTest, AnArrayReversedInPlace) {
  ExprRef Half = Context.less(ThreadX, Context.divide(Width, number(2)));
  ExprRef Mirrored = Context.subtract(Context.subtract(Width, number(1)), ThreadX);
  setUp(FirstSite, First, ThreadX, {Half});
  setUp(SecondSite, Second, Mirrored, {Half});
  EXPECT_TRUE(isProvedEmpty(InBlock, false));
  setUp(SecondSite, Second, Mirrored, {Context.less(ThreadX, Width)});
  EXPECT_FALSE(isProvedEmpty(InBlock, false));
  EXPECT_TRUE(meet(InBlock, false));
}

// A fact of the source is a premise: rows of w <= h elements do not overlap.
TEST_F(IntegerSetsTest, FactsArePremises) {
  ExprRef Element = Context.add(Context.multiply(Block, Height), ThreadX);
  setUp(FirstSite, First, Element, {Context.less(ThreadX, Width)});
  EXPECT_FALSE(isProvedEmpty(BetweenBlocks, true));
  Kernel.Facts = {Context.logicalNot(Context.less(Height, Width))};
  EXPECT_TRUE(isProvedEmpty(BetweenBlocks, true));
}

// Values that each thread reads for itself differ between the two.
TEST_F(IntegerSetsTest, LoadedValuesAreEachThreadsOwn) {
  setUp(FirstSite, First, Loaded, {});
  EXPECT_FALSE(isProvedEmpty(InBlock, true));
  setUp(FirstSite, First, Context.add(Context.multiply(ThreadX, number(2)), Loaded),
        {Context.equal(ThreadY, number(1))});
  EXPECT_TRUE(isProvedEmpty(InBlock, true));
}

// Whichever of the two accesses the lower thread, or the lower block, makes.
TEST_F(IntegerSetsTest, BothOrdersOfTheTwo) {
  for (ExprRef Index : {ThreadX, Block})
    for (int64_t Lower : {0, 1}) {
      setUp(FirstSite, First, number(0), {Context.equal(Index, number(Lower))});
      setUp(SecondSite, Second, number(0), {Context.equal(Index, number(1 - Lower))});
      EXPECT_FALSE(isProvedEmpty(Index == Block ? BetweenBlocks : InBlock, false));
    }
}

// Running out of steps is not a proof.
TEST_F(IntegerSetsTest, NoStepsNoProof) {
  setUp(FirstSite, First, ThreadX, {Context.equal(ThreadY, Width)});
  EXPECT_TRUE(isProvedEmpty(InBlock, true));
  RaceSetting Setting(Context, Kernel, Launch);
  uint64_t Budget = 0;
  EXPECT_FALSE(isEmptySet(Setting, {&FirstSite, &FirstSite, &Interval, &Here, &Here, InBlock},
                          First, First, Budget));
}

/// Expressions at random.
class RandomExpressions {
public:
  RandomExpressions(ExprContext &Context, std::vector<ExprRef> Leaves, unsigned Seed)
      : Context(Context), Leaves(std::move(Leaves)), Engine(Seed) {}

  unsigned below(unsigned Bound) { return unsigned(Engine() % Bound); }

  ExprRef value(unsigned Depth) {
    if (Depth == 0 || below(4) == 0)
      return below(4) == 0 ? Context.constant(int64_t(below(7)) - 2)
                           : Leaves[below(unsigned(Leaves.size()))];
    ExprRef Left = value(Depth - 1), Right = value(Depth - 1);
    ExprRef Few = Context.constant(1 + below(3));
    switch (below(16)) {
    default:
      return Context.add(Left, Right);
    case 4:
    case 5:
      return Context.subtract(Left, Right);
    case 6:
    case 7:
      return Context.multiply(Left, Right);
    case 8:
      return Context.divide(Left, below(2) ? Few : Right);
    case 9:
      return Context.remainder(Left, below(2) ? Few : Right);
    case 10:
      return below(2) ? Context.minimum(Left, Right) : Context.maximum(Left, Right);
    case 11:
      return Context.select(condition(Depth - 1), Left, Right);
    case 12:
      return Context.bitAnd(Left, Context.constant(below(2) ? 3 : -2));
    case 13:
      return Context.shiftRight(Left, below(2) ? Few : Context.maximum(Right, Few));
    case 14:
      return Context.wrap(Left, below(2) ? 32 : 8, below(2) != 0);
    case 15:
      return condition(Depth - 1);
    }
  }

  ExprRef condition(unsigned Depth) {
    ExprRef Left = value(Depth), Right = value(Depth);
    switch (below(10)) {
    default:
      return Context.less(Left, Right);
    case 3:
      return Context.equal(Left, Right);
    case 4:
      return Context.lessUnsigned(Left, Right);
    case 5:
      return Depth == 0 ? Left : Context.logicalNot(condition(Depth - 1));
    case 6:
      return Depth == 0 ? Left : Context.logicalAnd(condition(Depth - 1), condition(Depth - 1));
    case 7:
      return Depth == 0 ? Left : Context.logicalOr(condition(Depth - 1), condition(Depth - 1));
    case 8:
      return Context.logicalNot(Context.equal(Left, Right));
    case 9:
      return Left;
    }
  }

private:
  ExprContext &Context;
  std::vector<ExprRef> Leaves;
  std::mt19937 Engine;
};

class RandomPairs : public IntegerSetsTest, public testing::WithParamInterface<unsigned> {};

TEST_P(RandomPairs, NothingThatMeetsIsProvedNotTo) {
  RandomExpressions Random(
      Context, {ThreadX, ThreadX, ThreadY, Block, Counter, Loaded, Width, Width, Height},
      GetParam());
  unsigned Proved = 0;
  constexpr unsigned Rounds = 400;
  for (unsigned Round = 0; Round != Rounds; ++Round) {
    auto Conditions = [&] {
      std::vector<ExprRef> Guards;
      for (unsigned Count = Random.below(4); Count != 0; --Count)
        Guards.push_back(Random.condition(2));
      return Guards;
    };
    auto Offset = [&] {
      ExprRef Any = Random.value(3);
      // Half of them are as in images, where proofs are to be found.
      return Random.below(2) ? Any
                             : Context.add(Context.add(Context.multiply(ThreadY, Width), ThreadX),
                                           Random.value(1));
    };
    bool SameSite = Random.below(2) != 0;
    setUp(FirstSite, First, Offset(), Conditions());
    setUp(SecondSite, Second, Offset(), Conditions());
    Kernel.Facts.clear();
    if (Random.below(3) == 0)
      Kernel.Facts.push_back(Context.less(number(int64_t(Random.below(3))), Width));
    for (const ThreadRelation &Relation :
         {InBlock, BetweenBlocks, ThreadRelation{ThreadPair::DifferentWarps, 0, 2},
          ThreadRelation{ThreadPair::SameWarp, 4, 2}})
      if (isProvedEmpty(Relation, SameSite)) {
        ++Proved;
        EXPECT_FALSE(meet(Relation, SameSite))
            << toString(First.Offset) << " and " << toString(Second.Offset) << ", round " << Round;
      }
  }
  // Else nothing was tried.
  EXPECT_GT(Proved, Rounds / 10);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomPairs, testing::Range(0u, 4u));

} // namespace
