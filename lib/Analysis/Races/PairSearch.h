//===- PairSearch.h - All pairs of a kernel, within a budget ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Decides the pairs of a kernel in rounds, so that cheap ones are not lost to expensive ones.
/// Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_PAIRSEARCH_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_PAIRSEARCH_H

#include "AccessGroups.h"
#include "Conflicts.h"
#include "PairJudgement.h"
#include "PairStream.h"

#include "llvm/ADT/MapVector.h"

namespace memlint {

class PairSearch {
public:
  /// All outlive it.
  PairSearch(const RaceSetting &Setting, const RaceOptions &Options, const AccessGroups &Groups,
             const ThreadRelations &Relations);

  /// Begins with the threads that are related as \p Of says, which outlives the search.
  void beginRelation(const RelationIntervals &Of);
  /// Adds the pairs among \p Sites, which outlive the search.
  void add(llvm::ArrayRef<const Access *> Sites, const RelationIntervals &Of);
  /// Decides all that were added and that something joins, as far as the budget goes.
  void decide();
  /// Adds those that are not proved absent to \p Report.
  void addTo(RaceReport &Report);

  /// Pairs that were not looked at.
  uint64_t pairsLeft() const { return PairsLeft; }
  /// There are more of them, which were not counted.
  bool areMoreLeft() const { return AreMoreLeft; }
  /// What the pairs have taken.
  uint64_t spent() const { return Options.Budget - Total.Values; }
  uint64_t spentEntries() const { return AllEntries - Total.SetEntries; }
  /// What of all pairs they may take is taken.
  bool isBudgetSpent() const { return Total.Values == 0; }

private:
  /// By accesses and RelationIntervals::Number.
  using PairKey = std::tuple<unsigned, unsigned, unsigned>;

  /// Two accesses by threads that are related in one way, to be decided.
  struct PairTask {
    const Access *First, *Second;
    const RelationIntervals *Of;
    /// Where threads make the two is known before launch, and needs no search through values.
    bool IsKnown;
    /// What has been found, in the order of the questions that IntervalPairs::decide() asks.
    std::vector<RaceVerdict> Known;

    PairKey key() const { return {First->Id, Second->Id, Of->Number}; }
    /// No path without a barrier joins the two: deciding that takes no steps.
    bool isFree() const { return !Of->Intervals.join(First->NodeId, Second->NodeId); }
  };

  /// A round of the search through all pairs.
  struct Round {
    /// What one pair may take in it: one that needs more waits until all others have been looked
    /// at as far.
    PairBudget OfPair;
    /// The part of the kernel's budget, in eighths, that is left to later rounds.
    uint64_t Kept;
  };
  static const std::array<Round, 5> Rounds;

  bool isKnown(const Access &Site) const;
  bool isInOneOfSeveral(const PairTask &Task) const;
  bool isAsked(const Access &First, const Access &Second) const;
  bool isToDecide(const StreamedPair &Pair);
  std::optional<PairTask> current();
  void advance();
  bool isDone() const;
  void decideIn(const Round &In);
  bool decideTask(PairTask &Task, const Round &In);
  void countLeft();

  const RaceSetting &Setting;
  const RaceOptions &Options;
  const AccessGroups &Groups;
  Conflicts Conflicting;
  IntervalPairs InIntervals;
  PairJudgement Judgement;
  /// What is left to the kernel.
  PairBudget Total;
  uint64_t AllEntries;
  PairStream Stream;
  /// Those that the rounds before have cut off.
  std::vector<PairTask> Tasks;
  /// Those that are not proved absent.
  llvm::MapVector<PairKey, RaceVerdict> Decided;
  /// Pairs that were not looked at, and those that were.
  uint64_t PairsLeft = 0;
  bool AreMoreLeft = false;
  unsigned PairsLooked = 0;
  /// The relation of threads that is looked at, and whether it is the first of its number.
  std::optional<unsigned> LastNumber;
  bool IsNewNumber = true;
  std::map<unsigned, unsigned> RelationsOfNumber;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_PAIRSEARCH_H
