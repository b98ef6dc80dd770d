//===- RacingPairs.h - Races by what they are about -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_BARRIERS_RACINGPAIRS_H
#define CUDA_MEMLINT_ANALYSIS_BARRIERS_RACINGPAIRS_H

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

  bool isCertain() const { return Verdict->Outcome == RaceOutcome::Race && !NotFoundWithBlock; }
};

/// By object, the clearest pair first.
using RacingPairs = std::map<unsigned, std::vector<RacingPair>>;

/// The pairs of accesses of \p Kernel that race in a way that \p Remedy mends; of blocks that are
/// guesses, in all.
RacingPairs findRacingPairs(const KernelAnalysis &Kernel, RaceRemedy Remedy);

/// Whether \p Verdict is a race to report: those that depend on what is not known are only where
/// the kernel's analysis asks for them.
bool isReported(const KernelAnalysis &Kernel, const RaceVerdict &Verdict);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_BARRIERS_RACINGPAIRS_H
