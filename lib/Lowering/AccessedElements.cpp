//===- AccessedElements.cpp - What pointers are cast to -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessedElements.h"

#include "Emitter.h"
#include "KernelObjects.h"

#include "cuda-memlint/Interpreter/IntegerConstants.h"
#include "cuda-memlint/Interpreter/TypeFacts.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/RecordLayout.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace memlint {

std::optional<LvalueAround> lvalueAround(const ASTContext &Ast, const clang::Expr &Part) {
  if (const auto *Member = dyn_cast<MemberExpr>(&Part)) {
    const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
    QualType Base = Member->getBase()->getType();
    QualType Record = Member->isArrow() ? Base->getPointeeType() : Base;
    // A field of a base class is behind what the derived class puts before it.
    if (!Field || Field->isBitField() || Field->getType()->isReferenceType() ||
        Record->getAsRecordDecl() != Field->getParent())
      return std::nullopt;
    const ASTRecordLayout &Layout = Ast.getASTRecordLayout(Field->getParent());
    return LvalueAround{.Lvalue = Member->getBase(),
                        .Offset = Layout.getFieldOffset(Field->getFieldIndex()) / 8,
                        .Record = Record,
                        .IsPointer = Member->isArrow()};
  }
  const auto *Subscript = dyn_cast<ArraySubscriptExpr>(&Part);
  clang::Expr::EvalResult Index;
  if (!Subscript || !Subscript->getBase()->IgnoreParenImpCasts()->getType()->isArrayType() ||
      Subscript->getIdx()->isValueDependent() || !Subscript->getIdx()->EvaluateAsInt(Index, Ast))
    return std::nullopt;
  return LvalueAround{.Lvalue = Subscript->getBase(),
                      .Offset = uint64_t(signedBits(Index.Val.getInt())) *
                                sizeOf(Ast, Subscript->getType()),
                      .Record = {}};
}

AccessedElement accessedElement(const ASTContext &Ast, const Stmt *Where) {
  const auto *Operand = dyn_cast_or_null<clang::Expr>(Where);
  uint64_t FirstByte = 0;
  while (Operand) {
    Operand = Operand->IgnoreParenImpCasts();
    std::optional<LvalueAround> Around = lvalueAround(Ast, *Operand);
    if (!Around)
      break;
    FirstByte += Around->Offset;
    if (Around->IsPointer)
      return {Around->Record, FirstByte};
    Operand = Around->Lvalue;
  }
  if (const auto *Subscript = dyn_cast_or_null<ArraySubscriptExpr>(Operand);
      Subscript && !Subscript->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
    return {Subscript->getType(), FirstByte};
  if (const auto *Unary = dyn_cast_or_null<UnaryOperator>(Operand);
      Unary && Unary->getOpcode() == UO_Deref)
    return {Unary->getType(), FirstByte};
  return {};
}

/// Whether \p Site begins at \p FirstByte of an element, where these follow each other from the
/// start of the object on.
static bool liesInElements(const Access &Site, uint64_t FirstByte, uint64_t ElementBytes) {
  if (!Site.Offset || ElementBytes == 0)
    return false;
  auto Size = int64_t(ElementBytes);
  bool IsSum = Site.Offset->kind() == ExprKind::Polynomial;
  if (!IsSum && !Site.Offset->isConstant())
    return false;
  return (!IsSum ||
          llvm::all_of(Site.Offset->terms(),
                       [&](const Monomial &Part) { return Part.Coefficient % Size == 0; })) &&
         (Site.Offset->constantTerm() % Size + Size) % Size == int64_t(FirstByte);
}

QualType Emitter::elementsAsAccessed(unsigned Object) const {
  QualType Common;
  for (const Access &Site : Program.Accesses) {
    if (Site.Object != Object) {
      if (llvm::is_contained(Program.basesOf(Site.Object), Object))
        return {};
      continue;
    }
    auto Known = AccessedElements.find(Site.Id);
    if (Known == AccessedElements.end() || Known->second.Type.isNull())
      return {};
    QualType Type = Known->second.Type.getUnqualifiedType();
    if ((!Common.isNull() && !Ast.hasSameType(Common, Type)) ||
        !liesInElements(Site, Known->second.FirstByte, sizeOf(Ast, Type)))
      return {};
    Common = Type;
  }
  return Common;
}

void Emitter::describeCastElements() {
  for (MemoryObject &Object : Program.Objects)
    if (QualType Element = elementsAsAccessed(Object.Id);
        !Element.isNull() && Objects.mayHold(Object.Id, Element))
      Objects.setElement(Object, Element);
}

} // namespace memlint
