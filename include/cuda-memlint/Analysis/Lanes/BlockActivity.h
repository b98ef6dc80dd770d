//===- BlockActivity.h - Lanes that take part in an access ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_LANES_BLOCKACTIVITY_H
#define CUDA_MEMLINT_ANALYSIS_LANES_BLOCKACTIVITY_H

#include "cuda-memlint/Analysis/Bounds/AccessWalk.h"

#include <optional>

namespace memlint {

/// How the threads of one block make an access, summed over the iterations in which any does. Of
/// loops whose iterations do not differ in that, the first one counts.
struct BlockActivity {
  /// Iterations, lanes in them, and the warps that these lanes are of.
  uint64_t Rounds = 0;
  uint64_t Lanes = 0;
  uint64_t Warps = 0;
  /// All threads of these warps; the last warp of a block may have fewer than others.
  uint64_t Threads = 0;
  /// As few warps as these lanes would fill.
  uint64_t PackedWarps = 0;
  /// Distinct addresses of each warp.
  uint64_t Addresses = 0;
  /// Warps in which idle lanes are between active ones.
  uint64_t WarpsWithGaps = 0;
};

/// The activity of \p Site in a block of \p Walk that is not the first, if there is another one.
/// What else than the threads decides is taken to let them through. Nothing if that takes too long.
std::optional<BlockActivity> activityOf(LaunchWalk &Walk, const Access &Site);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_LANES_BLOCKACTIVITY_H
