//===- GuardedRanges.h - What conditions say of numbers ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The ranges that comparisons with constants leave numbers of host code. Internal to the analysis
/// of launches.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_GUARDEDRANGES_H
#define CUDA_MEMLINT_LIB_LAUNCH_GUARDEDRANGES_H

#include "cuda-memlint/Symbolic/Expression.h"

#include "llvm/ADT/ArrayRef.h"

namespace memlint {

/// A leaf in the range that a comparison with a constant leaves it.
struct NarrowedLeaf {
  ExprRef Leaf = nullptr;
  Interval Range;
};

/// What \p Condition, which holds or does not, says of a leaf; of other conditions nothing.
NarrowedLeaf narrowedBy(ExprRef Condition, bool Holds);

/// The range of \p Number where all of \p Guards hold.
Interval rangeUnder(ExprContext &Context, ExprRef Number, llvm::ArrayRef<ExprRef> Guards);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_GUARDEDRANGES_H
