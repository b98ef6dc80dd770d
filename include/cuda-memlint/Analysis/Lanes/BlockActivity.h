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

  friend bool operator==(const BlockActivity &, const BlockActivity &) = default;
};

/// The activity of \p Site in a block of \p Walk that is not the first, if there is another one.
/// What else than the threads decides is taken to let them through. Nothing if that takes too long.
std::optional<BlockActivity> activityOf(LaunchWalk &Walk, const Access &Site);
/// The same in \p Block.
std::optional<BlockActivity> activityOf(LaunchWalk &Walk, const Access &Site,
                                        const std::array<int64_t, 3> &Block);

/// The same of all blocks of a grid.
struct LaunchActivity {
  /// Of one block if all are alike, else of all of them together.
  BlockActivity Sum;
  uint64_t Blocks = 0;
  /// Those that make the access at all.
  uint64_t ActiveBlocks = 0;
  bool AreAlike = false;
};

/// Counts each block of the grid. Nothing if the grid is not known, or that takes too long.
std::optional<LaunchActivity> activityOfLaunch(LaunchWalk &Walk, const Access &Site);

/// How a block, and the launch, come to a branch or a loop.
struct Activity {
  BlockActivity OfBlock;
  /// Nothing: the grid is not known, HasOpenGuard, or there are too many blocks to count.
  std::optional<LaunchActivity> OfLaunch;
  /// What is not known may keep threads or blocks out: those of the block are taken to pass.
  bool HasOpenGuard = false;

  /// Of the launch where that is known.
  const BlockActivity &counted() const { return OfLaunch ? OfLaunch->Sum : OfBlock; }
};

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_LANES_BLOCKACTIVITY_H
