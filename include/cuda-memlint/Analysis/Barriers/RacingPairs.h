//===- RacingPairs.h - Races by what they are about -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_BARRIERS_RACINGPAIRS_H
#define CUDA_MEMLINT_ANALYSIS_BARRIERS_RACINGPAIRS_H

#include "cuda-memlint/Analysis/Barriers/BarrierSuggestion.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include <map>

namespace memlint {

/// What would keep the two threads of a race apart.
enum class RaceRemedy : uint8_t {
  SharedOrder, ///< `__syncthreads()`, or locations of their own
  WarpOrder,   ///< `__syncwarp()` is enough
  GlobalOrder  ///< locations of their own, atomics, or another kernel
};

/// A pair of accesses that races, in one launch.
struct RacingPair {
  const RaceVerdict *Verdict = nullptr;
  unsigned Launch = 0;
  /// The block is a guess, and with this other one the two are not found to race.
  std::optional<std::array<uint64_t, 3>> NotFoundWithBlock;

  /// The source states that one of the two reads what nothing writes.
  bool IsStatedAbsent = false;

  /// It is to be mended in any case: data alone may prevent it.
  bool isCertain() const {
    return (Verdict->Outcome == RaceOutcome::Race || Verdict->Outcome == RaceOutcome::DataRace) &&
           !NotFoundWithBlock && !IsStatedAbsent;
  }
};

/// By object, the clearest pair first.
using RacingPairs = std::map<unsigned, std::vector<RacingPair>>;

/// The pairs of accesses of \p Kernel that race in a way that \p Remedy mends; of blocks that are
/// guesses, in all.
RacingPairs findRacingPairs(const KernelAnalysis &Kernel, RaceRemedy Remedy);

/// Whether \p Verdict is a race to report: those that depend on what is not known are only where
/// the kernel's analysis asks for them.
bool isReported(const KernelAnalysis &Kernel, const RaceVerdict &Verdict);

/// What the two threads of \p Verdict do must be atomic: no order of the accesses is enough.
bool needsAtomic(const RaceVerdict &Verdict);
/// Of two threads of a block, one makes an asynchronous copy.
bool isOfCopy(const KernelProgram &Kernel, const RaceVerdict &Verdict);
/// How many iterations of the outermost loop in which they differ the first thread of
/// \p Verdict is ahead of the second; 0: both are in the same iterations.
int64_t iterationsAhead(const RaceVerdict &Verdict);
/// Two plain stores: in either order one value is lost. A constant is an initial value
/// of a location, and a store of other size changes a part.
bool losesValue(const Access &First, const Access &Second);

/// Barriers that order racing pairs.
struct RaceBarrier {
  BarrierScope Scope = BarrierScope::Block;
  BarrierSuggestion Suggestion;
  /// How many pairs of accesses it is about.
  unsigned PairCount = 0;
};

/// Suggests barriers for one object after the other: those suggested before are preferred.
class RaceBarriers {
public:
  /// All of these live longer. \p Steps is what is left to all suggestions for a kernel.
  RaceBarriers(ExprContext &Expressions, const KernelAnalysis &Kernel, bool IndependentThreads,
               RaceRemedy Remedy, uint64_t &Steps);

  /// Nothing: a barrier does not help all \p Pairs, or it is not known where.
  std::optional<RaceBarrier> suggest(llvm::ArrayRef<RacingPair> Pairs);

private:
  void preferCommon(const RacingPairs &ByObject);

  ExprContext &Expressions;
  const KernelAnalysis &Kernel;
  bool IndependentThreads, IsOfWarp;
  uint64_t &StepsLeft;
  llvm::SmallVector<unsigned, 4> Suggested;
  /// What orders the races of all objects together.
  llvm::SmallVector<unsigned, 2> Common;
  /// The same for races that are not between lanes of one warp.
  llvm::SmallVector<unsigned, 4> SuggestedForBlock;
};

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_BARRIERS_RACINGPAIRS_H
