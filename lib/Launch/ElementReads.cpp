//===- ElementReads.cpp - Elements that host code reads -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ElementReads.h"

#include "HostBuffers.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace memlint {

const VarDecl *pointerIn(const clang::Expr *Pointer) {
  const DeclRefExpr *Base = HostBuffers::baseOf(Pointer);
  return Base ? dyn_cast<VarDecl>(Base->getDecl()) : nullptr;
}

/// The pointer that \p Lvalue, an element, is written with; null: it is not an element.
static const clang::Expr *baseOfElement(const clang::Expr &Lvalue) {
  if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(&Lvalue))
    return Subscript->getBase();
  const auto *Dereference = dyn_cast<UnaryOperator>(&Lvalue);
  return Dereference && Dereference->getOpcode() == UO_Deref ? Dereference->getSubExpr() : nullptr;
}

const VarDecl *pointerTo(const clang::Expr *Lvalue) {
  const clang::Expr *Base = baseOfElement(*Lvalue->IgnoreParens());
  return Base ? pointerIn(Base) : nullptr;
}

std::optional<uint64_t> offsetOfElement(const clang::Expr &Read, const ASTContext &Ast) {
  const auto *Load = dyn_cast<ImplicitCastExpr>(&Read);
  if (!Load || Load->getCastKind() != CK_LValueToRValue)
    return std::nullopt;
  const clang::Expr *Lvalue = Load->getSubExpr()->IgnoreParens();
  const clang::Expr *Base = baseOfElement(*Lvalue);
  if (!Base || !isa<DeclRefExpr>(Base->IgnoreParenImpCasts()))
    return std::nullopt;
  uint64_t Bytes = uint64_t(Ast.getTypeSizeInChars(Lvalue->getType()).getQuantity());
  const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Lvalue);
  clang::Expr::EvalResult Index;
  if (!Subscript)
    return 0;
  if (Subscript->getIdx()->isValueDependent() || !Subscript->getIdx()->EvaluateAsInt(Index, Ast) ||
      Index.Val.getInt().isNegative())
    return std::nullopt;
  return Index.Val.getInt().getZExtValue() * Bytes;
}

} // namespace memlint
