//===- GuardEdits.h - Conditions that enclose barriers ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Changes of the source that let all threads come to a barrier: a condition around it is split
/// into conditions on the work before and behind it, and an early return becomes a condition on the
/// rest of the function.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SOURCEEDITS_GUARDEDITS_H
#define CUDA_MEMLINT_SOURCEEDITS_GUARDEDITS_H

#include "cuda-memlint/Model/MemoryProgram.h"

namespace clang {
class ASTContext;
class CallExpr;
class FunctionDecl;
} // namespace clang

namespace memlint {

/// The changes for the barrier \p Call in the body of \p Function, one for each condition around or
/// before it that can be changed without changing what any thread computes: its value stays the
/// same, nothing that is declared under it is lost, and what now all threads do reads no memory.
std::vector<GuardEdit> guardEdits(const clang::FunctionDecl &Function, const clang::CallExpr &Call,
                                  const clang::ASTContext &Ast);

} // namespace memlint

#endif // CUDA_MEMLINT_SOURCEEDITS_GUARDEDITS_H
