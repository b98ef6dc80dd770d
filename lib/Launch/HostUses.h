//===- HostUses.h - What becomes of values in host code ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What the expressions of a host function are used for, and which statements only run where a
/// function of CUDA has failed.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_HOSTUSES_H
#define CUDA_MEMLINT_LIB_LAUNCH_HOSTUSES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace clang {
class DeclStmt;
class Expr;
class Stmt;
class VarDecl;
} // namespace clang

namespace memlint {

class HostUses {
public:
  explicit HostUses(const clang::Stmt *Body);

  /// \p Value, or a variable that gets it, is compared, is part of a condition, or seeds random
  /// numbers: it is no result by itself.
  bool decides(const clang::Stmt &Value) const;
  /// Nothing looks at what \p Value is.
  bool isDiscarded(const clang::Expr &Value) const { return Discarded.contains(&Value); }
  /// \p Code runs where some function of CUDA, maybe a launch, has failed.
  bool isBehindFailure(const clang::Stmt &Code) const { return Failed.contains(&Code); }

private:
  /// Where a statement stands.
  struct Place {
    bool Decides = false;
    bool IsFailed = false;
    const clang::VarDecl *Target = nullptr;
  };
  void visit(const clang::Stmt *Code, Place At);
  void visitDeclarations(const clang::DeclStmt &Code, Place At);
  void visitBranches(const clang::Expr *Condition, const clang::Stmt *Then, const clang::Stmt *Else,
                     Place At);
  void visitChildren(const clang::Stmt &Code, Place At);

  llvm::DenseSet<const clang::Stmt *> Deciding, Discarded, Failed;
  llvm::DenseSet<const clang::VarDecl *> DecidingVariables;
  llvm::DenseMap<const clang::Stmt *, const clang::VarDecl *> Targets;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_HOSTUSES_H
