//===- Facts.h - What the source asserts of parameters ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Bounds and divisors that asserts state. Internal to the cost library.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_COST_FACTS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_COST_FACTS_H

#include "cuda-memlint/Symbolic/Expression.h"

#include "llvm/ADT/DenseMap.h"

namespace memlint {

/// For each parameter that \p Facts (non-zero when they hold) constrain more than
/// its type does, a leaf that knows it: `n % 32 == 0`, `n > 0`, `n <= 1024`.
llvm::DenseMap<ExprRef, ExprRef> leavesUnderFacts(ExprContext &Context,
                                                  llvm::ArrayRef<ExprRef> Facts);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_COST_FACTS_H
