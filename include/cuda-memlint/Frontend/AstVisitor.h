//===- AstVisitor.h - Clang's AST visitor, instantiated once ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FRONTEND_ASTVISITOR_H
#define CUDA_MEMLINT_FRONTEND_ASTVISITOR_H

#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/AST/TypeLoc.h"

namespace memlint {

/// Clang's RecursiveASTVisitor with the hooks that we use as virtual functions: each class derived
/// from the template itself takes the compiler ten seconds. All functions return whether the walk
/// goes on; what is overridden calls the one here to go on below a node. (LLVM 20 has the same as
/// DynamicRecursiveASTVisitor.)
class AstVisitor {
public:
  virtual ~AstVisitor();

  virtual bool TraverseDecl(clang::Decl *Declared);
  virtual bool TraverseStmt(clang::Stmt *Statement);
  virtual bool TraverseCUDAKernelCallExpr(clang::CUDAKernelCallExpr *Call);
  virtual bool TraverseGCCAsmStmt(clang::GCCAsmStmt *Assembly);
  virtual bool TraverseDecltypeTypeLoc(clang::DecltypeTypeLoc Type);

  virtual bool VisitFunctionDecl(clang::FunctionDecl *) { return true; }
  virtual bool VisitVarDecl(clang::VarDecl *) { return true; }
  virtual bool VisitExpr(clang::Expr *) { return true; }
  virtual bool VisitBinaryOperator(clang::BinaryOperator *) { return true; }
  virtual bool VisitUnaryOperator(clang::UnaryOperator *) { return true; }
  virtual bool VisitCastExpr(clang::CastExpr *) { return true; }
  virtual bool VisitDeclRefExpr(clang::DeclRefExpr *) { return true; }
  virtual bool VisitStringLiteral(clang::StringLiteral *) { return true; }
  virtual bool VisitCUDAKernelCallExpr(clang::CUDAKernelCallExpr *) { return true; }
  virtual bool VisitGCCAsmStmt(clang::GCCAsmStmt *) { return true; }

protected:
  /// Instantiations of templates are walked, too.
  bool VisitsInstantiations = false;

private:
  class Walker;
};

} // namespace memlint

#endif // CUDA_MEMLINT_FRONTEND_ASTVISITOR_H
