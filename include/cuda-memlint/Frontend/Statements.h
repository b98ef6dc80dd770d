//===- Statements.h - Walking the parts of a statement ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What looks at each part of a statement by itself, whatever is around it.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_FRONTEND_STATEMENTS_H
#define CUDA_MEMLINT_FRONTEND_STATEMENTS_H

#include "clang/AST/Stmt.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace memlint {

/// \p Holds for \p Code or for a part of it, asked from the outside in. \p Code may be null.
bool anyPart(const clang::Stmt *Code, llvm::function_ref<bool(const clang::Stmt &)> Holds);

/// Calls \p Visit for \p Code, which may be null, and all its parts, from the outside in.
void forEachPart(const clang::Stmt *Code, llvm::function_ref<void(const clang::Stmt &)> Visit);

/// The same without the bodies of lambdas.
void forEachStatement(const clang::Stmt *Code, llvm::function_ref<void(const clang::Stmt &)> Visit);

} // namespace memlint

#endif // CUDA_MEMLINT_FRONTEND_STATEMENTS_H
