//===- ExpressionTest.cpp - Normal form, ranges, congruences ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Symbolic/Expression.h"
#include "cuda-memlint/Symbolic/ConstantDistance.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "gtest/gtest.h"

#include <random>

using namespace memlint;

namespace {

class ExpressionTest : public testing::Test {
protected:
  ExprRef leaf(LeafKind Kind, unsigned Dimension, Interval Range, const char *Name) {
    LeafInfo Info;
    Info.Kind = Kind;
    Info.Dimension = uint8_t(Dimension);
    Info.Varies = Kind == LeafKind::ThreadIndex  ? Uniformity::Lane
                  : Kind == LeafKind::BlockIndex ? Uniformity::Block
                                                 : Uniformity::Grid;
    Info.Range = Range;
    Info.Name = Name;
    return Context.leaf(Info);
  }
  ExprRef number(int64_t Value) { return Context.constant(Value); }

  ExprContext Context;
  ExprRef X = leaf(LeafKind::ThreadIndex, 0, {0, 1023}, "threadIdx.x");
  ExprRef B = leaf(LeafKind::BlockIndex, 0, {0, 2147483646}, "blockIdx.x");
  ExprRef W = leaf(LeafKind::Parameter, 0, {-2147483648LL, 2147483647}, "width");
};

TEST_F(ExpressionTest, EqualSumsAreOneNode) {
  ExprRef Left = Context.multiply(Context.add(B, X), number(4));
  ExprRef Right = Context.add(Context.multiply(X, number(4)), Context.multiply(number(4), B));
  EXPECT_EQ(Left, Right);
  EXPECT_EQ(Context.subtract(Left, Right), number(0));
}

// Its negative is not a number of 64 bits.
TEST_F(ExpressionTest, TheLowestNumberIsComparedAsItIs) {
  constexpr int64_t Lowest = std::numeric_limits<int64_t>::min();
  ExprRef N = leaf(LeafKind::Parameter, 1, {}, "n");
  auto Five = [](ExprRef) { return int64_t(5); };
  EXPECT_EQ(evaluate(Context.less(Context.add(N, number(Lowest)), number(0)), Five), 1);
  EXPECT_EQ(evaluate(Context.less(number(0), Context.add(N, number(Lowest))), Five), 0);
  EXPECT_EQ(evaluate(Context.less(Context.multiply(N, number(Lowest)), X), Five), 1);
  EXPECT_EQ(evaluate(Context.bitAnd(N, number(Lowest)), Five), 0);
  EXPECT_EQ(evaluate(Context.divide(N, number(Lowest)), Five), 0);
  EXPECT_EQ(evaluate(Context.remainder(N, number(Lowest)), Five), 5);
}

TEST_F(ExpressionTest, ProductsOfSumsAreExpanded) {
  // (b*32 + x) * w = 32*b*w + w*x
  ExprRef Product = Context.multiply(Context.add(Context.multiply(B, number(32)), X), W);
  ASSERT_EQ(Product->terms().size(), 2u);
  EXPECT_EQ(Product->varies(), Uniformity::Lane);
}

TEST_F(ExpressionTest, RangeOfQuotients) {
  auto RangeOf = [&](Interval Dividend, Interval Divisor) {
    ExprRef Left = leaf(LeafKind::Opaque, 0, Dividend, "left");
    return Context.divide(Left, leaf(LeafKind::Opaque, 1, Divisor, "right"))->range();
  };
  // Truncation: -100 / 7 = -14, -100 / 3 = -33, -20 / 7 = -2, -20 / 3 = -6.
  EXPECT_EQ(RangeOf({-100, 50}, {7, 7}), (Interval{-14, 7}));
  EXPECT_EQ(RangeOf({-100, 50}, {3, 7}), (Interval{-33, 16}));
  EXPECT_EQ(RangeOf({-100, -20}, {3, 7}), (Interval{-33, -2}));
  EXPECT_EQ(RangeOf({20, 100}, {3, 7}), (Interval{2, 33}));
  // A divisor of -1 or 0 is possible.
  EXPECT_EQ(RangeOf({-100, 50}, {-1, 7}), (Interval{-100, 100}));
  EXPECT_EQ(RangeOf({-100, INT64_MAX}, {4, 4}), (Interval{-25, INT64_MAX}));
}

TEST_F(ExpressionTest, NoNodesForPartsOfASum) {
  // Numbers are given in the order of creation.
  auto NextNumber = [&] {
    return Context.opaque(OpaqueReason::NotUnderstood, Uniformity::Grid, "probe")->number();
  };
  ExprRef Sum = Context.sum({Context.multiply(B, number(32)), X, W, number(7)});
  EXPECT_EQ(
      Sum, Context.add(Context.add(Context.add(Context.multiply(B, number(32)), X), W), number(7)));
  unsigned Before = NextNumber();
  EXPECT_EQ(mapFactors(Context, Sum, [](ExprRef Factor) { return Factor; }), Sum);
  EXPECT_EQ(NextNumber(), Before + 1);
}

TEST_F(ExpressionTest, SubstitutionsRebuildSharedNodesOnce) {
  ExprRef Shared = Context.select(Context.less(X, W), X, B);
  ExprRef First = Context.add(Shared, number(1)), Second = Context.multiply(Shared, W);
  unsigned Asked = 0;
  auto Replace = [&](ExprRef Leaf) -> ExprRef {
    ++Asked;
    return Leaf == W ? number(40) : nullptr;
  };
  Substitution Known(Context);
  EXPECT_EQ(Known.apply(First, Replace), Context.substitute(First, [&](ExprRef Leaf) {
    return Leaf == W ? number(40) : nullptr;
  }));
  EXPECT_EQ(Asked, 3u);
  EXPECT_EQ(Known.apply(Second, Replace),
            Context.multiply(Context.select(Context.less(X, number(40)), X, B), number(40)));
  EXPECT_EQ(Asked, 3u);
}

TEST_F(ExpressionTest, ConstantDistances) {
  ExprRef Sum = Context.add(Context.multiply(B, number(32)), X);
  auto Plus = [&](ExprRef Root, int64_t Value) { return Context.add(Root, number(Value)); };
  EXPECT_EQ(constantDistance(Plus(Sum, 5), Plus(Sum, -2)), 7);
  EXPECT_EQ(constantDistance(Sum, Plus(Sum, 4)), -4);
  EXPECT_EQ(constantDistance(X, X), 0);
  EXPECT_EQ(constantDistance(X, Plus(X, 4)), -4);
  EXPECT_EQ(constantDistance(Plus(X, 4), X), 4);
  EXPECT_EQ(constantDistance(number(9), number(2)), 7);
  EXPECT_EQ(constantDistance(X, B), std::nullopt);
  EXPECT_EQ(constantDistance(X, number(0)), std::nullopt);
  EXPECT_EQ(constantDistance(Context.multiply(X, number(2)), X), std::nullopt);
  EXPECT_EQ(constantDistance(Sum, X), std::nullopt);
  EXPECT_EQ(constantDistance(number(INT64_MAX), number(-1)), std::nullopt);
}

TEST_F(ExpressionTest, CopiesIntoAnotherContext) {
  ExprContext Other;
  auto Copied = [&](ExprRef Root) {
    return copyInto(Other, Root, [&](ExprRef Leaf) {
      return Leaf == W ? Other.constant(8) : Other.leaf(Leaf->leaf());
    });
  };
  ExprRef Index = Context.add(Context.multiply(B, W), Context.divide(X, number(3)));
  EXPECT_EQ(Copied(Index), Other.add(Other.multiply(Other.leaf(B->leaf()), Other.constant(8)),
                                     Other.divide(Other.leaf(X->leaf()), Other.constant(3))));
  EXPECT_EQ(Copied(number(5)), Other.constant(5));
  EXPECT_EQ(Copied(Context.less(W, number(9))), Other.constant(1));
}

TEST_F(ExpressionTest, DivisionAndRemainderOfASumSplit) {
  ExprRef Index = Context.add(Context.multiply(B, number(256)), X);
  // x < 1024 = 4 * 256: the multiple of 256 leaves, x / 256 stays.
  EXPECT_EQ(Context.divide(Index, number(256)), Context.add(B, Context.divide(X, number(256))));
  EXPECT_EQ(Context.remainder(Index, number(256)), Context.remainder(X, number(256)));
  EXPECT_EQ(Context.divide(Index, number(1024)),
            Context.divide(Context.add(Context.multiply(B, number(256)), X), number(1024)));
  EXPECT_EQ(Context.remainder(X, number(2048)), X);
}

// v * (x / v) + x % v = x, by the definition of division.
TEST_F(ExpressionTest, QuotientAndRemainderMakeTheDividend) {
  ExprRef V = leaf(LeafKind::Parameter, 1, {1, 1000}, "v");
  ExprRef Index = Context.add(Context.multiply(B, number(100)), X);
  for (ExprRef Divisor : {number(7), W, Context.multiply(V, W)}) {
    ExprRef Quotient = Context.divide(Index, Divisor);
    ExprRef Remainder = Context.remainder(Index, Divisor);
    EXPECT_EQ(Context.add(Context.multiply(Quotient, Divisor), Remainder), Index);
    EXPECT_EQ(Context.add(Context.multiply(Context.multiply(Quotient, Divisor), number(4)),
                          Context.multiply(Remainder, number(4))),
              Context.multiply(Index, number(4)));
    EXPECT_NE(Context.add(Context.multiply(Quotient, Context.add(Divisor, number(1))), Remainder),
              Index);
  }
  // Three coordinates: (x / (v * w)) * v * w + (x / w) % v * w + x % w.
  ExprRef Area = Context.multiply(V, W);
  ExprRef Plane = Context.divide(Index, Area);
  ExprRef Row = Context.remainder(Context.divide(Index, W), V);
  EXPECT_EQ(Context.add(Context.add(Context.multiply(Plane, Area), Context.multiply(Row, W)),
                        Context.remainder(Index, W)),
            Index);
}

TEST_F(ExpressionTest, NegativeValuesAreNotSplit) {
  // (32*w - 1 + x) / 32 truncates towards zero where it is negative.
  ExprRef Sum = Context.add(Context.multiply(W, number(32)), X);
  EXPECT_EQ(Context.divide(Sum, number(32))->kind(), ExprKind::Divide);
  EXPECT_EQ(Context.remainder(Sum, number(32))->kind(), ExprKind::Remainder);
  // Masking and arithmetic shifts are floors, whatever the sign.
  EXPECT_EQ(Context.bitAnd(Sum, number(31)), Context.remainder(X, number(32)));
  EXPECT_EQ(Context.shiftRight(Sum, number(5)), Context.add(W, Context.divide(X, number(32))));
}

TEST_F(ExpressionTest, MasksOfHighBits) {
  // x & ~31 = x - x % 32.
  EXPECT_EQ(Context.bitAnd(X, number(-32)), Context.subtract(X, Context.remainder(X, number(32))));
  EXPECT_EQ(Context.bitAnd(X, number(0xffffffe0)),
            Context.subtract(X, Context.remainder(X, number(32))));
}

TEST_F(ExpressionTest, DisjointBitsAdd) {
  ExprRef Column = Context.remainder(X, number(32));
  ExprRef Row = Context.multiply(B, number(32));
  EXPECT_EQ(Context.bitOr(Row, Column), Context.add(Row, Column));
  EXPECT_EQ(Context.bitXor(Row, Column), Context.add(Row, Column));
}

TEST_F(ExpressionTest, MasksThatComplement) {
  // 0 ^ 128 = 128 and 128 ^ 128 = 0; 96 has both bits that 0, 32, 64 and 96 can have.
  ExprRef Half = Context.multiply(Context.remainder(B, number(2)), number(128));
  ExprRef Quarter = Context.multiply(Context.remainder(B, number(4)), number(32));
  EXPECT_EQ(Context.bitXor(Half, number(128)), Context.subtract(number(128), Half));
  EXPECT_EQ(Context.bitXor(Quarter, number(96)), Context.subtract(number(96), Quarter));
  // One bit of two, or of a number that has others.
  EXPECT_EQ(Context.bitXor(Quarter, number(64))->kind(), ExprKind::BitXor);
  EXPECT_EQ(Context.bitXor(X, number(128))->kind(), ExprKind::BitXor);
}

TEST_F(ExpressionTest, ComparisonsHaveOneSpelling) {
  ExprRef Less = Context.less(X, W);
  EXPECT_EQ(Context.logicalNot(Context.logicalNot(Less)), Less);
  EXPECT_EQ(Context.less(Context.add(X, number(1)), Context.add(W, number(1))), Less);
  EXPECT_EQ(toString(Context.logicalNot(Less)), "width <= threadIdx.x");
  EXPECT_TRUE(Context.less(X, number(1024))->isConstant(1));
  EXPECT_TRUE(Context.less(X, number(0))->isConstant(0));
}

TEST_F(ExpressionTest, CongruenceOfASum) {
  // 256*b*4 + 4 is 4 modulo 1024.
  ExprRef Offset = Context.add(Context.multiply(B, number(1024)), number(4));
  EXPECT_EQ(Offset->congruence().LogModulus, 10u);
  EXPECT_EQ(Offset->congruence().Residue, 4u);
  EXPECT_TRUE(Context.multiply(W, number(64))->congruence().isMultipleOf(64));
  EXPECT_FALSE(Context.multiply(W, number(64))->congruence().isMultipleOf(128));
  EXPECT_TRUE(Context.remainder(Offset, number(8))->isConstant(4));
}

TEST_F(ExpressionTest, UnsignedWrapIsKeptOnlyWhereItMayHappen) {
  // threadIdx.x - 1 wraps in lane 0; blockIdx.x * 256 + threadIdx.x does not.
  ExprRef Before = Context.wrap(Context.subtract(X, number(1)), 32, false);
  EXPECT_EQ(Before->kind(), ExprKind::Wrap);
  EXPECT_EQ(Context.wrap(Context.add(Before, number(1)), 32, false), X);
  // Chosen among others, it still does: (W ? X - 1 : X) + 5 is below zero nowhere.
  ExprRef Chosen = Context.select(W, Before, X);
  EXPECT_EQ(Context.wrap(Chosen, 32, false), Chosen);
  EXPECT_EQ(Context.wrap(Context.add(Chosen, number(5)), 32, false),
            Context.add(Context.select(W, Context.subtract(X, number(1)), X), number(5)));
  ExprRef Global = Context.add(Context.multiply(B, number(256)), X);
  EXPECT_EQ(Context.wrap(Global, 32, false), Global);
  EXPECT_EQ(Context.withoutAddressWraps(Context.multiply(Before, number(4))),
            Context.subtract(Context.multiply(X, number(4)), number(4)));
  // Far below zero it comes back: -(X | 0xffffffff) is 1.
  ExprRef One = Context.wrap(Context.negate(Context.bitOr(X, number(0xffffffff))), 32, false);
  EXPECT_EQ(Context.withoutAddressWraps(One), One);
  // A hash wraps on purpose.
  EXPECT_EQ(Context.wrap(Context.multiply(X, number(1664525)), 32, false)->kind(),
            ExprKind::Polynomial); // 1023 * 1664525 still fits 32 bits
  EXPECT_EQ(Context.wrap(Context.multiply(B, number(1664525)), 32, false)->kind(), ExprKind::Wrap);
}

TEST_F(ExpressionTest, NegativeNumbersInAnUnsignedType) {
  // threadIdx.x + -1: the compiler adds 4294967295.
  ExprRef Before = Context.wrap(Context.add(X, number(4294967295)), 32, false);
  EXPECT_EQ(Before, Context.wrap(Context.subtract(X, number(1)), 32, false));
  EXPECT_EQ(evaluate(Before, [](ExprRef) { return int64_t(0); }), 4294967295);
  EXPECT_EQ(evaluate(Before, [](ExprRef) { return int64_t(5); }), 4);
  // threadIdx.x * -3, as an unsigned number and converted to int.
  ExprRef Product = Context.wrap(Context.multiply(X, number(4294967293)), 32, false);
  EXPECT_EQ(evaluate(Product, [](ExprRef) { return int64_t(2); }), 4294967290);
  EXPECT_EQ(Context.wrap(Product, 32, true), Context.multiply(X, number(-3)));
}

TEST_F(ExpressionTest, UnsignedBitsConvertedToInt) {
  // (int)((threadIdx.x - 3u) ^ 66) in lane 0: 0xfffffffd ^ 0x42 = 0xffffffbf = -65.
  ExprRef Below = Context.wrap(Context.subtract(X, number(3)), 32, false);
  ExprRef Signed = Context.wrap(Context.bitXor(Below, number(66)), 32, true);
  EXPECT_EQ(evaluate(Signed, [](ExprRef) { return int64_t(0); }), -65);
}

TEST_F(ExpressionTest, ConstantsBeyondHalfTheRangeOfAType) {
  // (int)(2147483648 - threadIdx.x): 2^31 does not fit, 2^31 - 1 does.
  ExprRef Difference = Context.wrap(Context.subtract(number(2147483648), X), 32, true);
  EXPECT_EQ(evaluate(Difference, [](ExprRef) { return int64_t(0); }), -2147483648);
  EXPECT_EQ(evaluate(Difference, [](ExprRef) { return int64_t(1); }), 2147483647);
  // (int)(2147483680 - 64 * threadIdx.x): 2^31 + 32 does not fit, 2^31 - 32 does.
  Difference =
      Context.wrap(Context.subtract(number(2147483680), Context.multiply(number(64), X)), 32, true);
  EXPECT_EQ(evaluate(Difference, [](ExprRef) { return int64_t(1); }), 2147483616);
  // (int)(threadIdx.x + 4294967295u) is a subtraction.
  EXPECT_EQ(Context.wrap(Context.add(B, number(4294967295)), 32, true), Context.add(B, number(-1)));
}

TEST_F(ExpressionTest, SharedPartsAreWalkedOnce) {
  // Each round uses the last twice: 2^60 paths through 120 nodes.
  ExprRef Mixed = Context.wrap(Context.subtract(X, number(3)), 32, false);
  for (int Round = 0; Round != 60; ++Round)
    Mixed = Context.bitXor(Mixed, Context.shiftRight(Mixed, number(1)));
  Mixed = Context.wrap(Mixed, 32, true);
  EXPECT_LT(toString(Mixed).size(), 20000u);
}

TEST_F(ExpressionTest, SelectKeepsWhatBothArmsShare) {
  ExprRef Condition = Context.less(X, number(16));
  ExprRef Chosen = Context.select(Condition, Context.add(B, number(1)), Context.add(B, number(2)));
  EXPECT_EQ(Chosen, Context.add(B, Context.select(Condition, number(1), number(2))));
}

TEST_F(ExpressionTest, PrintsInSourceTerms) {
  ExprRef Index = Context.add(Context.multiply(B, number(256)), X);
  EXPECT_EQ(toString(Context.multiply(Index, number(4))), "threadIdx.x * 4 + blockIdx.x * 1024");
  EXPECT_EQ(toString(Context.subtract(X, number(1))), "threadIdx.x - 1");
}

/// Builders must not change values: random expressions are built twice, once
/// simplified and once by plain arithmetic on numbers.
TEST_F(ExpressionTest, SimplificationKeepsValues) {
  std::mt19937_64 Random(20240607);
  auto Pick = [&](int64_t Low, int64_t High) {
    return std::uniform_int_distribution<int64_t>(Low, High)(Random);
  };
  for (int Round = 0; Round != 20000; ++Round) {
    int64_t XValue = Pick(0, 1023), BValue = Pick(0, 70000), WValue = Pick(-3000, 3000);
    struct Pair {
      ExprRef Symbolic;
      int64_t Value;
    };
    std::vector<Pair> Pool = {{X, XValue}, {B, BValue}, {W, WValue}};
    for (int64_t Constant : {0, 1, 2, 4, 31, 32, 33, 255, 256, -1, -32})
      Pool.push_back({number(Constant), Constant});
    for (int Step = 0; Step != 8; ++Step) {
      Pair A = Pool[size_t(Pick(0, int64_t(Pool.size()) - 1))];
      Pair C = Pool[size_t(Pick(0, int64_t(Pool.size()) - 1))];
      constexpr int64_t Bound = int64_t(1) << 40;
      if (A.Value > Bound || A.Value < -Bound || C.Value > (1 << 20) || C.Value < -(1 << 20))
        continue;
      Pair Result = A;
      switch (Pick(0, 17)) {
      case 0:
        Result = {Context.add(A.Symbolic, C.Symbolic), A.Value + C.Value};
        break;
      case 1:
        Result = {Context.subtract(A.Symbolic, C.Symbolic), A.Value - C.Value};
        break;
      case 2:
        Result = {Context.multiply(A.Symbolic, C.Symbolic), A.Value * C.Value};
        break;
      case 3:
        if (C.Value)
          Result = {Context.divide(A.Symbolic, C.Symbolic), A.Value / C.Value};
        break;
      case 4:
        if (C.Value)
          Result = {Context.remainder(A.Symbolic, C.Symbolic), A.Value % C.Value};
        break;
      case 5:
        Result = {Context.bitAnd(A.Symbolic, C.Symbolic), A.Value & C.Value};
        break;
      case 6:
        Result = {Context.bitOr(A.Symbolic, C.Symbolic), A.Value | C.Value};
        break;
      case 7:
        Result = {Context.bitXor(A.Symbolic, C.Symbolic), A.Value ^ C.Value};
        break;
      case 8:
        if (C.Value >= 0 && C.Value < 8)
          Result = {Context.shiftLeft(A.Symbolic, C.Symbolic), A.Value * (int64_t(1) << C.Value)};
        break;
      case 9:
        if (C.Value >= 0 && C.Value < 40)
          Result = {Context.shiftRight(A.Symbolic, C.Symbolic), A.Value >> C.Value};
        break;
      case 10:
        Result = {Context.minimum(A.Symbolic, C.Symbolic), std::min(A.Value, C.Value)};
        break;
      case 11:
        Result = {Context.maximum(A.Symbolic, C.Symbolic), std::max(A.Value, C.Value)};
        break;
      case 12:
        Result = {Context.less(A.Symbolic, C.Symbolic), A.Value < C.Value};
        break;
      case 13:
        Result = {Context.equal(A.Symbolic, C.Symbolic), A.Value == C.Value};
        break;
      case 14:
        Result = {Context.logicalAnd(A.Symbolic, C.Symbolic), A.Value && C.Value};
        break;
      case 15:
        Result = {Context.logicalNot(A.Symbolic), !A.Value};
        break;
      case 16:
        Result = {Context.select(A.Symbolic, C.Symbolic, X), A.Value ? C.Value : XValue};
        break;
      case 17:
        Result = {Context.wrap(A.Symbolic, 8, true), int64_t(int8_t(A.Value))};
        break;
      }
      Pool.push_back(Result);
      int64_t Evaluated = evaluate(Result.Symbolic, [&](ExprRef Leaf) {
        return Leaf == X ? XValue : Leaf == B ? BValue : WValue;
      });
      ASSERT_EQ(Evaluated, Result.Value) << toString(Result.Symbolic);
      ASSERT_LE(Result.Symbolic->range().Low, Result.Value) << toString(Result.Symbolic);
      ASSERT_GE(Result.Symbolic->range().High, Result.Value) << toString(Result.Symbolic);
      uint64_t Mask = (uint64_t(1) << Result.Symbolic->congruence().LogModulus) - 1;
      ASSERT_EQ(uint64_t(Result.Value) & Mask, Result.Symbolic->congruence().Residue)
          << toString(Result.Symbolic);
    }
  }
}

// Nodes that nobody refers to are gone, and those that are left are as good as before.
TEST_F(ExpressionTest, WhatIsKeptHasItsNumberAndIsFoundAgain) {
  ExprRef Data = Context.opaque(OpaqueReason::DataDependent, Uniformity::Lane, "data");
  ExprRef Sum = Context.add(Context.multiply(X, number(4)), Context.bitXor(Data, W));
  std::string Text = toString(Sum);
  unsigned NumberOfSum = Sum->number(), NumberOfX = X->number();
  auto SumAgain = [&] {
    return Context.add(Context.multiply(X, number(4)), Context.bitXor(Data, W));
  };
  auto LeavesAgain = [&] {
    X = leaf(LeafKind::ThreadIndex, 0, {0, 1023}, "threadIdx.x");
    W = leaf(LeafKind::Parameter, 0, {-2147483648LL, 2147483647}, "width");
  };
  // More than a table of any size holds that it may begin with.
  auto MakeOthers = [&] {
    for (unsigned Count = 0; Count != 5000; ++Count)
      Context.add(W, Context.opaque(OpaqueReason::DataDependent, Uniformity::Lane, "other"));
  };
  MakeOthers();
  Context.keepOnly({&Sum, &Data});
  LeavesAgain();
  EXPECT_EQ(toString(Sum), Text);
  EXPECT_EQ(Sum->number(), NumberOfSum);
  EXPECT_EQ(X->number(), NumberOfX);
  EXPECT_EQ(SumAgain(), Sum);
  MakeOthers();
  EXPECT_EQ(SumAgain(), Sum);
  ExprRef Before = Sum;
  Context.keepOnly({&Sum});
  EXPECT_EQ(Sum, Before);
  EXPECT_EQ(SumAgain(), Sum);
}

} // namespace
