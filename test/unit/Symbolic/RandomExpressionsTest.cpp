//===- RandomExpressionsTest.cpp - Simplified expressions by brute force --===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Random expressions over leaves of random ranges and congruences are built twice: with the
/// builders, which simplify, and as plain operations on numbers. At random points both must have
/// one value, which range, congruence, distances to others, a leaf's replacement and the compiled
/// program must agree with.
///
/// MEMLINT_RANDOM_EXPRESSIONS specifies how many rounds are tried, MEMLINT_RANDOM_SEED the number
/// of the first.
///
//===----------------------------------------------------------------------===//

#include "../FromEnvironment.h"
#include "cuda-memlint/Symbolic/ConstantDistance.h"
#include "cuda-memlint/Symbolic/Program.h"

#include "gtest/gtest.h"

#include "llvm/Support/MathExtras.h"

#include <bit>
#include <random>

using namespace memlint;

namespace {

constexpr unsigned LeavesOfRound = 5, StepsOfRound = 14, PointsOfRound = 24;
/// Values of larger magnitude are passed over: coefficients may overflow there.
constexpr int64_t Largest = int64_t(1) << 44;

/// A value at each point; empty where it has no defined one.
using Values = std::vector<std::optional<int64_t>>;

struct Node {
  ExprRef Symbolic = nullptr;
  Values At;
};

class Round {
public:
  explicit Round(uint64_t Seed) : Random(Seed) {}

  void run() {
    for (unsigned Id = 0; Id != LeavesOfRound; ++Id)
      addLeaf(Id);
    for (int64_t Number : {0, 1, 2, 3, 4, 7, 31, 32, 33, 255, 256, 1000, -1, -5, -32})
      Pool.push_back({Context.constant(Number), Values(PointsOfRound, Number)});
    for (unsigned Step = 0; Step != StepsOfRound; ++Step) {
      Node New = combine();
      check(New);
      if (testing::Test::HasFailure())
        return;
      Pool.push_back(std::move(New));
    }
  }

private:
  int64_t pick(int64_t Low, int64_t High) {
    return Low + int64_t(Random() % uint64_t(High - Low + 1));
  }
  /// One of the last ones in half of all cases, so that expressions grow.
  const Node &node() {
    size_t Size = Pool.size();
    return Pool[Random() % 2 ? Size - 1 - Random() % std::min<size_t>(Size, 5) : Random() % Size];
  }

  void addLeaf(unsigned Id) {
    LeafInfo Info;
    bool IsIndex = Id < 2;
    Info.Kind = IsIndex ? LeafKind::ThreadIndex : LeafKind::Parameter;
    Info.Dimension = uint8_t(IsIndex ? Id : 0);
    Info.Varies = IsIndex ? Uniformity::Lane : Uniformity::Grid;
    Info.Id = Id;
    Info.Name = std::string(1, "xynmk"[Id]);
    static constexpr int64_t Extents[] = {1, 2, 7, 31, 32, 255, 1023, 70000};
    int64_t Low = IsIndex || Random() % 2 ? 0 : -Extents[Random() % 8];
    int64_t High = Low + (IsIndex ? Extents[Random() % 7] : Extents[Random() % 8]);
    unsigned Log = IsIndex || Random() % 3 ? 0 : unsigned(pick(1, 6));
    int64_t Step = int64_t(1) << Log;
    int64_t Residue = pick(0, Step - 1);
    int64_t First = Low + ((Residue - Low) % Step + Step) % Step;
    Info.Range = {First, std::max(First, High)};
    Info.Modulus = {Log, uint64_t(Residue)};
    Node New = {Context.leaf(Info), {}};
    for (unsigned Point = 0; Point != PointsOfRound; ++Point) {
      int64_t Steps = (Info.Range.High - First) / Step;
      int64_t Chosen = Point == 0 ? 0 : Point == 1 ? Steps : pick(0, Steps);
      New.At.push_back(First + Chosen * Step);
    }
    Leaves.push_back(New);
    Pool.push_back(std::move(New));
  }

  template <typename Function> Values each(const Node &A, const Node &B, Function Compute) {
    Values Result;
    for (unsigned Point = 0; Point != PointsOfRound; ++Point) {
      std::optional<int64_t> Value;
      if (A.At[Point] && B.At[Point])
        Value = Compute(*A.At[Point], *B.At[Point]);
      Result.push_back(Value && std::abs(*Value) < Largest ? Value : std::nullopt);
    }
    return Result;
  }

  using Defined = std::optional<int64_t>;

