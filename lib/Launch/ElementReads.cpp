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

/// The index of \p Subscript if it is a constant that is not negative.
static std::optional<uint64_t> constantIndex(const ArraySubscriptExpr &Subscript,
                                             const ASTContext &Ast) {
  clang::Expr::EvalResult Index;
  if (Subscript.getIdx()->isValueDependent() || !Subscript.getIdx()->EvaluateAsInt(Index, Ast) ||
      Index.Val.getInt().isNegative())
    return std::nullopt;
  return Index.Val.getInt().getZExtValue();
}

static uint64_t bytesOf(QualType Type, const ASTContext &Ast) {
  return uint64_t(Ast.getTypeSizeInChars(Type).getQuantity());
}

std::optional<uint64_t> offsetOfElement(const clang::Expr &Read, const ASTContext &Ast) {
  const auto *Load = dyn_cast<ImplicitCastExpr>(&Read);
  if (!Load || Load->getCastKind() != CK_LValueToRValue)
    return std::nullopt;
  const clang::Expr *Lvalue = Load->getSubExpr()->IgnoreParens();
  const clang::Expr *Base = baseOfElement(*Lvalue);
  if (!Base || !isa<DeclRefExpr>(Base->IgnoreParenImpCasts()))
    return std::nullopt;
  const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Lvalue);
  if (!Subscript)
    return 0;
  std::optional<uint64_t> Index = constantIndex(*Subscript, Ast);
  if (!Index)
    return std::nullopt;
  return *Index * bytesOf(Lvalue->getType(), Ast);
}

/// Whether \p Pointer is cast to a base class, or to a derived one, which may begin elsewhere.
static bool movesPointer(const clang::Expr &Pointer) {
  const clang::Expr *At = Pointer.IgnoreParens();
  for (; const auto *Cast = dyn_cast<CastExpr>(At); At = Cast->getSubExpr()->IgnoreParens()) {
    CastKind Kind = Cast->getCastKind();
    if (Kind == CK_DerivedToBase || Kind == CK_UncheckedDerivedToBase || Kind == CK_BaseToDerived ||
        Kind == CK_Dynamic)
      return true;
  }
  return false;
}

std::optional<MemoryPart> memoryPartOf(const clang::Expr &Lvalue, const ASTContext &Ast) {
  MemoryPart Result;
  Result.Offset = 0;
  Result.Bytes = bytesOf(Lvalue.getType(), Ast);
  auto Add = [&](std::optional<uint64_t> Bytes) {
    Result.Offset = Bytes && Result.Offset ? std::optional(*Result.Offset + *Bytes) : std::nullopt;
  };
  for (const clang::Expr *At = Lvalue.IgnoreParens();;) {
    const clang::Expr *Pointer = nullptr;
    if (const auto *Member = dyn_cast<MemberExpr>(At)) {
      const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
      if (!Field || Field->isBitField() || Field->getParent()->isInvalidDecl())
        return std::nullopt;
      Add(uint64_t(Ast.toCharUnitsFromBits(int64_t(Ast.getFieldOffset(Field))).getQuantity()));
      At = Member->getBase()->IgnoreParens();
      // A base class lies at an offset of its own.
      if (isa<CastExpr>(At) && !Member->isArrow())
        return std::nullopt;
      if (!Member->isArrow())
        continue;
      Pointer = At;
    } else if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(At)) {
      std::optional<uint64_t> Index = constantIndex(*Subscript, Ast);
      Add(Index ? std::optional(*Index * bytesOf(At->getType(), Ast)) : std::nullopt);
      Pointer = Subscript->getBase();
      // An array in a structure.
      if (const auto *Decay = dyn_cast<ImplicitCastExpr>(Pointer->IgnoreParens());
          Decay && Decay->getCastKind() == CK_ArrayToPointerDecay) {
        At = Decay->getSubExpr()->IgnoreParens();
        continue;
      }
    } else if (const auto *Dereference = dyn_cast<UnaryOperator>(At);
               Dereference && Dereference->getOpcode() == UO_Deref) {
      Pointer = Dereference->getSubExpr();
    }
    if (!Pointer)
      return std::nullopt;
    const clang::Expr *Cast = Pointer->IgnoreParenCasts();
    if (movesPointer(*Pointer)) {
      Result.Offset = std::nullopt;
    } else if (const auto *Address = dyn_cast<UnaryOperator>(Cast);
               Address && Address->getOpcode() == UO_AddrOf) {
      At = Address->getSubExpr()->IgnoreParens();
      continue;
    }
    Result.Pointer = pointerIn(Pointer);
    if (!isa<DeclRefExpr>(Cast))
      Result.Offset = std::nullopt;
    return Result.Pointer ? std::optional(Result) : std::nullopt;
  }
}

} // namespace memlint
