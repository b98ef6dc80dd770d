//===- GuardedRanges.cpp - What conditions say of numbers -----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedRanges.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace memlint {

/// That \p Leaf is less than \p Limit as an unsigned number, which holds or does not.
static NarrowedLeaf narrowedByUnsigned(ExprRef Leaf, int64_t Limit, bool Holds) {
  Interval Range = Leaf->range();
  if (Limit <= 0)
    return {};
  // A negative number is a large unsigned one.
  if (Holds)
    return {Leaf, {std::max<int64_t>(Range.Low, 0), std::min(Range.High, Limit - 1)}};
  if (Range.Low < 0)
    return {};
  return {Leaf, {std::max(Range.Low, Limit), Range.High}};
}

/// \p Sum is a leaf and a constant, which is then added to \p Constant; null: it is none.
static ExprRef leafOf(ExprRef Sum, int64_t &Constant) {
  if (Sum->isLeaf())
    return Sum;
  if (Sum->kind() != ExprKind::Polynomial || Sum->terms().size() != 1)
    return nullptr;
  const Monomial &Only = Sum->terms().front();
  bool IsLeaf = Only.Coefficient == 1 && Only.Factors.size() == 1 && Only.Factors.front()->isLeaf();
  return IsLeaf && !AddOverflow(Constant, Sum->constantTerm(), Constant) ? Only.Factors.front()
                                                                         : nullptr;
}

NarrowedLeaf narrowedBy(ExprRef Condition, bool Holds) {
  if (Condition->kind() == ExprKind::Not)
    return narrowedBy(Condition->operands()[0], !Holds);
  bool IsEqual = Condition->kind() == ExprKind::Equal;
  bool IsUnsigned = Condition->kind() == ExprKind::LessUnsigned;
  if (Condition->isLeaf() && !Holds)
    return {Condition, {0, 0}};
  if (!IsEqual && !IsUnsigned && Condition->kind() != ExprKind::Less)
    return {};
  ExprRef Left = Condition->operands()[0], Right = Condition->operands()[1];
  bool IsLeft = Right->isConstant();
  if (!IsLeft && !Left->isConstant())
    return {};
  int64_t Added = 0, Constant = 0;
  ExprRef Leaf = leafOf(IsLeft ? Left : Right, Added);
  bool IsWrapped = IsUnsigned && Added != 0;
  if (!Leaf || IsWrapped || SubOverflow((IsLeft ? Right : Left)->constantTerm(), Added, Constant))
    return {};
  if (IsUnsigned) {
    // The constant is below the leaf where the leaf is not below the number behind it.
    bool HasNext = Constant >= 0 && Constant < INT64_MAX;
    return IsLeft    ? narrowedByUnsigned(Leaf, Constant, Holds)
           : HasNext ? narrowedByUnsigned(Leaf, Constant + 1, !Holds)
                     : NarrowedLeaf();
  }
  Interval Range = Leaf->range();
  if (IsEqual && Holds)
    return {Leaf, {Constant, Constant}};
  if (IsEqual)
    return {};
  // The leaf is below the constant, or above it; of the opposite, the constant is inside.
  bool IsBelow = IsLeft == Holds;
  int64_t Step = Holds ? 1 : 0;
  if (IsBelow && Constant > INT64_MIN)
    Range.High = std::min(Range.High, Constant - Step);
  else if (!IsBelow && Constant < INT64_MAX)
    Range.Low = std::max(Range.Low, Constant + Step);
  return {Leaf, Range};
}

Interval rangeUnder(ExprContext &Context, ExprRef Number, ArrayRef<ExprRef> Guards) {
  DenseMap<ExprRef, Interval> Ranges;
  for (ExprRef Guard : Guards)
    for (ExprRef Part : partsOf(Guard, ExprKind::And)) {
      NarrowedLeaf New = narrowedBy(Part, /*Holds=*/true);
      if (!New.Leaf)
        continue;
      Interval &Known = Ranges.try_emplace(New.Leaf, New.Leaf->range()).first->second;
      Known = {std::max(Known.Low, New.Range.Low), std::min(Known.High, New.Range.High)};
      // Nobody comes here.
      if (Known.Low > Known.High)
        return Number->range();
    }
  return Context
      .substitute(Number,
                  [&](ExprRef Leaf) -> ExprRef {
                    auto Known = Ranges.find(Leaf);
                    if (Known == Ranges.end())
                      return nullptr;
                    Interval Range = Known->second;
                    return Range.Low == Range.High ? Context.constant(Range.Low)
                                                   : withRange(Context, Leaf, Range);
                  })
      ->range();
}

} // namespace memlint