  Node combine() {
    Node A = node(), B = node(), C = node();
    ExprRef L = A.Symbolic, R = B.Symbolic;
    auto Of = [&](ExprRef Symbolic, auto Compute) { return Node{Symbolic, each(A, B, Compute)}; };
    switch (pick(0, 25)) {
    case 0:
    case 1:
      return Of(Context.add(L, R), [](int64_t X, int64_t Y) { return Defined(X + Y); });
    case 2:
    case 3:
      return Of(Context.subtract(L, R), [](int64_t X, int64_t Y) { return Defined(X - Y); });
    case 4:
      return Of(Context.multiply(L, R), [](int64_t X, int64_t Y) {
        __int128 Product = __int128(X) * Y;
        return Product < Largest && Product > -Largest ? Defined(int64_t(Product)) : std::nullopt;
      });
    case 5:
    case 6:
      return Of(Context.divide(L, R),
                [](int64_t X, int64_t Y) { return Y ? Defined(X / Y) : std::nullopt; });
    case 7:
    case 8:
      return Of(Context.remainder(L, R),
                [](int64_t X, int64_t Y) { return Y ? Defined(X % Y) : std::nullopt; });
    case 9:
      return Of(Context.bitAnd(L, R), [](int64_t X, int64_t Y) { return Defined(X & Y); });
    case 10:
      return Of(Context.bitOr(L, R), [](int64_t X, int64_t Y) { return Defined(X | Y); });
    case 11:
      return Of(Context.bitXor(L, R), [](int64_t X, int64_t Y) { return Defined(X ^ Y); });
    case 12:
      return Of(Context.shiftLeft(L, R), [](int64_t X, int64_t Y) {
        return Y >= 0 && Y < 12 ? Defined(X * (int64_t(1) << Y)) : std::nullopt;
      });
    case 13:
      return Of(Context.shiftRight(L, R), [](int64_t X, int64_t Y) {
        return Y >= 0 && Y < 64 ? Defined(X >> Y) : std::nullopt;
      });
    case 14:
      return Of(Context.minimum(L, R),
                [](int64_t X, int64_t Y) { return Defined(std::min(X, Y)); });
    case 15:
      return Of(Context.maximum(L, R),
                [](int64_t X, int64_t Y) { return Defined(std::max(X, Y)); });
    case 16:
      return Of(Context.less(L, R), [](int64_t X, int64_t Y) { return Defined(X < Y); });
    case 17:
      return Of(Context.lessUnsigned(L, R),
                [](int64_t X, int64_t Y) { return Defined(uint64_t(X) < uint64_t(Y)); });
    case 18:
      return Of(Context.equal(L, R), [](int64_t X, int64_t Y) { return Defined(X == Y); });
    case 19:
      return Of(Context.logicalAnd(L, R), [](int64_t X, int64_t Y) { return Defined(X && Y); });
    case 20:
      return Of(Context.logicalOr(L, R), [](int64_t X, int64_t Y) { return Defined(X || Y); });
    case 21:
      return Of(Context.logicalNot(L), [](int64_t X, int64_t) { return Defined(!X); });
    case 22: {
      Node Chosen = {Context.select(C.Symbolic, L, R), {}};
      for (unsigned Point = 0; Point != PointsOfRound; ++Point)
        Chosen.At.push_back(!C.At[Point] || !A.At[Point] || !B.At[Point] ? std::nullopt
                            : *C.At[Point]                               ? A.At[Point]
                                                                         : B.At[Point]);
      return Chosen;
    }
    case 23: {
      bool Signed = Random() % 2;
      unsigned Bits = Random() % 2 ? 8 : 16;
      return Of(Context.wrap(L, Bits, Signed), [=](int64_t X, int64_t) {
        return Defined(Signed ? llvm::SignExtend64(uint64_t(X), Bits)
                              : int64_t(uint64_t(X) & llvm::maskTrailingOnes<uint64_t>(Bits)));
      });
    }
    case 24:
      // Of 32 bits, what lies below zero is followed; nothing is assumed to lie above.
      if (Random() % 2)
        return Of(Context.wrap(L, 32, false), [](int64_t X, int64_t) {
          return X > -(int64_t(1) << 31) && X < (int64_t(1) << 31) ? Defined(uint32_t(X))
                                                                   : std::nullopt;
        });
      return Of(Context.wrap(L, 32, true),
                [](int64_t X, int64_t) { return X == int32_t(X) ? Defined(X) : std::nullopt; });
    default: {
      static constexpr ExprKind Kinds[] = {ExprKind::PopulationCount, ExprKind::BitReverse,
                                           ExprKind::LeadingZeros, ExprKind::FindFirstSet};
      ExprKind Kind = Kinds[Random() % 4];
      return Of(Context.unary(Kind, L), [Kind](int64_t X, int64_t) -> Defined {
        uint32_t Low = uint32_t(X);
        if (X < 0 || X != int64_t(Low))
          return std::nullopt;
        return Kind == ExprKind::PopulationCount ? std::popcount(Low)
               : Kind == ExprKind::BitReverse    ? int64_t(__builtin_bitreverse32(Low))
               : Kind == ExprKind::LeadingZeros  ? std::countl_zero(Low)
               : Low == 0                        ? 0
                                                 : std::countr_zero(Low) + 1;
      });
    }
    }
  }

