//===- ProgramExpressions.h - The expressions of a program ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_MODEL_PROGRAMEXPRESSIONS_H
#define CUDA_MEMLINT_MODEL_PROGRAMEXPRESSIONS_H

#include "cuda-memlint/Symbolic/Expression.h"

namespace memlint {

struct KernelProgram;

/// Leaves in \p Expressions, which owns those of \p Program, what that and programs before it
/// refer to; see ExprContext::keepOnly().
void keepExpressionsOf(KernelProgram &Program, ExprContext &Expressions);

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_PROGRAMEXPRESSIONS_H
