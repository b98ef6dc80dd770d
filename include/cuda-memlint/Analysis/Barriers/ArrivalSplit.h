//===- ArrivalSplit.h - Who reaches a barrier and who does not --*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Two threads that must both reach a barrier, where only one does: found by following all
/// threads of a block through the loops and guards around it.
///
/// A thread is said not to come only where that holds for every value of what is not known.
/// That the other one comes may depend on unknowns that the code takes for possible, since
/// without them nobody would come at all.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_BARRIERS_ARRIVALSPLIT_H
#define CUDA_MEMLINT_ANALYSIS_BARRIERS_ARRIVALSPLIT_H

#include "cuda-memlint/Analysis/Barriers/ThreadValues.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <optional>

namespace memlint {

struct LaunchContext;

struct ThreadId {
  Index3 Block = {};
  Index3 Thread = {};
};

/// An iteration of a loop, counted from 0.
struct LoopIteration {
  unsigned Loop = 0;
  int64_t Number = 0;
};

/// A thread that comes to a site in an iteration and one that does not.
struct ArrivalSplit {
  ThreadId Coming, Missing;
  /// Of the loops around the site, the outermost first.
  llvm::SmallVector<LoopIteration, 2> Iterations;
  /// Why the other one does not come: the first of Site::Guards that it fails, or the
  /// loop, and the last of its iterations, in which it leaves.
  std::optional<unsigned> Guard;
  std::optional<LoopIteration> Left;
  /// The coming thread is not among those that its own mask names; then there is no other.
  bool OutsideMask = false;
};

/// Which threads have to meet.
struct MeetingGroup {
  enum class Kind : uint8_t { Group, Block, Grid } Scope = Kind::Block;
  /// Group: threads of the block by linear index, in rows of this many.
  unsigned Size = 32;
  /// Group: a bit for each lane of the warp; null: all.
  ExprRef Mask = nullptr;
};

/// Evaluations that one search may take, and those that are left for a kernel.
struct ArrivalBudget {
  uint64_t OfSearch = uint64_t(1) << 22;
  uint64_t Left = uint64_t(1) << 25;
};

/// Threads that have to meet at \p At and do not; nothing where none were found within
/// \p Budget. \p Counts says of each candidate whether it is one. The block of \p Launch
/// must be known.
std::optional<ArrivalSplit> findArrivalSplit(ExprContext &Expressions, const KernelProgram &Kernel,
                                             const Site &At, const LaunchContext &Launch,
                                             const MeetingGroup &Group, ArrivalBudget &Budget,
                                             llvm::function_ref<bool(const ArrivalSplit &)> Counts);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_BARRIERS_ARRIVALSPLIT_H
