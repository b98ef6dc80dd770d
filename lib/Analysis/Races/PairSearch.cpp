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

/// Of thousands of accesses there are too many pairs to count those that are left.
constexpr uint64_t MostCounted = 2'000'000;

const std::array<PairSearch::Round, 5> PairSearch::Rounds = {
    Round{{8'000, 125'000}, 4}, Round{{32'000, 500'000}, 3}, Round{{256'000, 4'000'000}, 2},
    Round{{2'000'000, 30'000'000}, 1}, Round{{}, 0}};

PairSearch::PairSearch(const RaceSetting &Setting, const RaceOptions &Options,
                       const AccessGroups &Groups, const ThreadRelations &Relations)
    : Setting(Setting), Options(Options), Groups(Groups), Conflicting(Setting.Kernel, Options),
      InIntervals(Setting, Options), Judgement(Setting, Options, Relations, InIntervals),
      Stream(Options.Removal ? PairStream::Order::AsGiven : PairStream::Order::CheapFirst) {
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
  ++RelationsOfNumber[Of.Number];
  LastNumber = Of.Number;
}

void PairSearch::add(ArrayRef<const Access *> Sites, const RelationIntervals &Of) {
  SiteGroup New{Sites, &Of, {}, IsNewNumber};
  for (const Access *Site : Sites)
    New.Known.push_back(isKnown(*Site));
  Stream.add(std::move(New));
}

bool PairSearch::isToDecide(const StreamedPair &Pair) {
  const Access &First = *Pair.First, &Second = *Pair.Second;
  const RelationIntervals &Of = *Pair.Group->Of;
  if (isAmbiguous(Setting.Kernel, First) && First.Offset != Second.Offset)
    return false;
  if (!isAsked(First, Second) || !Conflicting.canConflict(First, Second, Of.Relation.Kind))
    return false;
  if (Options.Removal && !mayLieBetween(First, Second, Of.Intervals))
    return false;
  return Of.Relation.Kind != ThreadPair::SameWarp || Options.IndependentThreads ||
         &First == &Second;
}

/// The pair of the stream that is to be decided next.
std::optional<PairSearch::PairTask> PairSearch::current() {
  while (std::optional<StreamedPair> Pair = Stream.current()) {
    if (!isToDecide(*Pair)) {
      Stream.advance();
      continue;
    }
    const RelationIntervals &Of = *Pair->Group->Of;
    auto [Here, There] = Groups.asPair(*Pair->First, *Pair->Second);
    if (!Judgement.areApart(*Here, *There, Of))
      return PairTask{Here, There, &Of, Pair->IsKnown, {}};
    advance();
  }
  return std::nullopt;
}

/// The pair of the stream is looked at.
void PairSearch::advance() {
  StreamedPair Pair = *Stream.current();
  PairsLooked += Pair.Group->IsNewNumber && !isAmbiguous(Setting.Kernel, *Pair.First);
  Stream.advance();
}

/// Iterative deepening: each round gives those that the one before cut off more steps, so that
/// none that is cheap to decide is lost to an expensive one. Those come first whose locations are
/// known, which may take what is kept for later rounds, too, and then neighbours.
void PairSearch::decide() {
  for (const Round &Each : Rounds) {
    decideIn(Options.Removal ? Rounds.back() : Each);
    if (isDone())
      return;
  }
  countLeft();
}

/// Goes on with those that were cut off, and then from where the round before has ended.
void PairSearch::decideIn(const Round &In) {
  uint64_t Kept = Options.Removal ? 0 : Options.Budget / 8 * In.Kept;
  auto HasSteps = [&](const PairTask &Task) {
    return Total.Values > (Task.IsKnown ? 0 : Kept) || Task.isFree();
  };
  erase_if(Tasks,
           [&](PairTask &Task) { return isDone() || (HasSteps(Task) && decideTask(Task, In)); });
  for (std::optional<PairTask> Task; !isDone() && (Task = current()) && HasSteps(*Task);) {
    advance();
    if (!decideTask(*Task, In))
      Tasks.push_back(std::move(*Task));
  }
}

/// For the others no steps are left.
void PairSearch::countLeft() {
  uint64_t Count = 0;
  // Of those that several relations may each leave, to be counted once.
  std::set<PairKey> Shared;
  auto Leave = [&](const PairTask &Task) {
    if (isInOneOfSeveral(Task))
      return;
    if (RelationsOfNumber.at(Task.Of->Number) > 1)
      Shared.insert(Task.key());
    else
      Count += !Decided.contains(Task.key());
  };
  for_each(Tasks, Leave);
  uint64_t End = Stream.passed() + MostCounted;
  std::optional<PairTask> Task;
  for (; (Task = current()) && Stream.passed() < End; advance())
    if (Task->isFree())
      decideTask(*Task, Rounds.back());
    else
      Leave(*Task);
  Count += count_if(Shared, [&](const PairKey &Key) { return !Decided.contains(Key); });
  PairsLeft += Count;
  AreMoreLeft = Task.has_value();
  PairsLooked -= unsigned(Count);
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
  Groups.makeRelative(*Task.First, *Task.Second, New);
  if (Known == Decided.end())
    Decided.insert({Task.key(), std::move(New)});
  else if (severityOf(New.Outcome) > severityOf(Known->second.Outcome))
    Known->second = std::move(New);
  return true;
}

void PairSearch::addTo(RaceReport &Report) {
  Report.Pairs += PairsLooked;
  Report.Absent = PairsLooked - unsigned(Decided.size());
  auto Sorted = Decided.takeVector();
  llvm::sort(Sorted, less_first());
  for (auto &[Key, Verdict] : Sorted) {
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
