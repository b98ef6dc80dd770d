//===- LocalVariables.cpp - Local variables that expressions mean ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LocalVariables.h"

using namespace clang;

namespace memlint {

const DeclRefExpr *variableMeant(const clang::Expr *Lvalue) {
  while (true) {
    Lvalue = Lvalue->IgnoreParens();
    if (const auto *Cast = dyn_cast<CastExpr>(Lvalue);
        Cast && (Cast->getCastKind() == CK_LValueBitCast || Cast->getCastKind() == CK_NoOp)) {
      Lvalue = Cast->getSubExpr();
    } else if (const auto *Member = dyn_cast<MemberExpr>(Lvalue); Member && !Member->isArrow()) {
      Lvalue = Member->getBase();
    } else if (const auto *Deref = dyn_cast<UnaryOperator>(Lvalue);
               Deref && Deref->getOpcode() == UO_Deref) {
      // `*(unsigned *)&x`
      const auto *Address = dyn_cast<UnaryOperator>(Deref->getSubExpr()->IgnoreParenCasts());
      if (!Address || Address->getOpcode() != UO_AddrOf)
        return nullptr;
      Lvalue = Address->getSubExpr();
    } else {
      return dyn_cast<DeclRefExpr>(Lvalue);
    }
  }
}

const VarDecl *localVariable(const clang::Expr *At) {
  const DeclRefExpr *Name = variableMeant(At);
  const auto *Variable = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  bool IsOwn = Variable && Variable->hasLocalStorage() && !Variable->getType()->isReferenceType() &&
               !Name->refersToEnclosingVariableOrCapture();
  return IsOwn ? Variable : nullptr;
}

const ConditionalOperator *choiceIn(const clang::Expr *Code) {
  if (!Code->isLValue())
    return nullptr;
  while (const auto *Cast = dyn_cast<CastExpr>(Code = Code->IgnoreParens())) {
    if (Cast->getCastKind() != CK_NoOp)
      return nullptr;
    Code = Cast->getSubExpr();
  }
  return dyn_cast<ConditionalOperator>(Code);
}

const VarDecl *assignedBy(const Stmt &Code) {
  if (const auto *Operator = dyn_cast<BinaryOperator>(&Code))
    return Operator->isAssignmentOp() ? localVariable(Operator->getLHS()) : nullptr;
  const auto *Step = dyn_cast<UnaryOperator>(&Code);
  return Step && Step->isIncrementDecrementOp() ? localVariable(Step->getSubExpr()) : nullptr;
}

} // namespace memlint
