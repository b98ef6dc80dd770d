//===- Iterations.h - How often a loop is gone through ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Iteration ranges of loops, from their exits. Internal to the cost library.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_COST_ITERATIONS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_COST_ITERATIONS_H

#include "LaneProgram.h"

namespace memlint {

/// The highest value assumed for the counter of a loop that nothing bounds.
constexpr int64_t LargestCounter = (int64_t(1) << 31) - 2;

/// A block index or loop counter and the values it takes.
struct CountedLeaf {
  ExprRef Leaf = nullptr;
  Interval Range;
};

struct IterationRange {
  enum class Kind : uint8_t {
    Bounded,    ///< no lane is in the loop after iteration Last
    Sequential, ///< lanes leave in an order that must be followed
    Unknown     ///< no exit bounds the loop
  };
  Kind Known = Kind::Unknown;
  int64_t Last = 0;
  /// Bounded: exits that take lanes out before iteration Last. Once one holds it
  /// holds in every later iteration, so that a lane is in the loop in iteration
  /// k > 0 exactly if it does not hold in iteration k - 1.
  llvm::SmallVector<ExprRef, 2> EarlyExits;
};

/// Finds the iterations of a loop that lanes leave when one of \p Exits holds,
/// all of whose leaves are thread indices, \p Outer or \p Counter.
IterationRange findIterations(const BlockShape &Block, llvm::ArrayRef<CountedLeaf> Outer,
                              ExprRef Counter, llvm::ArrayRef<ExprRef> Exits);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_COST_ITERATIONS_H
