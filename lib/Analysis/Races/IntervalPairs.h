//===- IntervalPairs.h - Two accesses in all intervals ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether two accesses race in any of the intervals between barriers, with what that may take.
/// Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_INTERVALPAIRS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_INTERVALPAIRS_H

#include "PairDecision.h"

#include <map>
#include <string>

namespace memlint {

/// Outcomes by how much they say: of the intervals, the one that says most counts.
unsigned severityOf(RaceOutcome Outcome);

/// Answers for one kernel in one launch.
class IntervalPairs {
public:
  /// Both outlive it.
  IntervalPairs(const RaceSetting &Setting, const RaceOptions &Options)
      : Setting(Setting), Options(Options), Placements(Setting) {}

  /// Begins with a pair, which may take \p Budget. \p Known are the answers of earlier rounds, in
  /// the order of the questions; new ones are added up to the first that is cut off.
  void begin(const PairBudget &Budget, std::vector<RaceVerdict> &Known, bool IsLastRound);

  RaceVerdict decide(const Access &First, const Access &Second, const ThreadRelation &Relation,
                     const IntervalSet &Intervals);

  /// What is left of the budget.
  const PairBudget &left() const { return Budget; }
  /// The pair needs more than it may take.
  bool isCutOff() const { return IsCutOff; }
  /// Why a pair is undecided that has taken all there was.
  PairReason budgetRanOut() const;

private:
  RaceVerdict look(const PairQuestion &Question);
  RaceVerdict lookOnAnyWay(const Access &First, const Access &Second,
                           const ThreadRelation &Relation);
  void decideInFlight(const Access &First, const Access &Second, bool SecondFlies,
                      const ThreadRelation &Relation, const IntervalSet &Intervals,
                      RaceVerdict &Worst);

  const RaceSetting &Setting;
  const RaceOptions &Options;
  PlacementCache Placements;
  PairBudget Budget;
  std::vector<RaceVerdict> *KnownLooks = nullptr;
  /// How many of the known answers were asked for.
  size_t NextLook = 0;
  bool IsCutOff = false;
  bool IsLastRound = true;
  /// By access.
  std::map<unsigned, CopyFlight> Flights;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_INTERVALPAIRS_H
