//===- UnusedAccesses.h - Accesses that no compiler keeps -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds loads whose value, or a field of it, goes nowhere, and stores of variables that are
/// never set: optimising compilers leave these out.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_UNUSEDACCESSES_H
#define CUDA_MEMLINT_LIB_LOWERING_UNUSEDACCESSES_H

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/DenseSet.h"

namespace clang {
class FieldDecl;
class Stmt;
} // namespace clang

namespace memlint {

struct UnusedAccesses {
  /// Expressions whose accesses are not needed: discarded values, what initialises or is assigned
  /// to local variables that nobody reads, and what local variables that nobody sets are assigned
  /// to. Expressions that may do more than read are not among them.
  llvm::DenseSet<const clang::Stmt *> Whole;
  /// Calls whose results are discarded.
  llvm::DenseSet<const clang::Stmt *> Calls;
  /// By structure that is copied to a local variable: the fields of the variable that are named.
  /// Nothing else is done with it, so that no other field is needed.
  llvm::DenseMap<const clang::Stmt *, llvm::DenseSet<const clang::FieldDecl *>> NamedFields;
};

/// Adds what is unused in \p Body, the body of a function.
void addUnusedAccesses(const clang::Stmt *Body, UnusedAccesses &Unused);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_UNUSEDACCESSES_H
