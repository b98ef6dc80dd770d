//===- SteadyVariables.h - Local variables that keep a value ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_STEADYVARIABLES_H
#define CUDA_MEMLINT_LIB_LAUNCH_STEADYVARIABLES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"

namespace clang {
class BinaryOperator;
class Expr;
class FunctionDecl;
class Stmt;
class VarDecl;
} // namespace clang

namespace memlint {

/// Knows the local variables of a host function that have one value wherever it is read: that of
/// their declaration or, without one, that of their only assignment.
class SteadyVariables {
public:
  explicit SteadyVariables(const clang::FunctionDecl &Function);

  /// \p Variable is a local variable or a parameter, and has one value wherever it is read.
  bool keepsValue(const clang::VarDecl &Variable) const;

  /// What \p Variable is given; null: it may change, or a caller gives it.
  const clang::Expr *valueOf(const clang::VarDecl &Variable) const;

private:
  void visit(const clang::Stmt *Code, bool IsRead, const clang::Stmt *Loop);
  bool addAssignment(const clang::BinaryOperator &Assignment, const clang::Stmt *Loop);

  /// The variables that are used in other ways than by reading their values.
  llvm::SmallPtrSet<const clang::VarDecl *, 16> Changeable;
  /// By variable without an initialiser: what its only assignment gives it.
  llvm::DenseMap<const clang::VarDecl *, const clang::Expr *> Assigned;
  /// By variable: the innermost loop around its declaration; null: none.
  llvm::DenseMap<const clang::VarDecl *, const clang::Stmt *> LoopOf;
  bool HasLabels = false;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_STEADYVARIABLES_H
