//===- PairDecision.h - Whether two accesses race ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The verdict on two accesses in one interval, by the cheapest means that gives one.
/// Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_PAIRDECISION_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_PAIRDECISION_H

#include "PairEnumeration.h"
#include "PlacementCache.h"

#include "cuda-memlint/Analysis/Races/RaceAnalysis.h"

namespace memlint {

/// Two accesses, each at one position in one interval.
struct PairQuestion {
  const Access *First = nullptr, *Second = nullptr;
  const BarrierInterval *Interval = nullptr;
  const ReachedNode *FirstAt = nullptr, *SecondAt = nullptr;
  ThreadRelation Relation;
  /// One of the two is a copy that was under way when the interval began, and is not reached in it.
  const CopyInFlight *FirstInFlight = nullptr, *SecondInFlight = nullptr;
  /// Nothing is wanted but whether it is absent.
  bool OnlyAbsence = false;
};

/// What is left to spend on a kernel, in steps, so that verdicts do not depend on the machine.
struct PairBudget {
  /// Values computed for one thread; see RaceOptions.
  uint64_t Values = ~uint64_t(0);
  /// Entries of the tables that integer sets are looked at in.
  uint64_t SetEntries = 60'000'000;
};

/// Decides \p Question and takes its steps from \p Budget.
RaceVerdict decidePair(const RaceSetting &Setting, PlacementCache &Placements,
                       const PairQuestion &Question, bool PossibleRaces, PairBudget &Budget);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_PAIRDECISION_H
