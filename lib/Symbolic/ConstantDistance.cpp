//===- ConstantDistance.cpp - Sums that differ by a number ----------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Symbolic/ConstantDistance.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace memlint {

/// What \p Root adds to the constant of a sum.
static int64_t constantPart(ExprRef Root) {
  bool IsSum = Root->isConstant() || Root->kind() == ExprKind::Polynomial;
  return IsSum ? Root->constantTerm() : 0;
}

/// Whether \p Sum is \p Term and a number.
static bool isOnly(ExprRef Sum, ExprRef Term) {
  return Sum->terms().size() == 1 && Sum->terms().front().Coefficient == 1 &&
         Sum->terms().front().Factors == ArrayRef(Term);
}

static bool haveEqualTerms(ExprRef Left, ExprRef Right) {
  bool LeftIsSum = Left->isConstant() || Left->kind() == ExprKind::Polynomial;
  bool RightIsSum = Right->isConstant() || Right->kind() == ExprKind::Polynomial;
  if (!LeftIsSum)
    return Left == Right || isOnly(Right, Left);
  if (!RightIsSum)
    return isOnly(Left, Right);
  return equal(Left->terms(), Right->terms(), [](const Monomial &Here, const Monomial &There) {
    return Here.Coefficient == There.Coefficient && Here.Factors == There.Factors;
  });
}

std::optional<int64_t> constantDistance(ExprRef Left, ExprRef Right) {
  int64_t Distance = 0;
  if (!haveEqualTerms(Left, Right) ||
      SubOverflow(constantPart(Left), constantPart(Right), Distance))
    return std::nullopt;
  return Distance;
}

} // namespace memlint
