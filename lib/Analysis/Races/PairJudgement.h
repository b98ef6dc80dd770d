//===- PairJudgement.h - What two accesses are to each other ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The verdict on two accesses by threads that are related in one way: whether they race in any
/// interval, and what values, flags, locks and data make of that. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_PAIRJUDGEMENT_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_PAIRJUDGEMENT_H

#include "ArrivalCounts.h"
#include "DataRaces.h"
#include "FlagOrder.h"
#include "FlagSimulation.h"
#include "IntervalPairs.h"
#include "LockedPairs.h"
#include "OpposedArms.h"
#include "PartsOfAllocations.h"
#include "ThreadRelations.h"

#include "cuda-memlint/Analysis/Races/WaitingLoops.h"

#include <deque>
#include <map>
#include <memory>
#include <tuple>

namespace memlint {

/// Answers for one kernel in one launch.
class PairJudgement {
public:
  /// All outlive it.
  PairJudgement(const RaceSetting &Setting, const RaceOptions &Options,
                const ThreadRelations &Relations, IntervalPairs &InIntervals);

  /// Decides the pair that \p InIntervals has begun with.
  RaceVerdict decide(const Access &First, const Access &Second, const RelationIntervals &Within);

  /// Nothing joins the two, not even if barriers do not hold what they may not hold.
  bool areApart(const Access &First, const Access &Second, const RelationIntervals &Within) const;

private:
  RaceVerdict decideUnrun(const Access &First, const Access &Second,
                          const RelationIntervals &Within);
  std::optional<RaceVerdict> decideByGuess(const Access &First, const Access &Second,
                                           RaceVerdict Verdict) const;
  RaceVerdict decideAcrossArms(const Access &First, const Access &Second, RaceVerdict Verdict,
                               const RelationIntervals &Within);
  std::optional<DataRace> findByData(const Access &First, const Access &Second, LockRelation ByLock,
                                     const RaceVerdict &Open);
  PairReason::Kind mendPossible(const Access &First, const Access &Second, LockRelation ByLock,
                                const RelationIntervals &Within, RaceVerdict &Verdict);
  RaceOutcome compareOwnStore(const Access &Store, const Access &Load,
                              const RelationIntervals &Within);
  LockRelation relateByLock(const Access &First, const Access &Second,
                            const RaceVerdict &Verdict) const;
  PairReason::Kind mayBeOrdered(const Access &First, const Access &Second, LockRelation ByLock,
                                const RelationIntervals &Within, RaceVerdict &Verdict,
                                bool &IsLeftOut);
  std::optional<RaceVerdict> decideForOthers(const Access &First, const Access &Second,
                                             LockRelation ByLock, const FlagOrder::Unordered &Flags,
                                             const RelationIntervals &Within);
  RaceVerdict decideWith(const Access &First, ExprRef OfFirst, const Access &Second,
                         ExprRef OfSecond, const RelationIntervals &Within);
  const IntervalSet &intervalsWithout(llvm::ArrayRef<unsigned> Barriers,
                                      const RelationIntervals &Within, bool OnlySure);
  RaceVerdict decideInLoops(const Access &First, const Access &Second, const LoopsOfArms &Loops,
                            int64_t Ahead, const RelationIntervals &Within);
  std::optional<RaceVerdict> decideAtElement(const Access &First, const Access &Second,
                                             LockRelation ByLock, const RaceVerdict &Open,
                                             const RelationIntervals &Within);
  bool countsTooFew(const Access &Earlier, const Access &Later, ThreadPair Kind) const;
  const Access &inParts(const Access &Site) const { return Parts ? Parts->with(Site) : Site; }
  bool isChosenUnderLock(const Access &First, const Access &Second) const;
  bool isBehindOwnCount(const Access &Earlier, const Access &Later) const;
  bool areOfLastArrival(const Access &First, const Access &Second, ThreadPair Kind) const;

  const RaceSetting &Setting;
  const KernelProgram &Kernel;
  const RaceOptions &Options;
  const ThreadRelations &Relations;
  IntervalPairs &InIntervals;
  WaitingLoops Waiting;
  CriticalSections Sections;
  LockedPairs Locked;
  FlagOrder Flagged;
  FlagSimulation Simulated;
  ArrivalCounts Counted;
  /// What data races are looked for in: the kernel itself, or Parts, if that is there.
  std::unique_ptr<PartsOfAllocations> Parts;
  DataRaces ByData;
  GuardedBarriers Guarded;
  /// Accesses with further conditions; their addresses are kept.
  std::deque<Access> Restricted;
  /// By pair: one iteration of two loops that go round together.
  std::map<std::pair<const Access *, const Access *>, IntervalSet> OfIterations;
  /// By relation, barriers of two arms, and whether others count that may not hold: its intervals
  /// without them.
  std::map<std::tuple<const RelationIntervals *, std::vector<unsigned>, bool>, IntervalSet>
      OfPhases;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_PAIRJUDGEMENT_H
