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

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace memlint {

/// \p Part is a call of a function such as `__float_as_int`.
static const CallExpr *asBits(const Stmt *Part) {
  const auto *Call = dyn_cast<CallExpr>(Part);
  const FunctionDecl *Called = Call ? Call->getDirectCallee() : nullptr;
  bool IsOne = Called && Called->getDeclName().isIdentifier() && givesBits(Called->getName());
  return IsOne ? Call : nullptr;
}

/// \p Part has one of these calls.
static bool takesBits(const Stmt *Part) {
  return Part && (asBits(Part) || llvm::any_of(Part->children(), takesBits));
}

/// The variable that \p Number reads; null: it is another expression.
static const ValueDecl *variableRead(const clang::Expr *Number) {
  const auto *Name = dyn_cast<DeclRefExpr>(Number->IgnoreParenCasts());
  return Name ? Name->getDecl() : nullptr;
}

/// \p Part makes a floating-point value of the integer in \p Variable.
static bool makesFloating(const Stmt *Part, const ValueDecl *Variable) {
  if (const CallExpr *Call = asBits(Part))
    return Call->getNumArgs() == 1 && variableRead(Call->getArg(0)) == Variable;
  const auto *Cast = dyn_cast<CastExpr>(Part);
  return Cast && Cast->getCastKind() == CK_IntegralToFloating &&
         variableRead(Cast->getSubExpr()) == Variable;
}

/// The same of a part of \p Code, or of what the local variables that it reads begin with.
static bool computesFrom(const Stmt *Code, const ValueDecl *Variable,
                         llvm::SmallPtrSetImpl<const VarDecl *> &Followed) {
  if (!Code)
    return false;
  if (makesFloating(Code, Variable))
    return true;
  const auto *Name = dyn_cast<DeclRefExpr>(Code);
  const auto *Local = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  if (Local && Local->hasLocalStorage() && Followed.insert(Local).second &&
      computesFrom(Local->getInit(), Variable, Followed))
    return true;
  return llvm::any_of(Code->children(),
                      [&](const Stmt *Child) { return computesFrom(Child, Variable, Followed); });
}

/// What \p Call writes is computed as a floating-point number from the integer that it expects.
static bool computesFromExpected(const CallExpr &Call) {
  const ValueDecl *Expected = Call.getNumArgs() == 3 ? variableRead(Call.getArg(1)) : nullptr;
  llvm::SmallPtrSet<const VarDecl *, 8> Followed;
  return Expected && computesFrom(Call.getArg(2), Expected, Followed);
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
