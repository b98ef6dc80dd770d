//===- ArgumentCase.h - Conditions that arguments decide --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Outcomes of conditions that are not known before launch, assumed for one analysis.
/// Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_ARGUMENTCASE_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_ARGUMENTCASE_H

#include "cuda-memlint/Symbolic/Expression.h"

#include "llvm/ADT/DenseMap.h"

#include <set>

namespace memlint {

struct ArgumentCase {
  /// By condition, in terms of the launch: whether it holds, in all threads and iterations.
  llvm::DenseMap<ExprRef, bool> Outcomes;
  /// Loops that threads leave only after they have passed one of the barriers in it.
  std::set<unsigned> LongLoops;

  /// Adds that \p Condition holds, or not.
  void assume(ExprContext &Context, ExprRef Condition, bool Holds);
  /// \p Root with the conditions in it replaced by their outcomes.
  ExprRef apply(ExprContext &Context, ExprRef Root) const;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_ARGUMENTCASE_H
