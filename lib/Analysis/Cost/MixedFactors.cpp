//===- MixedFactors.cpp - Where lanes meet unknowns -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MixedFactors.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

using namespace llvm;

namespace memlint {

namespace {

class MixedFactorSeparator {
public:
  MixedFactorSeparator(ExprContext &Context, const KnownLeaves &Known, unsigned WarpLanes,
                       function_ref<bool(ExprRef)> IsWarpUniform,
                       function_ref<int64_t(ExprRef)> SpanInWarp,
                       std::vector<CostAssumption> &Assumptions)
      : Context(Context), Known(Known), WarpLanes(WarpLanes), IsWarpUniform(IsWarpUniform),
        SpanInWarp(SpanInWarp), Assumptions(Assumptions) {}

  ExprRef run(ExprRef Root) {
    if (Root->isConstant() || Root->isLeaf() || !isMixed(Root))
      return Root;
    if (auto Entry = Separated.find(Root); Entry != Separated.end())
      return Entry->second;
    ExprRef Result = Root->kind() == ExprKind::Polynomial
                         ? mapFactors(Context, Root, [&](ExprRef Factor) { return run(Factor); })
                         : separate(Root);
    Separated[Root] = Result;
    return Result;
  }

private:
  bool isMixed(ExprRef Root) const {
    Ingredients Found = ingredientsOf(Root, Known);
    return Found.Threads && Found.UniformUnknown && !Found.LaneUnknown;
  }

  bool hasThreads(ExprRef Root) const {
    Ingredients Found = ingredientsOf(Root, Known);
    return Found.Threads || Found.LaneUnknown;
  }

  void assume(CostAssumption::Kind What, ExprRef Of) {
    CostAssumption New = {What, {toString(Of)}};
    if (!is_contained(Assumptions, New))
      Assumptions.push_back(std::move(New));
  }

  /// A number that is not known and is the same for all lanes of a warp.
  ExprRef warpUniform(ExprRef Value) {
    ExprRef &Leaf = Leaves[Value];
    if (!Leaf)
      Leaf = Context.opaque(OpaqueReason::None, Uniformity::Warp, toString(Value), Value->range(),
                            Value->congruence());
    return Leaf;
  }

  ExprRef separate(ExprRef Root) {
    if (isUniformInWarps(Root, Known, IsWarpUniform))
      return warpUniform(Root);
    // Nothing of a hash is the same for the lanes of a warp.
    if (isScattered(Root))
      return Root;
    if (Root->kind() == ExprKind::Select)
      return separateSelect(Root);
    SmallVector<ExprRef, 3> Operands;
    for (ExprRef Operand : Root->operands())
      Operands.push_back(run(Operand));
    if (ArrayRef<ExprRef>(Operands) != Root->operands()) {
      Root = Context.withOperands(Root, Operands);
      if (Root->isConstant() || Root->isLeaf() || Root->kind() == ExprKind::Polynomial ||
          !isMixed(Root))
        return run(Root);
    }
    switch (Root->kind()) {
    case ExprKind::Minimum:
    case ExprKind::Maximum:
      return separateClamp(Root);
    case ExprKind::Divide:
    case ExprKind::Remainder:
      return separateDivision(Root, Root->operands()[0], Root->operands()[1],
                              Root->kind() == ExprKind::Remainder);
    case ExprKind::BitAnd:
      return separateMask(Root);
    case ExprKind::ShiftRight:
      return separateRightShift(Root);
    case ExprKind::ShiftLeft:
      return separateShift(Root);
    case ExprKind::Wrap:
      return separateWrap(Root);
    default:
      return Root;
    }
  }

  /// min(f(thread), u), max(f(thread), u): the thread is inside its bounds.
  ExprRef separateClamp(ExprRef Root) {
    ExprRef Index = Root->operands()[0], Bound = Root->operands()[1];
    if (hasThreads(Bound))
      std::swap(Index, Bound);
    if (hasThreads(Bound))
      return Root;
    bool IsMinimum = Root->kind() == ExprKind::Minimum;
    ExprRef Inside = IsMinimum ? Context.less(Index, Context.add(Bound, Context.constant(1)))
                               : Context.logicalNot(Context.less(Index, Bound));
    assume(CostAssumption::Kind::AllPass, Inside);
    return Index;
  }

