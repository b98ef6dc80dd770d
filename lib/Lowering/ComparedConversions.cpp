//===- ComparedConversions.cpp - Rounded operands of atomics ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Compare-and-swaps that are given floating-point values as integers. Memory that is declared as
/// floating-point numbers may hold integers, such as the keys of a hash table in a workspace: that
/// it does not has to be seen.
///
//===----------------------------------------------------------------------===//

#include "Intrinsics.h"

#include "cuda-memlint/CudaModel/UnfollowedFunction.h"

using namespace clang;

namespace memlint {

/// \p Part has a call of a function such as `__float_as_int`.
static bool takesBits(const Stmt *Part) {
  if (!Part)
    return false;
  const auto *Call = dyn_cast<CallExpr>(Part);
  const FunctionDecl *Called = Call ? Call->getDirectCallee() : nullptr;
  return (Called && Called->getDeclName().isIdentifier() && givesBits(Called->getName())) ||
         llvm::any_of(Part->children(), takesBits);
}

/// The variable that \p Number reads; null: it is another expression.
static const ValueDecl *variableRead(const clang::Expr *Number) {
  const auto *Name = dyn_cast<DeclRefExpr>(Number->IgnoreParenCasts());
  return Name ? Name->getDecl() : nullptr;
}

/// \p Part has the integer in \p Variable converted to a floating-point value.
static bool convertsInteger(const Stmt *Part, const ValueDecl *Variable) {
  if (!Part)
    return false;
  const auto *Cast = dyn_cast<CastExpr>(Part);
  return (Cast && Cast->getCastKind() == CK_IntegralToFloating &&
          variableRead(Cast->getSubExpr()) == Variable) ||
         llvm::any_of(Part->children(),
                      [&](const Stmt *Child) { return convertsInteger(Child, Variable); });
}

/// What \p Call writes is computed as a floating-point number from the integer that it expects.
static bool computesFromExpected(const CallExpr &Call) {
  const ValueDecl *Expected = Call.getNumArgs() == 3 ? variableRead(Call.getArg(1)) : nullptr;
  return Expected && convertsInteger(Call.getArg(2), Expected);
}

ExprRef Intrinsics::conversionIn(ExprRef Number) const {
  if (!Number || Converted.contains(Number))
    return Number;
  if (Number->kind() == ExprKind::Wrap)
    return conversionIn(Number->operands()[0]);
  if (Number->kind() != ExprKind::Select)
    return nullptr;
  ExprRef First = conversionIn(Number->operands()[1]);
  return First ? First : conversionIn(Number->operands()[2]);
}

void Intrinsics::noteConversions(const CallExpr &Call, const AtomicUse &Use, size_t Before) {
  ExprRef Expected = conversionIn(Use.Expected), Replacement = conversionIn(Use.Replacement);
  if (!Expected && !Replacement)
    return;
  bool HoldsNumbers =
      llvm::any_of(llvm::drop_begin(Call.arguments()), takesBits) || computesFromExpected(Call);
  for (Access &Emitted : Out.accessesFrom(Before)) {
    Emitted.ConvertedExpected = Expected;
    Emitted.ConvertedValue = Replacement;
    if (HoldsNumbers)
      OnNumbers.insert(Emitted.Id);
  }
}

void Intrinsics::dropIntegerConversions() {
  llvm::MutableArrayRef<Access> All = Out.accessesFrom(0);
  for (Access &Site : All) {
    if ((!Site.ConvertedExpected && !Site.ConvertedValue) || OnNumbers.contains(Site.Id))
      continue;
    bool IsFloating = llvm::any_of(All, [&](const Access &Other) {
      const clang::Type *As = Out.typeOf(Other.Id);
      return Other.Object == Site.Object && Other.Offset && Other.Offset == Site.Offset && As &&
             As->isRealFloatingType();
    });
    if (!IsFloating)
      Site.ConvertedExpected = Site.ConvertedValue = nullptr;
  }
}

} // namespace memlint
