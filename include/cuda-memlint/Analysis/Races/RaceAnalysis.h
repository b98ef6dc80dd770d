//===- RaceAnalysis.h - Conflicting accesses without a barrier --*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Data races of a kernel in one launch: pairs of accesses by different threads to a
/// common byte, at least one of them a write, not both atomic, that no barrier
/// separates. Each pair of access sites is decided by the cheapest means that can:
/// range and congruence of the distance between the two addresses, enumeration of all
/// threads, integer sets.
///
/// The rules for what is a race are those of the CUDA C++ Programming Guide: since
/// compute capability 7.0 threads of a warp are scheduled independently, so that only
/// `__syncwarp()` and wider barriers order them (section "Independent Thread
/// Scheduling"); shuffles and votes do not order memory (section "Warp Shuffle
/// Functions").
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_RACES_RACEANALYSIS_H
#define CUDA_MEMLINT_ANALYSIS_RACES_RACEANALYSIS_H

#include "cuda-memlint/Model/RaceReport.h"

#include <cstdint>
#include <set>
#include <utility>
#include <vector>

namespace memlint {

class ExprContext;
struct ArgumentCase;
struct KernelProgram;
struct LaunchContext;

/// Barriers that are looked at as if they were not there.
struct BarrierRemoval {
  /// Those asked about, which are one in the source: indices into KernelProgram::Barriers. All
  /// threads that they hold back must come by them equally often.
  std::vector<unsigned> Asked;
  /// Taken away before.
  std::vector<unsigned> Gone;
};

struct RaceOptions {
  /// Values that are computed for one thread at most, in whole. What is left is undecided.
  uint64_t Budget = 60'000'000;
  /// Entries of the tables that integer sets are looked at in, likewise.
  uint64_t SetEntries = 60'000'000;
  /// Not null: what was taken of the budget, and finding the intervals between barriers, is added.
  uint64_t *Spent = nullptr;
  /// Not null: what was taken of SetEntries is added.
  uint64_t *SpentEntries = nullptr;
  /// Look for values of arguments for which a pair races, where it does not in launches as
  /// usual: RaceOutcome::MayRace instead of Undecided.
  bool PossibleRaces = false;
  /// Lanes of a warp are scheduled independently (compute capability 7.0 and later); else
  /// they run in lockstep, and only one and the same access of two lanes can race.
  bool IndependentThreads = true;
  /// Not null: only what the barriers asked about keep apart and nothing else does is looked at,
  /// and conflicts are also accesses that are not races but whose order may matter: atomics that
  /// do not commute, and flags of other blocks beside global memory. Pointer parameters may
  /// all have one value, unless they are restrict. The report ends with the first pair that is
  /// no proved absence.
  const BarrierRemoval *Removal = nullptr;
  /// Not null: no other pairs of accesses are looked at, the earlier one first.
  const std::set<std::pair<unsigned, unsigned>> *Only = nullptr;
  /// The report ends with the first pair that is found not to be absent.
  bool OnlyWhether = false;
  /// Whether a race happens for all arguments is decided, too; else all of them are
  /// RaceOutcome::Race.
  bool ForAllArguments = true;
  /// Not null: all launches of the kernel that are known, this one among them.
  const std::vector<LaunchContext> *Launches = nullptr;
  /// Not null: outcomes of conditions on arguments that are assumed. Then RaceOutcome::Race means
  /// in launches with these outcomes.
  const ArgumentCase *Case = nullptr;
};

/// Decides all pairs of \p Kernel in \p Launch, whose block must be known.
RaceReport analyseRaces(ExprContext &Context, const KernelProgram &Kernel,
                        const LaunchContext &Launch, const RaceOptions &Options);

/// Sets RaceVerdict::NotFoundWithBlock in \p Report, that of \p Launch: the pairs that race are
/// decided again with each of LaunchContext::OtherBlocks that may be meant. One with which
/// threads would leave a shared array is not, nor one with which they would read shared memory
/// that no thread writes, where that of \p Launch does not do so.
void compareWithOtherBlocks(ExprContext &Context, const KernelProgram &Kernel,
                            const LaunchContext &Launch, const RaceOptions &Options,
                            RaceReport &Report);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_RACES_RACEANALYSIS_H