  /// \p Condition with its unknown bounds checks decided as for a thread that is
  /// inside of them; null where it is something else.
  ExprRef inside(ExprRef Condition) {
    if (!hasThreads(Condition) || ingredientsOf(Condition, Known).isKnown())
      return Condition;
    ExprRef Left = Condition->operands().empty() ? nullptr : Condition->operands()[0];
    ExprRef Right = Condition->operands().size() < 2 ? nullptr : Condition->operands()[1];
    switch (Condition->kind()) {
    case ExprKind::Not:
      if (ExprRef Inner = inside(Left))
        return Context.logicalNot(Inner);
      return nullptr;
    case ExprKind::And:
    case ExprKind::Or: {
      ExprRef First = inside(Left), Second = inside(Right);
      if (!First || !Second)
        return nullptr;
      return Condition->kind() == ExprKind::And ? Context.logicalAnd(First, Second)
                                                : Context.logicalOr(First, Second);
    }
    case ExprKind::Less:
    case ExprKind::LessUnsigned:
    case ExprKind::Equal:
      break;
    default:
      return nullptr;
    }
    // A bounds check has the thread on one side and the unknown on the other.
    Left = run(Left);
    Right = run(Right);
    Ingredients OfLeft = ingredientsOf(Left, Known), OfRight = ingredientsOf(Right, Known);
    bool ThreadLeft = OfLeft.Threads && !OfRight.Threads && !isMixedFactor(Left);
    bool ThreadRight = OfRight.Threads && !OfLeft.Threads && !isMixedFactor(Right);
    if (OfLeft.LaneUnknown || OfRight.LaneUnknown || (!ThreadLeft && !ThreadRight))
      return nullptr;
    bool Holds = Condition->kind() != ExprKind::Equal && ThreadLeft;
    ExprRef Fact = Holds ? Condition : Context.logicalNot(Condition);
    assume(CostAssumption::Kind::AllPass, Fact);
    return Context.constant(Holds);
  }

  ExprRef separateSelect(ExprRef Root) {
    size_t AssumedBefore = Assumptions.size();
    ExprRef Condition = inside(Root->operands()[0]);
    if (!Condition) {
      Assumptions.resize(AssumedBefore);
      return Root;
    }
    if (Condition->isConstant())
      return run(Root->operands()[Condition->isConstant(0) ? 2 : 1]);
    ExprRef IfTrue = run(Root->operands()[1]), IfFalse = run(Root->operands()[2]);
    if (isMixedFactor(IfTrue) || isMixedFactor(IfFalse))
      return Context.select(Condition, IfTrue, IfFalse);
    ExprRef Difference = Context.subtract(IfTrue, IfFalse);
    if (ingredientsOf(Condition, Known).isKnown())
      // One of two numbers that are not known, chosen by the lane: a sum.
      return Context.add(
          IfFalse, Context.multiply(Context.logicalNot(Context.logicalNot(Condition)), Difference));
    if (!hasThreads(Condition) && !hasThreads(Difference))
      return Context.add(IfFalse,
                         warpUniform(Context.select(Condition, Difference, Context.constant(0))));
    return Context.select(Condition, IfTrue, IfFalse);
  }

  /// \p Root still has a factor that mixes lanes and unknowns.
  bool isMixedFactor(ExprRef Root) const {
    if (Root->kind() != ExprKind::Polynomial)
      return !Root->isConstant() && !Root->isLeaf() && isMixed(Root);
    return any_of(Root->terms(), [&](const Monomial &Part) {
      return any_of(Part.Factors, [&](ExprRef Factor) { return isMixed(Factor); });
    });
  }

  /// A quotient that is taken to be the same for all lanes of a warp.
  ExprRef quotient(ExprRef Root) {
    assume(CostAssumption::Kind::SameInWarp, Root);
    return warpUniform(Root);
  }

  /// Neighbouring threads are so far apart in \p Dividend that no two have one quotient.
  bool areInOwnRows(ExprRef Dividend, ExprRef Divisor) const {
    return Dividend->kind() == ExprKind::Polynomial && Divisor->isConstant() &&
           any_of(Dividend->terms(), [&](const Monomial &Part) {
             return Part.Factors.size() == 1 && hasThreads(Part.Factors.front()) &&
                    std::abs(Part.Coefficient) >= Divisor->constantTerm();
           });
  }

  /// Whether lanes of some warp are so far apart in \p Dividend that they cannot have one quotient
  /// by \p Divisor, whatever is not known: each lane adds a number that is known.
  bool areInSeveralRows(ExprRef Dividend, int64_t Divisor) const {
    if (Divisor <= 0 || Divisor > std::numeric_limits<int32_t>::max())
      return false;
    ExprRef Own = Context.constant(0);
    for (const Term &Part : termsOf(Dividend)) {
      ExprRef Product = productOf(Context, Part);
      if (!hasThreads(Product))
        continue;
      if (!ingredientsOf(Product, Known).isKnown())
        return false;
      Own = Context.add(Own, Product);
    }
    // Numbers below zero are rounded up, so that those on both sides of it have one quotient.
    return SpanInWarp(Own) >= (Dividend->range().Low < 0 ? 2 * Divisor : Divisor);
  }

