//===- LaunchValues.h - Values that a launch gives --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_COST_LAUNCHVALUES_H
#define CUDA_MEMLINT_ANALYSIS_COST_LAUNCHVALUES_H

#include "cuda-memlint/Symbolic/Expression.h"

#include "llvm/ADT/SmallVector.h"

#include <array>
#include <optional>

namespace memlint {

struct KernelProgram;
struct LaunchContext;

/// \p Root with blockDim, gridDim and integer arguments replaced by their values
/// in \p Launch, where those are known.
ExprRef withLaunchValues(ExprContext &Expressions, ExprRef Root, const KernelProgram &Kernel,
                         const LaunchContext &Launch);

/// What \p Leaf is in a launch: an index has the range it has there, an extent is its value. Null:
/// \p Leaf is neither, or its extent is not known.
using LaunchExtents = std::array<std::optional<uint64_t>, 3>;
ExprRef builtinInLaunch(ExprContext &Expressions, ExprRef Leaf, const LaunchExtents &Block,
                        const LaunchExtents &Grid);

/// A term of a sum: a coefficient times a product, which is not empty.
struct Term {
  int64_t Coefficient;
  llvm::SmallVector<ExprRef, 4> Factors;
};

/// The terms of \p Sum without its constant; an expression that is not a sum is one.
llvm::SmallVector<Term> termsOf(ExprRef Sum);
/// \p Part as an expression.
ExprRef productOf(ExprContext &Expressions, const Term &Part);
/// The constant of \p Sum.
int64_t constantOf(ExprRef Sum);

/// Whether \p Product has all factors of \p Factor, as often as they are there: `n` is one of
/// `n * n`, which is none of `n`. Each is a product, whose coefficient does not count.
bool isFactorOf(ExprRef Factor, ExprRef Product);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_COST_LAUNCHVALUES_H
