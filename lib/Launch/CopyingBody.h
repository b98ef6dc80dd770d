//===- CopyingBody.h - Loop bodies that only copy ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_COPYINGBODY_H
#define CUDA_MEMLINT_LIB_LAUNCH_COPYINGBODY_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace clang {
class CallExpr;
class Expr;
class FunctionDecl;
class Stmt;
class VarDecl;
} // namespace clang

namespace memlint {

class HostFunction;

/// A copy that each iteration of a loop makes.
struct LoopCopy {
  const clang::CallExpr *Call = nullptr;
  /// What the loop calls: the same, or a function that does nothing but copy.
  const clang::CallExpr *At = nullptr;
  /// That function; null: there is none.
  const clang::FunctionDecl *Helper = nullptr;
  /// By parameter and variable of that function: what it is given.
  llvm::DenseMap<const clang::VarDecl *, const clang::Expr *> Given;
};

/// The copies that each iteration makes, if \p Body makes nothing but unconditional copies, checks
/// of their errors, and computations of variables; else empty. What happens once a copy has failed
/// does not count, unless it goes on with the loop.
std::optional<llvm::SmallVector<LoopCopy, 4>> copiesIn(const clang::Stmt *Body,
                                                       HostFunction &Function);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_COPYINGBODY_H
