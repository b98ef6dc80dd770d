//===- BlockChoice.h - The blocks that a pair is looked at in ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Blocks of a grid that are gone through one by one: all of a small one, else some that races
/// are likely to be between. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_BLOCKCHOICE_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_BLOCKCHOICE_H

#include "PlacedSite.h"

namespace memlint {

struct BlockChoice {
  std::vector<std::array<int64_t, 3>> Blocks;
  /// They are all that the grid has.
  bool AreAll = true;
};

/// \p Asked: dimensions of a grid that is not known which are taken to be there.
BlockChoice chooseBlocks(const RaceSetting &Setting, const std::array<bool, 3> &Asked);

/// More blocks of a row of blocks whose first ones do not meet: those beside the numbers that
/// \p Roots compare a block's index with, or divide it by, or after which they begin anew. Empty:
/// there are none.
std::vector<std::array<int64_t, 3>> chooseMoreBlocks(const RaceSetting &Setting,
                                                     llvm::ArrayRef<ExprRef> Roots);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_BLOCKCHOICE_H
