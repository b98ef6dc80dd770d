//===- LocalVariables.h - Local variables that expressions mean -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which local variable an expression reads or assigns to. Internal to lowering.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_LOCALVARIABLES_H
#define CUDA_MEMLINT_LIB_LOWERING_LOCALVARIABLES_H

#include "clang/AST/Expr.h"

namespace memlint {

/// The variable whose bits \p Lvalue are, as another type perhaps, without a member of it.
const clang::DeclRefExpr *variableMeant(const clang::Expr *Lvalue);

/// The local variable that the lvalue \p At is, or is a member of; null: it is memory.
const clang::VarDecl *localVariable(const clang::Expr *At);

/// The `c ? a : b` that \p Code is, where it chooses between two lvalues; null otherwise.
const clang::ConditionalOperator *choiceIn(const clang::Expr *Code);

/// The local variable that \p Code assigns to, or steps; null: it is something else.
const clang::VarDecl *assignedBy(const clang::Stmt &Code);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_LOCALVARIABLES_H
