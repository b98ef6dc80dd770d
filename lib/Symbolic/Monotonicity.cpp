//===- Monotonicity.cpp - How values change with a counter ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Symbolic/Monotonicity.h"

#include "cuda-memlint/Symbolic/Domains.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

namespace {

Direction reversed(Direction Way) {
  if (Way == Direction::Rising)
    return Direction::Falling;
  return Way == Direction::Falling ? Direction::Rising : Way;
}

Direction joined(Direction Left, Direction Right) {
  if (Left == Direction::Constant || Left == Right)
    return Right;
  return Right == Direction::Constant ? Left : Direction::Unknown;
}

class DirectionFinder {
public:
  DirectionFinder(ExprRef Counter, Overflow Handling) : Counter(Counter), Handling(Handling) {}

  Direction run(ExprRef Root) {
    if (Root == Counter)
      return Direction::Rising;
    if (Root->isConstant() || Root->isLeaf())
      return Direction::Constant;
    if (auto Entry = Known.find(Root); Entry != Known.end())
      return Entry->second;
    Direction Way = Root->kind() == ExprKind::Polynomial ? ofSum(Root) : ofOperation(Root);
    Known[Root] = Way;
    return Way;
  }

private:
  Direction ofSum(ExprRef Root) {
    Direction Sum = Direction::Constant;
    for (const Monomial &Part : Root->terms())
      Sum = joined(Sum, ofProduct(Part));
    return Sum;
  }

  Direction ofProduct(const Monomial &Part) {
    Direction Way = Direction::Constant;
    bool Negative = Part.Coefficient < 0;
    unsigned Changing = 0;
    for (ExprRef Factor : Part.Factors) {
      Direction FactorWay = run(Factor);
      Changing += FactorWay != Direction::Constant;
      Way = joined(Way, FactorWay);
    }
    if (Changing == 0)
      return Direction::Constant;
    auto RangeOf = [](ExprRef Factor) { return Factor->range(); };
    if (mayOverflow(sumIn<IntervalDomain>(0, ArrayRef(Part), RangeOf)))
      return Direction::Unknown;
    for (ExprRef Factor : Part.Factors) {
      if (Changing == 1 && run(Factor) != Direction::Constant)
        continue;
      if (Factor->range().Low >= 0)
        continue;
      if (Factor->range().High > 0 || Changing > 1)
        return Direction::Unknown;
      Negative = !Negative;
    }
    return Negative ? reversed(Way) : Way;
  }

  Direction ofOperation(ExprRef Root) {
    SmallVector<Direction, 3> Ways;
    for (ExprRef Operand : Root->operands())
      Ways.push_back(run(Operand));
    if (all_of(Ways, [](Direction Way) { return Way == Direction::Constant; }))
      return Direction::Constant;
    auto NotNegative = [&](unsigned Position) {
      return Root->operands()[Position]->range().Low >= 0;
    };
    switch (Root->kind()) {
    case ExprKind::Divide:
      if (Ways[1] == Direction::Constant && Root->operands()[1]->range().Low > 0)
        return Ways[0];
      return NotNegative(0) && Root->operands()[1]->range().Low > 0
                 ? joined(Ways[0], reversed(Ways[1]))
                 : Direction::Unknown;
    case ExprKind::ShiftLeft:
      return NotNegative(0) && NotNegative(1) && !mayOverflow(Root->range())
                 ? joined(Ways[0], Ways[1])
                 : Direction::Unknown;
    case ExprKind::ShiftRight:
      return NotNegative(0) && NotNegative(1) ? joined(Ways[0], reversed(Ways[1]))
                                              : Direction::Unknown;
    case ExprKind::And:
    case ExprKind::Or:
      // Numbers below zero are as true as those above it.
      if (!NotNegative(0) || !NotNegative(1))
        return Direction::Unknown;
      [[fallthrough]];
    case ExprKind::Minimum:
    case ExprKind::Maximum:
      return joined(Ways[0], Ways[1]);
    case ExprKind::LessUnsigned:
      if (!NotNegative(0) || !NotNegative(1))
        return Direction::Unknown;
      [[fallthrough]];
    case ExprKind::Less:
      return joined(reversed(Ways[0]), Ways[1]);
    case ExprKind::Not:
      // Of a comparison; the negation of another number is not an order.
      return Root->operands()[0]->range().Low >= 0 ? reversed(Ways[0]) : Direction::Unknown;
    case ExprKind::Wrap:
      return Handling == Overflow::Ignored ? Ways[0] : Direction::Unknown;
    default:
      return Direction::Unknown;
    }
  }

  bool mayOverflow(const Interval &Range) const {
    return Handling == Overflow::Followed && (Range.Low == std::numeric_limits<int64_t>::min() ||
                                              Range.High == std::numeric_limits<int64_t>::max());
  }

  ExprRef Counter;
  Overflow Handling;
  DenseMap<ExprRef, Direction> Known;
};

} // namespace

Direction directionOf(ExprRef Root, ExprRef Counter, Overflow Handling) {
  return DirectionFinder(Counter, Handling).run(Root);
}

} // namespace memlint
