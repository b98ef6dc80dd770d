//===- AssignedVariables.cpp - What a statement assigns ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssignedVariables.h"

#include "cuda-memlint/Frontend/AstVisitor.h"

#include "llvm/ADT/SetVector.h"

using namespace clang;

namespace memlint {

namespace {

class AssignmentFinder : public AstVisitor {
public:
  llvm::SetVector<const ValueDecl *> Assigned;

  bool VisitBinaryOperator(BinaryOperator *Operator) override {
    if (Operator->isAssignmentOp())
      note(Operator->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator *Operator) override {
    if (Operator->isIncrementDecrementOp())
      note(Operator->getSubExpr());
    return true;
  }
  bool VisitGCCAsmStmt(GCCAsmStmt *Asm) override {
    for (unsigned Index = 0; Index != Asm->getNumOutputs(); ++Index)
      note(Asm->getOutputExpr(Index));
    return true;
  }

private:
  void note(const clang::Expr *Target) {
    if (const auto *Name = dyn_cast<DeclRefExpr>(Target->IgnoreParenImpCasts()))
      Assigned.insert(Name->getDecl());
  }
};

} // namespace

std::vector<const ValueDecl *> assignedVariables(const Stmt *Within) {
  AssignmentFinder Finder;
  if (Within)
    Finder.TraverseStmt(const_cast<Stmt *>(Within));
  return {Finder.Assigned.begin(), Finder.Assigned.end()};
}

} // namespace memlint