  int64_t leafValue(ExprRef Leaf, unsigned Point) const {
    for (const Node &Each : Leaves)
      if (Each.Symbolic == Leaf)
        return *Each.At[Point];
    ADD_FAILURE() << "an unknown leaf " << toString(Leaf);
    return 0;
  }

  /// An overflow of coefficients gives a leaf that nothing is known of.
  bool hasOpaque(ExprRef Root) const {
    return anyLeaf(Root, [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::Opaque; });
  }

  void check(const Node &New) {
    ExprRef Root = New.Symbolic;
    if (hasOpaque(Root))
      return;
    const Node &Replaced = Leaves[Random() % Leaves.size()];
    unsigned Fixed = unsigned(pick(0, PointsOfRound - 1));
    ExprRef Narrowed = Context.substitute(Root, [&](ExprRef Leaf) {
      return Leaf == Replaced.Symbolic ? Context.constant(*Replaced.At[Fixed]) : nullptr;
    });
    const Node &Other = node();
    std::optional<int64_t> Distance = constantDistance(Root, Other.Symbolic);
    Program Compiled;
    unsigned Last = Compiled.add(Root);
    for (unsigned Point = 0; Point != PointsOfRound; ++Point) {
      if (!New.At[Point])
        continue;
      int64_t Value = *New.At[Point];
      auto At = [&](ExprRef Leaf) { return leafValue(Leaf, Point); };
      ASSERT_EQ(evaluate(Root, At), Value) << toString(Root) << describe(Point);
      ASSERT_TRUE(Root->range().Low <= Value && Value <= Root->range().High)
          << toString(Root) << " is " << Value << " outside of [" << Root->range().Low << ", "
          << Root->range().High << "]" << describe(Point);
      ASSERT_EQ(uint64_t(Value) & llvm::maskTrailingOnes<uint64_t>(Root->congruence().LogModulus),
                Root->congruence().Residue)
          << toString(Root) << " is " << Value << describe(Point);
      if (Distance && Other.At[Point])
        ASSERT_EQ(*Distance, Value - *Other.At[Point])
            << toString(Root) << " and " << toString(Other.Symbolic) << describe(Point);
      if (Point == Fixed && !hasOpaque(Narrowed)) {
        ASSERT_EQ(evaluate(Narrowed, At), Value)
            << toString(Root) << " became " << toString(Narrowed) << describe(Point);
        ASSERT_TRUE(Narrowed->range().Low <= Value && Value <= Narrowed->range().High)
            << toString(Root) << " became " << toString(Narrowed) << describe(Point);
      }
      checkCompiled(Compiled, Last, Point, Value);
    }
  }

  /// The interval of the last step, where each variable is within a box around the point.
  void checkCompiled(const Program &Compiled, unsigned Last, unsigned Point, int64_t Value) {
    std::vector<Interval> Box;
    for (ExprRef Variable : Compiled.variables()) {
      int64_t Here = leafValue(Variable, Point);
      Box.push_back({std::max(Variable->range().Low, Here - int64_t(Random() % 4)),
                     std::min(Variable->range().High, Here + int64_t(Random() % 4))});
    }
    std::array<uint64_t, 3> Extent = {uint64_t(*Leaves[0].At[Point]) + 1,
                                      uint64_t(*Leaves[1].At[Point]) + 1, 1};
    llvm::SmallVector<Interval> Bounds;
    Compiled.intervals(Extent, Box, Bounds);
    ASSERT_TRUE(Bounds[Last].Low <= Value && Value <= Bounds[Last].High)
        << toString(Compiled.steps()[Last].Source) << " is " << Value << " outside of ["
        << Bounds[Last].Low << ", " << Bounds[Last].High << "] in a box" << describe(Point);
  }

  std::string describe(unsigned Point) const {
    std::string Text;
    for (const Node &Each : Leaves)
      Text += ", " + toString(Each.Symbolic) + " = " + std::to_string(*Each.At[Point]) + " in [" +
              std::to_string(Each.Symbolic->range().Low) + ", " +
              std::to_string(Each.Symbolic->range().High) + "]";
    return Text;
  }

  std::mt19937_64 Random;
  ExprContext Context;
  std::vector<Node> Leaves, Pool;
};

TEST(ValuesOfExpressions, HaveTheValuesOfPlainArithmetic) {
  uint64_t First = fromEnvironment("MEMLINT_RANDOM_SEED", 1);
  uint64_t Count = fromEnvironment("MEMLINT_RANDOM_EXPRESSIONS", 4000);
  for (uint64_t Seed = First; Seed != First + Count; ++Seed) {
    Round(Seed).run();
    if (HasFailure()) {
      ADD_FAILURE() << "round " << Seed;
      return;
    }
  }
}

} // namespace
