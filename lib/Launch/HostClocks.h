//===- HostClocks.h - Clocks that host code reads ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_HOSTCLOCKS_H
#define CUDA_MEMLINT_LIB_LAUNCH_HOSTCLOCKS_H

#include "clang/AST/Decl.h"

#include "llvm/ADT/DenseMap.h"

namespace clang {
class CallExpr;
class Expr;
class VarDecl;
} // namespace clang

namespace memlint {

/// The variable that \p Written is, or is a part of as a `timeval`; else null. Casts, parentheses
/// and copies count for nothing.
const clang::VarDecl *variableIn(const clang::Expr *Written);

/// Finds out which calls read a clock of the host.
class HostClocks {
public:
  /// `clock()`, `std::chrono::steady_clock::now()`, or a function of the program that returns what
  /// one of these says and does not use CUDA.
  bool isRead(const clang::Expr *Value);

  /// The variable that \p Call writes the time to, as gettimeofday() does; else null.
  static const clang::VarDecl *variableSetBy(const clang::CallExpr &Call);

  struct Difference {
    const clang::VarDecl *Start = nullptr;
    /// Null: the clock is read right there.
    const clang::VarDecl *Stop = nullptr;
  };
  /// The span of time that \p Operation computes, as `stop - start` or `clock() - start`.
  std::optional<Difference> differenceIn(const clang::Stmt &Operation);

private:
  bool isClock(const clang::FunctionDecl *Function);

  llvm::DenseMap<const clang::FunctionDecl *, bool> Known;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_HOSTCLOCKS_H
