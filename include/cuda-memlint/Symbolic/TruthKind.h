//===- TruthKind.h - Expressions that are 0 or 1 ----------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SYMBOLIC_TRUTHKIND_H
#define CUDA_MEMLINT_SYMBOLIC_TRUTHKIND_H

#include "cuda-memlint/Symbolic/Expression.h"

namespace memlint {

/// Expressions of \p Kind compare or combine truth values: they are 0 or 1.
inline bool isTruthKind(ExprKind Kind) {
  switch (Kind) {
  case ExprKind::Equal:
  case ExprKind::Less:
  case ExprKind::LessUnsigned:
  case ExprKind::Not:
  case ExprKind::And:
  case ExprKind::Or:
    return true;
  default:
    return false;
  }
}

} // namespace memlint

#endif // CUDA_MEMLINT_SYMBOLIC_TRUTHKIND_H
