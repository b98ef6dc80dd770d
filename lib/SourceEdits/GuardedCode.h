//===- GuardedCode.h - What code under a condition does ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Questions about statements that are to be put under a condition, or taken out of one.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_SOURCEEDITS_GUARDEDCODE_H
#define CUDA_MEMLINT_LIB_SOURCEEDITS_GUARDEDCODE_H

#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"

#include "llvm/ADT/SmallPtrSet.h"

namespace memlint {

using Variables = llvm::SmallPtrSet<const clang::VarDecl *, 8>;

/// \p Code calls \p Function somewhere.
bool callsFunction(const clang::Stmt *Code, const clang::FunctionDecl &Function);

/// \p Code changes nothing, reads no memory but variables, and calls nothing.
bool isPlain(const clang::Stmt *Code);

/// Adds the variables that \p Code names.
void addNamed(const clang::Stmt *Code, Variables &Names);

/// \p Code names one of \p Names.
bool namesAny(const clang::Stmt *Code, const Variables &Names);

/// \p Code may change one of \p Names: it does more than read it.
bool mayChange(const clang::Stmt *Code, const Variables &Names);

/// \p Code leads out of itself, other than by ending or by a return, or others lead into it.
bool hasJumps(const clang::Stmt *Code);

/// \p Code returns from the function somewhere.
bool hasReturn(const clang::Stmt *Code);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_SOURCEEDITS_GUARDEDCODE_H
