//===- ContendedAtomics.h - Lanes that update one address -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Atomics that many lanes of a warp make at one address at once, where one would do for all of
/// them and the compiler does not see to that.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_LANES_CONTENDEDATOMICS_H
#define CUDA_MEMLINT_ANALYSIS_LANES_CONTENDEDATOMICS_H

#include "cuda-memlint/Analysis/Lanes/BlockActivity.h"

#include <vector>

namespace memlint {

struct KernelAnalysis;

/// An atomic in a launch. That the lanes meet at one address holds for every value of what is not
/// known, except for conditions that depend on arguments and are taken to hold.
struct ContendedAtomic {
  unsigned Access = 0;
  unsigned Launch = 0;
  BlockActivity OfBlock;
  /// All threads of a block update the same address in an iteration; all of the grid do.
  bool IsSameInBlock = false;
  bool IsSameInGrid = false;
  /// The address of a thread is the same in all iterations.
  bool IsSameInLoops = false;
  /// Guards or ends of loops that differ among blocks, or are not known, may leave fewer updates.
  bool IsUpperBound = false;
  /// A compare-and-swap that is repeated until no other lane was faster: as often as lanes meet.
  bool IsRetried = false;
  /// A loop is around it, other than the one that repeats it.
  bool IsInLoop = false;
  /// What is said of a block is of all iterations of such loops; else, of one.
  bool CountsIterations = false;
  /// Each update needs what the one before has left, or replaces it: none takes the place of
  /// others.
  bool IsInTurn = false;
  /// Lanes of a warp do not wait for each other, or have to: it matters if the time of all updates
  /// of the grid, one after the other, does.
  bool IsForTime = false;
  /// Updates of a block that come to memory.
  uint64_t Updates = 0;
  /// IsForTime: the addresses that each block of the grid updates, each equally often.
  uint64_t GridAddresses = 1;
  /// And the sectors that these are in.
  uint64_t GridSectors = 1;
};

/// Of each atomic of \p Kernel, that of its largest launch with a known block. Atomics that may be
/// for few lanes are left out.
std::vector<ContendedAtomic> findContendedAtomics(ExprContext &Context,
                                                  const KernelAnalysis &Kernel);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_LANES_CONTENDEDATOMICS_H