  /// A power of two that is not known: the stages of butterflies (`t >> s`) begin with rows of one
  /// thread.
  static bool isStage(ExprRef Length) {
    return Length->kind() == ExprKind::ShiftLeft && Length->operands()[0]->isConstant();
  }

  ExprRef separateDivision(ExprRef Root, ExprRef Dividend, ExprRef Divisor, bool IsRemainder) {
    // Of rows shorter than a warp, no warp is in one alone.
    if (hasThreads(Divisor) || (Divisor->isConstant() && Divisor->constantTerm() < WarpLanes) ||
        isStage(Divisor) || areInOwnRows(Dividend, Divisor) ||
        (Divisor->isConstant() && areInSeveralRows(Dividend, Divisor->constantTerm())))
      return Root;
    ExprRef Quotient = quotient(Context.divide(Dividend, Divisor));
    if (!IsRemainder)
      return Quotient;
    return Context.subtract(Dividend, Context.multiply(Divisor, Quotient));
  }

  /// x & (2^k - 1) is a remainder.
  ExprRef separateMask(ExprRef Root) {
    ExprRef Value = Root->operands()[0], Mask = Root->operands()[1];
    if (hasThreads(Mask))
      std::swap(Value, Mask);
    if (Mask->kind() == ExprKind::Wrap)
      Mask = Mask->operands()[0];
    // What changes from one iteration to the next is hardly always large.
    if (hasThreads(Mask) || ingredientsOf(Mask, Known).LoopCounters)
      return Root;
    ExprRef Length = Context.add(Mask, Context.constant(1));
    bool IsLowMask = Length->isConstant() ? isPowerOf2_64(uint64_t(Length->constantTerm()))
                                          : Length->constantTerm() == 0;
    if (!IsLowMask)
      return Root;
    ExprRef Result = separateDivision(Root, Value, Length, /*IsRemainder=*/true);
    if (Result != Root && !Length->isConstant())
      assume(CostAssumption::Kind::PowerOfTwo, Length);
    return Result;
  }

  ExprRef separateRightShift(ExprRef Root) {
    ExprRef Amount = Root->operands()[1];
    constexpr int64_t MostBits = 31;
    bool RowsAreShort =
        !Amount->isConstant() || Amount->constantTerm() < 5 ||
        (Amount->constantTerm() < MostBits &&
         areInSeveralRows(Root->operands()[0], int64_t(1) << Amount->constantTerm()));
    return RowsAreShort ? Root : quotient(Root);
  }

  /// Index arithmetic of 32 bits is taken not to overflow.
  ExprRef separateWrap(ExprRef Root) {
    if (!Root->wrapSigned())
      return Context.withoutAddressWraps(Root);
    ExprRef Inner = Root->operands()[0];
    bool LikeHash = any_of(Inner->terms(), [](const Monomial &Part) {
      return Part.Coefficient >= (1 << 16) || Part.Coefficient <= -(1 << 16);
    });
    return Root->wrapBits() < 32 || LikeHash ? Root : Inner;
  }

  ExprRef separateShift(ExprRef Root) {
    ExprRef Value = Root->operands()[0], Amount = Root->operands()[1];
    if (hasThreads(Amount) || !hasThreads(Value))
      return Root;
    return Context.multiply(Value, Context.shiftLeft(Context.constant(1), Amount));
  }

  ExprContext &Context;
  const KnownLeaves &Known;
  int64_t WarpLanes;
  function_ref<bool(ExprRef)> IsWarpUniform;
  function_ref<int64_t(ExprRef)> SpanInWarp;
  std::vector<CostAssumption> &Assumptions;
  DenseMap<ExprRef, ExprRef> Separated;
  DenseMap<ExprRef, ExprRef> Leaves;
};

} // namespace

ExprRef separateMixedFactors(ExprContext &Context, ExprRef Offset, const KnownLeaves &Known,
                             unsigned WarpLanes, function_ref<bool(ExprRef)> IsWarpUniform,
                             function_ref<int64_t(ExprRef)> SpanInWarp,
                             std::vector<CostAssumption> &Assumptions) {
  return MixedFactorSeparator(Context, Known, WarpLanes, IsWarpUniform, SpanInWarp, Assumptions)
      .run(Offset);
}

} // namespace memlint
