//===- CountedLoops.h - Loops of host code that count -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_COUNTEDLOOPS_H
#define CUDA_MEMLINT_LIB_LAUNCH_COUNTEDLOOPS_H

#include "VariableSums.h"

#include "clang/Basic/SourceLocation.h"

#include "llvm/ADT/SmallVector.h"

namespace clang {
class ForStmt;
class Stmt;
class WhileStmt;
} // namespace clang

namespace memlint {

class HostFunction;

/// `for (i = FIRST; i < END; i += STEP)`, or a `while` loop that does so.
struct CountedLoop {
  const clang::Stmt *Body = nullptr;
  clang::SourceLocation Begin;
  const clang::VarDecl *Counter = nullptr;
  int64_t Step = 1;
  std::optional<uint64_t> Count;
  /// What each iteration does besides: `p += n` of `++i, p += n`.
  llvm::SmallVector<const clang::Expr *, 2> Besides;
};

/// The number that a variable has before a loop and in it; empty: that is not known.
using VariableNumbers = llvm::function_ref<std::optional<int64_t>(const clang::VarDecl &)>;

std::optional<CountedLoop> countedLoop(const clang::ForStmt &Loop, const clang::ASTContext &Ast,
                                       VariableNumbers NumberOf);
std::optional<CountedLoop> countedLoop(const clang::ForStmt &Loop, HostFunction &Function);
/// One statement of the body counts, and no other one changes the counter.
std::optional<CountedLoop> countedLoop(const clang::WhileStmt &Loop, HostFunction &Function);

/// A variable, and by how much \p Change increases it; else null.
struct Increase {
  const clang::VarDecl *Variable = nullptr;
  /// Of pointers, elements.
  VariableSum By;
};
Increase increaseBy(const clang::Expr &Change, VariableSums &Sums);

/// \p Sum with numbers in the place of local variables that have one value.
VariableSum resolved(const VariableSum &Sum, HostFunction &Function);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_COUNTEDLOOPS_H
