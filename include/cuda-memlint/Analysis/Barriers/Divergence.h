//===- Divergence.h - Threads that do not meet ------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_BARRIERS_DIVERGENCE_H
#define CUDA_MEMLINT_ANALYSIS_BARRIERS_DIVERGENCE_H

#include "cuda-memlint/Analysis/Barriers/ArrivalCause.h"
#include "cuda-memlint/Analysis/Barriers/CountedArrivals.h"

#include <vector>

namespace memlint {

struct KernelAnalysis;

/// A barrier or a warp operation that threads do not reach alike.
struct Divergence {
  const Site *At = nullptr;
  llvm::StringRef Text;
  bool IsBarrier = false;
  MeetingGroup Group;
  ArrivalSplit Split;
  ArrivalCause Cause;
  /// Index into KernelAnalysis::Launches.
  unsigned Launch = 0;

  /// The barrier is one of the block, and the missing thread exits without coming to another one.
  bool MissingExits = false;

  /// Not who comes to it is the fault, but how many do; then there may be no Split.
  std::optional<MiscountedBarrier> Miscount;

  /// The loop that the missing thread has left.
  std::optional<unsigned> leftLoop() const {
    return Split.Left ? Split.Left->Loop : Cause.LeftLoop;
  }
};

/// Barriers, then warp operations, then barriers that count others than come, at which threads of
/// some launch of \p Kernel part; where the block is a guess, of all that are likely. \p Steps are
/// the evaluations that this may take, and are less by those that it took.
std::vector<Divergence> findDivergences(ExprContext &Expressions, const KernelAnalysis &Kernel,
                                        uint64_t &Steps);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_BARRIERS_DIVERGENCE_H
