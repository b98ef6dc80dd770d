//===- CommentExpression.h - Expressions in comments ----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Reads a condition over numbers, as C++ writes it, out of a comment.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_COMMENTEXPRESSION_H
#define CUDA_MEMLINT_LIB_LOWERING_COMMENTEXPRESSION_H

#include "cuda-memlint/Symbolic/Expression.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>

namespace memlint {

/// \p Text as a number: integers, names, parentheses and C++'s operators on integers but
/// assignments and `?:`, with their precedence. \p Named resolves a name ("n",
/// "blockDim.x"). The error says in words what is not understood.
llvm::Expected<ExprRef>
parseCommentExpression(ExprContext &Exprs, llvm::StringRef Text,
                       llvm::function_ref<std::optional<ExprRef>(llvm::StringRef)> Named);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_COMMENTEXPRESSION_H
