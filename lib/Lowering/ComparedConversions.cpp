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

ExprRef Intrinsics::conversionIn(ExprRef Number) const {
  while (Number && Number->kind() == ExprKind::Wrap)
    Number = Number->operands()[0];
  return Converted.contains(Number) ? Number : nullptr;
}

void Intrinsics::noteConversions(const CallExpr &Call, const AtomicUse &Use, size_t Before) {
  ExprRef Expected = conversionIn(Use.Expected), Replacement = conversionIn(Use.Replacement);
  if (!Expected && !Replacement)
    return;
  bool TakesBits = llvm::any_of(llvm::drop_begin(Call.arguments()), takesBits);
  for (Access &Emitted : Out.accessesFrom(Before)) {
    Emitted.ConvertedExpected = Expected;
    Emitted.ConvertedValue = Replacement;
    if (TakesBits)
      OnBits.insert(Emitted.Id);
  }
}

void Intrinsics::dropIntegerConversions() {
  llvm::MutableArrayRef<Access> All = Out.accessesFrom(0);
  for (Access &Site : All) {
    if ((!Site.ConvertedExpected && !Site.ConvertedValue) || OnBits.contains(Site.Id))
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
