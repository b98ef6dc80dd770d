//===- Iterations.cpp - How often a loop is gone through --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Iterations.h"

#include "cuda-memlint/Symbolic/Bounds.h"
#include "cuda-memlint/Symbolic/Monotonicity.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

using namespace llvm;

namespace memlint {

namespace {

/// Iterations beyond this are not looked for.
constexpr int64_t MostIterations = int64_t(1) << 40;
/// Iterations of an irregular loop that are tried one by one.
constexpr int64_t MostTried = int64_t(1) << 20;

class IterationFinder {
public:
  IterationFinder(const BlockShape &Block, ArrayRef<CountedLeaf> Outer, ExprRef Counter,
                  ArrayRef<ExprRef> Exits)
      : Block(Block), Counter(Counter), Exits(Exits) {
    for (const CountedLeaf &Dimension : Outer) {
      Compiled.addVariable(Dimension.Leaf);
      Box.push_back(Dimension.Range);
    }
    Compiled.addVariable(Counter);
    Box.push_back({});
    for (ExprRef Exit : Exits)
      Roots.push_back(Compiled.add(Exit));
  }

  IterationRange run() {
    IterationRange Range;
    if (Exits.empty())
      return Range;
    bool Monotone = all_of(Exits, [&](ExprRef Exit) {
      Direction Way = directionOf(Exit, Counter, Overflow::Ignored);
      return Way == Direction::Constant || Way == Direction::Rising;
    });
    std::optional<int64_t> Last = Monotone ? lastOfMonotone() : std::nullopt;
    if (Last && followsMathematics(*Last)) {
      Range.Known = IterationRange::Kind::Bounded;
      Range.Last = *Last;
      if (*Last > 0) {
        bound({0, *Last - 1});
        for (size_t Number = 0; Number != Exits.size(); ++Number)
          if (Bounds[Roots[Number]].Low != 0 || Bounds[Roots[Number]].High != 0)
            Range.EarlyExits.push_back(Exits[Number]);
      }
      return Range;
    }
    if (dependsOnCounterOnly()) {
      if (auto Tried = lastByTrying()) {
        Range.Known = IterationRange::Kind::Bounded;
        Range.Last = *Tried;
      }
      return Range;
    }
    Range.Known = IterationRange::Kind::Sequential;
    return Range;
  }

private:
  void bound(Interval Iterations) {
    Box.back() = Iterations;
    Compiled.intervals(Block.Extent, Box, Bounds);
  }

  /// One of the exits holds for all lanes in this iteration.
  bool isLeftIn(int64_t Iteration) {
    bound({Iteration, Iteration});
    return any_of(Roots,
                  [&](unsigned Root) { return Bounds[Root].Low > 0 || Bounds[Root].High < 0; });
  }

  std::optional<int64_t> lastOfMonotone() {
    int64_t Left = 0;
    while (!isLeftIn(Left)) {
      if (Left >= MostIterations)
        return std::nullopt;
      Left = Left == 0 ? 1 : 2 * Left;
    }
    int64_t NotLeft = Left / 2;
    if (Left <= 1)
      return Left;
    while (Left - NotLeft > 1) {
      int64_t Middle = NotLeft + (Left - NotLeft) / 2;
      (isLeftIn(Middle) ? Left : NotLeft) = Middle;
    }
    return Left;
  }

  /// Up to iteration \p Last nothing wraps around or shifts bits out, so that
  /// what is monotone among integers is so here.
  bool followsMathematics(int64_t Last) {
    bound({0, Last});
    for (const Program::Step &Step : Compiled.steps()) {
      if (!Step.isOperation())
        continue;
      const Interval &Left = Bounds[Step.Operands[0]];
      if (Step.Kind == ExprKind::Wrap &&
          !typeInterval(Step.Source->wrapBits(), Step.Source->wrapSigned()).contains(Left))
        return false;
      if (Step.Kind == ExprKind::ShiftLeft) {
        const Interval &Right = Bounds[Step.Operands[1]];
        if (Left.Low < 0 || Right.Low < 0 || Right.High > 62 ||
            Left.High > (std::numeric_limits<int64_t>::max() >> Right.High))
          return false;
      }
    }
    return true;
  }

  bool dependsOnCounterOnly() const {
    return all_of(Roots, [&](unsigned Root) {
      const SmallBitVector &Variables = Compiled.steps()[Root].DependsOn;
      return !Compiled.steps()[Root].Lane &&
             (Variables.none() || Variables.find_first() == int(Box.size()) - 1);
    });
  }

  std::optional<int64_t> lastByTrying() {
    SmallVector<int64_t, 8> Point(Box.size(), 0);
    SmallVector<int64_t, 32> Values;
    for (Point.back() = 0; Point.back() != MostTried; ++Point.back()) {
      Compiled.uniformValues(Point, Values);
      if (any_of(Roots, [&](unsigned Root) { return Values[Root] != 0; }))
        return Point.back();
    }
    return std::nullopt;
  }

  BlockShape Block;
  Program Compiled;
  ExprRef Counter;
  ArrayRef<ExprRef> Exits;
  SmallVector<Interval, 8> Box;
  SmallVector<unsigned, 4> Roots;
  SmallVector<Interval, 32> Bounds;
};

} // namespace

IterationRange findIterations(const BlockShape &Block, ArrayRef<CountedLeaf> Outer, ExprRef Counter,
                              ArrayRef<ExprRef> Exits) {
  return IterationFinder(Block, Outer, Counter, Exits).run();
}

} // namespace memlint
