//===- MixedFactors.h - Where lanes meet unknowns ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Operations of an address that have both the thread and an unknown number
/// inside, such as `min(i, n - 1)`, `i % width` or `i < n ? i : 0`, and that are
/// therefore no sum of the two. Internal to the cost library.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_COST_MIXEDFACTORS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_COST_MIXEDFACTORS_H

#include "Unknowns.h"

#include "cuda-memlint/Model/CostReasons.h"

#include <vector>

namespace memlint {

/// \p Offset with such operations taken apart, as far as that can be done; what
/// had to be taken for granted is added to \p Assumptions.
///
/// Nothing is assumed where a condition on known lanes chooses between two
/// unknown numbers, or where all lanes of a warp have the same value. Clamped
/// indices are taken to be inside their bounds, and a warp not to straddle rows
/// of unknown length: quotients are taken to be the same for all its lanes, where
/// these do not lie too far apart for that.
///
/// \p IsWarpUniform decides whether an expression without unknowns has one value
/// for all lanes of each warp, which has \p WarpLanes; \p SpanInWarp gives the
/// most by which it differs between two of them, 0 where that is not known.
ExprRef separateMixedFactors(ExprContext &Context, ExprRef Offset, const KnownLeaves &Known,
                             unsigned WarpLanes, llvm::function_ref<bool(ExprRef)> IsWarpUniform,
                             llvm::function_ref<int64_t(ExprRef)> SpanInWarp,
                             std::vector<CostAssumption> &Assumptions);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_COST_MIXEDFACTORS_H
