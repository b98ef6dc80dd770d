//===- AstVisitor.cpp - Clang's AST visitor, instantiated once ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Frontend/AstVisitor.h"

#include "clang/AST/RecursiveASTVisitor.h"

using namespace clang;

namespace memlint {

/// Hands each hook on to the visitor.
class AstVisitor::Walker : public RecursiveASTVisitor<Walker> {
public:
  using Base = RecursiveASTVisitor<Walker>;

  explicit Walker(AstVisitor &Visitor) : Visitor(Visitor) {}

  bool shouldVisitTemplateInstantiations() const { return Visitor.VisitsInstantiations; }

  bool TraverseDecl(Decl *Declared) { return Visitor.TraverseDecl(Declared); }
  bool TraverseStmt(Stmt *Statement) { return Visitor.TraverseStmt(Statement); }
  bool TraverseCUDAKernelCallExpr(CUDAKernelCallExpr *Call) {
    return Visitor.TraverseCUDAKernelCallExpr(Call);
  }
  bool TraverseGCCAsmStmt(GCCAsmStmt *Assembly) { return Visitor.TraverseGCCAsmStmt(Assembly); }
  bool TraverseDecltypeTypeLoc(DecltypeTypeLoc Type) {
    return Visitor.TraverseDecltypeTypeLoc(Type);
  }

  bool VisitFunctionDecl(FunctionDecl *Function) { return Visitor.VisitFunctionDecl(Function); }
  bool VisitVarDecl(VarDecl *Variable) { return Visitor.VisitVarDecl(Variable); }
  bool VisitExpr(clang::Expr *Each) { return Visitor.VisitExpr(Each); }
  bool VisitBinaryOperator(BinaryOperator *Operator) {
    return Visitor.VisitBinaryOperator(Operator);
  }
  bool VisitUnaryOperator(UnaryOperator *Operator) { return Visitor.VisitUnaryOperator(Operator); }
  bool VisitCastExpr(CastExpr *Cast) { return Visitor.VisitCastExpr(Cast); }
  bool VisitDeclRefExpr(DeclRefExpr *Reference) { return Visitor.VisitDeclRefExpr(Reference); }
  bool VisitStringLiteral(clang::StringLiteral *Text) { return Visitor.VisitStringLiteral(Text); }
  bool VisitCUDAKernelCallExpr(CUDAKernelCallExpr *Call) {
    return Visitor.VisitCUDAKernelCallExpr(Call);
  }
  bool VisitGCCAsmStmt(GCCAsmStmt *Assembly) { return Visitor.VisitGCCAsmStmt(Assembly); }

private:
  AstVisitor &Visitor;
};

AstVisitor::~AstVisitor() = default;

bool AstVisitor::TraverseDecl(Decl *Declared) {
  return Walker(*this).Walker::Base::TraverseDecl(Declared);
}

bool AstVisitor::TraverseStmt(Stmt *Statement) {
  return Walker(*this).Walker::Base::TraverseStmt(Statement);
}

bool AstVisitor::TraverseCUDAKernelCallExpr(CUDAKernelCallExpr *Call) {
  return Walker(*this).Walker::Base::TraverseCUDAKernelCallExpr(Call);
}

bool AstVisitor::TraverseGCCAsmStmt(GCCAsmStmt *Assembly) {
  return Walker(*this).Walker::Base::TraverseGCCAsmStmt(Assembly);
}

bool AstVisitor::TraverseDecltypeTypeLoc(DecltypeTypeLoc Type) {
  return Walker(*this).Walker::Base::TraverseDecltypeTypeLoc(Type);
}

} // namespace memlint
