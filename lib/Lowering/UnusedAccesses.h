//===- UnusedAccesses.h - Accesses that no compiler keeps -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Finds loads whose value goes nowhere and stores of variables that are never set:
/// optimising compilers leave both out.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_UNUSEDACCESSES_H
#define CUDA_MEMLINT_LIB_LOWERING_UNUSEDACCESSES_H

#include "llvm/ADT/DenseSet.h"

namespace clang {
class Stmt;
} // namespace clang

namespace memlint {

/// Adds the expressions in \p Body, the body of a function, whose accesses are not
/// needed: discarded values, what initialises or is assigned to local variables that
/// nobody reads, and what local variables that nobody sets are assigned to. Expressions
/// that may do more than read are not among them.
void addUnusedAccesses(const clang::Stmt *Body, llvm::DenseSet<const clang::Stmt *> &Unused);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_UNUSEDACCESSES_H
