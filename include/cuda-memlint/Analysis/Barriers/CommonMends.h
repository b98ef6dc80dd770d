//===- CommonMends.h - Races that one mend removes --------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_BARRIERS_COMMONMENDS_H
#define CUDA_MEMLINT_ANALYSIS_BARRIERS_COMMONMENDS_H

#include "cuda-memlint/Analysis/Barriers/RacingPairs.h"

namespace memlint {

/// The races between lanes of one warp that what mends those of \p Wider, which is not WarpOrder,
/// mends as well: all those for an object, or none of them. \p Steps is what is left to looking for
/// mends.
RacingPairs findLanesMendedToo(ExprContext &Expressions, const KernelAnalysis &Kernel,
                               bool IndependentThreads, RaceRemedy Wider, uint64_t &Steps);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_BARRIERS_COMMONMENDS_H
