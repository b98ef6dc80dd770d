//===- JointBounds.h - Bounds that few threads are within -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each of two bounds may hold for all threads of a warp while both together hold for few: what is
/// left of a warp's last elements is below `n`, and not below `n - 3`. Internal to the cost
/// library.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_COST_JOINTBOUNDS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_COST_JOINTBOUNDS_H

#include "cuda-memlint/Symbolic/Expression.h"
#include "cuda-memlint/Target/BlockShape.h"

namespace memlint {

/// How many lanes of a warp may satisfy two bounds at once, whatever the unknowns are.
enum class CommonLanes : uint8_t {
  All, ///< or it is not known that fewer do
  Several,
  One
};

/// Of the guards \p First and \p Second, comparisons in which nothing but thread indices differs by
/// lane.
CommonLanes commonLanes(ExprContext &Context, ExprRef First, ExprRef Second,
                        const BlockShape &Block, unsigned WarpLanes);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_COST_JOINTBOUNDS_H
