//===- DecayedArrays.cpp - Arrays behind pointers -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DecayedArrays.h"

#include "cuda-memlint/Frontend/AstVisitor.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

using namespace clang;

namespace memlint {

namespace {

/// Counts where a variable is named, and where it is read.
class UseCounter : public AstVisitor {
public:
  explicit UseCounter(const VarDecl &Variable) : Variable(Variable) {}

  bool onlyReads() const { return Names == Reads; }

  bool VisitDeclRefExpr(DeclRefExpr *Name) override {
    Names += Name->getDecl() == &Variable;
    return true;
  }
  bool VisitCastExpr(CastExpr *Cast) override {
    const auto *Name = dyn_cast<DeclRefExpr>(Cast->getSubExpr()->IgnoreParens());
    Reads += Cast->getCastKind() == CK_LValueToRValue && Name && Name->getDecl() == &Variable;
    return true;
  }

private:
  const VarDecl &Variable;
  unsigned Names = 0, Reads = 0;
};

} // namespace

/// \p Variable is a local one that nothing changes.
static bool keepsItsValue(const VarDecl &Variable) {
  const auto *Function = dyn_cast<FunctionDecl>(Variable.getDeclContext());
  const Stmt *Body = Function ? Function->getBody() : nullptr;
  if (!Variable.isLocalVarDecl() || !Variable.getInit() || !Body)
    return false;
  UseCounter Counter(Variable);
  Counter.TraverseStmt(const_cast<Stmt *>(Body));
  return Counter.onlyReads();
}

const clang::Expr *madeOf(const clang::Expr *Base) {
  const clang::Expr *Bare = Base->IgnoreParenCasts();
  const auto *Name = dyn_cast<DeclRefExpr>(Bare);
  const auto *Variable = Name ? dyn_cast<VarDecl>(Name->getDecl()) : nullptr;
  return Variable && Variable->getType()->isPointerType() && keepsItsValue(*Variable)
             ? Variable->getInit()->IgnoreParenCasts()
             : Bare;
}

const ConstantArrayType *arrayBehind(const ASTContext &Ast, const clang::Expr *Base) {
  if (const auto *Array = Ast.getAsConstantArrayType(Base->IgnoreParenImpCasts()->getType()))
    return Array;
  const auto *Member = dyn_cast<MemberExpr>(madeOf(Base));
  const auto *Array = Member ? Ast.getAsConstantArrayType(Member->getType()) : nullptr;
  QualType Element = Base->getType()->getPointeeType();
  bool IsSame = Array && !Element.isNull() && !Element->isIncompleteType() &&
                Ast.getTypeSizeInChars(Element) == Ast.getTypeSizeInChars(Array->getElementType());
  return IsSame ? Array : nullptr;
}

} // namespace memlint
