//===- MonotonicityTest.cpp - Directions against values -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What is claimed of an expression as a whole, its direction and its range, is compared with the
/// values that it takes.
///
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Symbolic/Monotonicity.h"

#include "gtest/gtest.h"

#include <random>

using namespace memlint;

namespace {

class MonotonicityTest : public testing::Test {
protected:
  ExprRef leaf(unsigned Id, Interval Range, const char *Name) {
    LeafInfo Info;
    Info.Kind = LeafKind::Parameter;
    Info.Varies = Uniformity::Grid;
    Info.Id = Id;
    Info.Range = Range;
    Info.Name = Name;
    return Exprs.leaf(Info);
  }
  Direction direction(ExprRef Root) { return directionOf(Root, I, Overflow::Followed); }

  ExprContext Exprs;
  ExprRef I = leaf(0, {0, 12}, "i");
  ExprRef N = leaf(1, {0, 5}, "n");
  ExprRef S = leaf(2, {-4, 4}, "s");
};

TEST_F(MonotonicityTest, OfSumsAndProducts) {
  EXPECT_EQ(direction(I), Direction::Rising);
  EXPECT_EQ(direction(N), Direction::Constant);
  EXPECT_EQ(direction(Exprs.add(I, S)), Direction::Rising);
  EXPECT_EQ(direction(Exprs.subtract(N, I)), Direction::Falling);
  EXPECT_EQ(direction(Exprs.multiply(I, N)), Direction::Rising);
  EXPECT_EQ(direction(Exprs.multiply(I, S)), Direction::Unknown);
}

TEST_F(MonotonicityTest, OfConditions) {
  EXPECT_EQ(direction(Exprs.less(N, I)), Direction::Rising);
  EXPECT_EQ(direction(Exprs.logicalNot(Exprs.less(N, I))), Direction::Falling);
  // i - 4 is true, false and true again.
  ExprRef Crossing = Exprs.subtract(I, Exprs.constant(4));
  EXPECT_EQ(direction(Exprs.logicalNot(Crossing)), Direction::Unknown);
  EXPECT_EQ(direction(Exprs.logicalAnd(Crossing, Exprs.less(N, S))), Direction::Unknown);
  EXPECT_EQ(direction(Exprs.logicalOr(Crossing, Exprs.less(N, S))), Direction::Unknown);
}

class RandomExpressions : public MonotonicityTest {
protected:
  ExprRef draw(unsigned Depth) {
    if (Depth == 0)
      switch (Random() % 5) {
      case 0:
        return N;
      case 1:
        return S;
      case 2:
        return Exprs.constant(int64_t(Random() % 9) - 4);
      default:
        return I;
      }
    ExprRef Left = draw(Depth - 1), Right = draw(Depth - 1);
    switch (Random() % 14) {
    case 0:
    case 1:
      return Exprs.add(Left, Right);
    case 2:
      return Exprs.subtract(Left, Right);
    case 3:
    case 4:
      return Exprs.multiply(Left, Right);
    case 5:
      return Exprs.divide(Left, Right);
    case 6:
      return Exprs.remainder(Left, Right);
    case 7:
      return Exprs.minimum(Left, Right);
    case 8:
      return Exprs.maximum(Left, Right);
    case 9:
      return Exprs.less(Left, Right);
    case 10:
      return Exprs.logicalNot(Left);
    case 11:
      return Exprs.logicalAnd(Left, Right);
    case 12:
      return Exprs.logicalOr(Left, Right);
    default:
      return Exprs.select(Exprs.less(Left, Right), draw(Depth - 1), Right);
    }
  }

  /// The values of \p Root for i = 0, 1, ... while n and s stay.
  std::vector<int64_t> valuesOf(ExprRef Root, int64_t NValue, int64_t SValue) {
    std::vector<int64_t> Result;
    for (int64_t Count = 0; Count <= 12; ++Count)
      Result.push_back(evaluate(Root, [&](ExprRef Leaf) {
        return Leaf == I ? Count : Leaf == N ? NValue : SValue;
      }));
    return Result;
  }

  std::mt19937 Random{20261123};
};

TEST_F(RandomExpressions, KeepWhatIsClaimed) {
  unsigned Known = 0;
  for (unsigned Round = 0; Round != 4000; ++Round) {
    ExprRef Root = draw(1 + Round % 3);
    Direction Way = direction(Root);
    Known += Way == Direction::Rising || Way == Direction::Falling;
    Interval Range = Root->range();
    for (int64_t NValue = 0; NValue <= 5; ++NValue)
      for (int64_t SValue = -4; SValue <= 4; ++SValue) {
        std::vector<int64_t> Values = valuesOf(Root, NValue, SValue);
        for (size_t Next = 0; Next != Values.size(); ++Next) {
          EXPECT_TRUE(Range.contains({Values[Next], Values[Next]})) << toString(Root);
          if (Next == 0 || Way == Direction::Unknown)
            continue;
          EXPECT_TRUE(Way == Direction::Falling || Values[Next] >= Values[Next - 1])
              << toString(Root);
          EXPECT_TRUE(Way == Direction::Rising || Values[Next] <= Values[Next - 1])
              << toString(Root);
        }
        if (testing::Test::HasFailure())
          return;
      }
  }
  // The claims are worth a test.
  EXPECT_GT(Known, 400u);
}

} // namespace
