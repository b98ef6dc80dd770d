//===- PairSearch.cpp - All pairs of a kernel, within a budget ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PairSearch.h"

#include "BarrierRemoval.h"
#include "SelectedAccesses.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;

namespace memlint {

/// The same question is asked of one barrier after the other.
constexpr uint64_t EntriesOfRemoval = 3'000'000;

const std::array<PairSearch::Round, 5> PairSearch::Rounds = {
    Round{{8'000, 125'000}, 4}, Round{{32'000, 500'000}, 3}, Round{{256'000, 4'000'000}, 2},
    Round{{2'000'000, 30'000'000}, 1}, Round{{}, 0}};

PairSearch::PairSearch(const RaceSetting &Setting, const RaceOptions &Options,
                       const AccessGroups &Groups, const ThreadRelations &Relations)
    : Setting(Setting), Options(Options), Groups(Groups), Conflicting(Setting.Kernel, Options),
      InIntervals(Setting, Options), Judgement(Setting, Options, Relations, InIntervals) {
  Total.Values = Options.Budget;
  Total.SetEntries = AllEntries = Options.Removal ? EntriesOfRemoval : Options.SetEntries;
}

bool PairSearch::isAsked(const Access &First, const Access &Second) const {
  return !Options.Only || Options.Only->contains({First.Id, Second.Id});
}

bool PairSearch::isKnown(const Access &Site) const {
  return Site.Offset && Site.Loops.empty() &&
         !anyLeaf(Setting.specialise(Site.Offset),
                  [](ExprRef Leaf) { return RaceSetting::isUnknown(Leaf->leaf()); });
}

/// Data choose which of several arrays the two are in.
bool PairSearch::isInOneOfSeveral(const PairTask &Task) const {
  return isAmbiguous(Setting.Kernel, *Task.First);
}

/// One pair answers what removing or adding a barrier would do.
bool PairSearch::isDone() const {
  return (Options.Removal || Options.OnlyWhether) && !Decided.empty();
}

void PairSearch::beginRelation(const RelationIntervals &Of) {
  IsNewNumber = LastNumber != Of.Number;
  LastNumber = Of.Number;
}

void PairSearch::collect(ArrayRef<const Access *> Sites, const RelationIntervals &Of) {
  SmallVector<bool> Known;
  for (const Access *Site : Sites)
    Known.push_back(isKnown(*Site));
  for (auto [Number, First] : enumerate(Sites))
    for (auto [Distance, Second] : enumerate(Sites.drop_front(Number))) {
      if (isAmbiguous(Setting.Kernel, *First) && First->Offset != Second->Offset)
        continue;
      if (!isAsked(*First, *Second) || !Conflicting.canConflict(*First, *Second, Of.Relation.Kind))
        continue;
      if (Options.Removal && !mayLieBetween(*First, *Second, Of.Intervals))
        continue;
      if (Of.Relation.Kind == ThreadPair::SameWarp && !Options.IndependentThreads &&
          First != Second)
        continue;
      PairsLooked += IsNewNumber && !isAmbiguous(Setting.Kernel, *First);
      if (!Judgement.areApart(*First, *Second, Of))
        Tasks.push_back({First,
                         Second,
                         &Of,
                         Known[Number] && Known[Number + Distance],
                         unsigned(Distance),
                         Tasks.size(),
                         {}});
    }
}

/// Iterative deepening: each round gives those that the one before cut off more steps, so that
/// none that is cheap to decide is lost to an expensive one. Those come first whose locations are
/// known, which may take what is kept for later rounds, too, and then neighbours.
void PairSearch::decide() {
  if (!Options.Removal)
    llvm::sort(Tasks, [](const PairTask &Left, const PairTask &Right) {
      return std::tuple(!Left.IsKnown, Left.Distance, Left.Number) <
             std::tuple(!Right.IsKnown, Right.Distance, Right.Number);
    });
  for (const Round &Each : Rounds) {
    uint64_t Kept = Options.Removal ? 0 : Options.Budget / 8 * Each.Kept;
    erase_if(Tasks, [&](PairTask &Task) {
      if (isDone())
        return true;
      bool IsCutOff = (Total.Values <= (Task.IsKnown ? 0 : Kept) && !Task.isFree()) ||
                      !decideTask(Task, Options.Removal ? Rounds.back() : Each);
      return !IsCutOff;
    });
    if (isDone())
      return;
  }
  std::set<PairKey> Left;
  for (const PairTask &Task : Tasks)
    if (!Decided.contains(Task.key()) && !isInOneOfSeveral(Task))
      Left.insert(Task.key());
  PairsLeft += Left.size();
  PairsLooked -= unsigned(Left.size());
}

/// False: what a pair may take in \p In does not suffice, and there is another round.
bool PairSearch::decideTask(PairTask &Task, const Round &In) {
  auto Known = Decided.find(Task.key());
  if (Known != Decided.end() && Known->second.Outcome == RaceOutcome::Race)
    return true;
  PairBudget Before = {std::min(In.OfPair.Values, Total.Values),
                       std::min(In.OfPair.SetEntries, Total.SetEntries)};
  bool IsLastRound = In.Kept == 0;
  InIntervals.begin(Before, Task.Known, IsLastRound);
  RaceVerdict New = Judgement.decide(*Task.First, *Task.Second, *Task.Of);
  Total.Values -= Before.Values - InIntervals.left().Values;
  Total.SetEntries -= Before.SetEntries - InIntervals.left().SetEntries;
  bool IsProved = New.Outcome == RaceOutcome::Absent || New.Outcome == RaceOutcome::Race;
  if (InIntervals.isCutOff() && !IsProved && !IsLastRound)
    return false;
  if (New.Outcome == RaceOutcome::Absent ||
      (New.Outcome != RaceOutcome::Race &&
       areStatedApart(Setting.Kernel, *Task.First, *Task.Second)))
    return true;
  // Nothing but data can say that the two are in one array.
  if (New.Form == DataRaceForm::None && isInOneOfSeveral(Task))
    return true;
  Groups.makeRelativeTo(*Task.Second, New);
  if (Known == Decided.end())
    Decided.emplace(Task.key(), std::move(New));
  else if (severityOf(New.Outcome) > severityOf(Known->second.Outcome))
    Known->second = std::move(New);
  return true;
}

void PairSearch::addTo(RaceReport &Report) {
  Report.Pairs += PairsLooked;
  Report.Absent = PairsLooked - unsigned(Decided.size());
  for (auto &[Key, Verdict] : Decided) {
    if (isAmbiguous(Setting.Kernel, Setting.Kernel.Accesses[Verdict.First])) {
      // Until now it was not known which array the two are in.
      unsigned Known = unsigned(Report.Verdicts.size());
      erase_if(Report.Verdicts, [&](const RaceVerdict &Each) {
        return Each.Outcome == RaceOutcome::Undecided && Each.First == Verdict.First &&
               Each.Second == Verdict.Second;
      });
      Report.Pairs += 1 + unsigned(Report.Verdicts.size()) - Known;
      ++Report.Absent;
    }
    Report.Verdicts.push_back(std::move(Verdict));
  }
}

} // namespace memlint
