//===- AccessedElements.cpp - What pointers are cast to -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AccessedElements.h"

#include "Emitter.h"
#include "KernelObjects.h"

#include "cuda-memlint/Interpreter/TypeFacts.h"

#include "clang/AST/Decl.h"
#include "clang/AST/Expr.h"
#include "clang/AST/RecordLayout.h"

#include "llvm/ADT/STLExtras.h"

using namespace clang;

namespace memlint {

AccessedElement accessedElement(const ASTContext &Ast, const Stmt *Where) {
  const auto *Operand = dyn_cast_or_null<clang::Expr>(Where);
  for (uint64_t FirstByte = 0; Operand;) {
    Operand = Operand->IgnoreParenImpCasts();
    if (const auto *Member = dyn_cast<MemberExpr>(Operand)) {
      const auto *Field = dyn_cast<FieldDecl>(Member->getMemberDecl());
      QualType Base = Member->getBase()->getType();
      QualType Around = Member->isArrow() ? Base->getPointeeType() : Base;
      // A field of a base class is behind what the derived class puts before it.
      if (!Field || Field->isBitField() || Field->getType()->isReferenceType() ||
          Around->getAsRecordDecl() != Field->getParent())
        return {};
      const ASTRecordLayout &Layout = Ast.getASTRecordLayout(Field->getParent());
      FirstByte += Layout.getFieldOffset(Field->getFieldIndex()) / 8;
      if (Member->isArrow())
        return {Around, FirstByte};
      Operand = Member->getBase();
      continue;
    }
    if (const auto *Subscript = dyn_cast<ArraySubscriptExpr>(Operand)) {
      clang::Expr::EvalResult Index;
      if (!Subscript->getBase()->IgnoreParenImpCasts()->getType()->isArrayType())
        return {Subscript->getType(), FirstByte};
      if (Subscript->getIdx()->isValueDependent() ||
          !Subscript->getIdx()->EvaluateAsInt(Index, Ast))
        return {};
      FirstByte += uint64_t(Index.Val.getInt().getExtValue()) * sizeOf(Ast, Subscript->getType());
      Operand = Subscript->getBase();
      continue;
    }
    const auto *Unary = dyn_cast<UnaryOperator>(Operand);
    return Unary && Unary->getOpcode() == UO_Deref ? AccessedElement{Unary->getType(), FirstByte}
                                                   : AccessedElement{};
  }
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
