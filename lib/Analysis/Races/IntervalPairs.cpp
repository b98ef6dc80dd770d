//===- IntervalPairs.cpp - Two accesses in all intervals ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntervalPairs.h"

#include "BarrierRemoval.h"

#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// The cost of looking at a pair, whatever the outcome.
constexpr uint64_t StepsToLook = 4000;

unsigned severityOf(RaceOutcome Outcome) {
  switch (Outcome) {
  case RaceOutcome::Race:
    return 5;
  case RaceOutcome::DataRace:
    return 4;
  case RaceOutcome::MayRace:
    return 3;
  case RaceOutcome::Undecided:
    return 2;
  case RaceOutcome::Benign:
    return 1;
  case RaceOutcome::Absent:
    return 0;
  }
  return 0;
}

void IntervalPairs::begin(const PairBudget &OfPair, std::vector<RaceVerdict> &Known, bool IsLast) {
  Budget = OfPair;
  KnownLooks = &Known;
  NextLook = 0;
  IsCutOff = false;
  IsLastRound = IsLast;
}

PairReason IntervalPairs::budgetRanOut() const {
  return {PairReason::Kind::Budget, {}, Options.Budget};
}

/// decidePair(), unless an earlier round has found the answer. Answers are kept up to the first
/// one that was cut off.
RaceVerdict IntervalPairs::look(const PairQuestion &Question) {
  if (NextLook < KnownLooks->size())
    return (*KnownLooks)[NextLook++];
  uint64_t EntriesBefore = Budget.SetEntries;
  Budget.Values -= std::min(Budget.Values, StepsToLook);
  RaceVerdict New;
  New.First = Question.First->Id;
  New.Second = Question.Second->Id;
  New.Threads = Question.Relation.Kind;
  New.Reason = budgetRanOut();
  if (Budget.Values != 0)
    New = decidePair(Setting, Placements, Question, Options.PossibleRaces, Budget);
  IsCutOff |= Budget.Values == 0 || (Budget.SetEntries == 0 && EntriesBefore != 0);
  if (!IsCutOff) {
    KnownLooks->push_back(New);
    ++NextLook;
  }
  return New;
}

/// Whoever comes to one of the two passes the other, and no barrier between: outside of loops,
/// one's conditions are the other's, too. Then it says nothing which barrier was the last one
/// before.
static bool areBesideEachOther(const KernelProgram &Kernel, const Access &First,
                               const Access &Second) {
  auto Parts = [](const Access &Site) {
    SmallVector<ExprRef, 8> All;
    for (ExprRef Guard : Site.Guards)
      append_range(All, partsOf(Guard, ExprKind::And));
    return All;
  };
  SmallVector<ExprRef, 8> OfFirst = Parts(First), OfSecond = Parts(Second);
  auto Include = [](ArrayRef<ExprRef> All, ArrayRef<ExprRef> Some) {
    return all_of(Some, [&](ExprRef Each) { return is_contained(All, Each); });
  };
  auto [Earlier, Later] = std::minmax(First.NodeId, Second.NodeId);
  return First.Loops.empty() && Second.Loops.empty() &&
         (Include(OfFirst, OfSecond) || Include(OfSecond, OfFirst)) &&
         none_of(Kernel.Barriers, [&, From = Earlier, To = Later](const Barrier &Each) {
           return From <= Each.NodeId && Each.NodeId <= To;
         });
}

/// Whatever the way to them: one interval has the two for one number of rounds of a loop before
/// them, and another interval for the others.
RaceVerdict IntervalPairs::lookOnAnyWay(const Access &First, const Access &Second,
                                        const ThreadRelation &Relation) {
  BarrierInterval Any;
  ReachedNode Here;
  return look({&First, &Second, &Any, &Here, &Here, Relation});
}

RaceVerdict IntervalPairs::decide(const Access &First, const Access &Second,
                                  const ThreadRelation &Relation, const IntervalSet &Intervals) {
  RaceVerdict Worst;
  Worst.First = First.Id;
  Worst.Second = Second.Id;
  Worst.Threads = Relation.Kind;
  Worst.Outcome = RaceOutcome::Absent;
  for (const BarrierInterval *Interval : Intervals.reaching(First.NodeId, Second.NodeId))
    for (const ReachedNode &Here : Interval->Reached.at(First.NodeId))
      for (const ReachedNode &There : Interval->Reached.at(Second.NodeId)) {
        // The other order of two visits of one access.
        if ((&First == &Second && &There < &Here) ||
            (Options.Removal && !mayLieBetween(Here, There)))
          continue;
        PairQuestion Question{&First, &Second, Interval, &Here, &There, Relation};
        Question.OnlyAbsence = Options.Removal != nullptr;
        RaceVerdict New = look(Question);
        bool IsLeftToNext = IsCutOff && !IsLastRound;
        if ((Budget.Values == 0 || IsLeftToNext) && New.Outcome != RaceOutcome::Race) {
          Worst.Outcome = RaceOutcome::Undecided;
          Worst.Reason = budgetRanOut();
          return Worst;
        }
        if (severityOf(New.Outcome) > severityOf(Worst.Outcome))
          Worst = std::move(New);
        if (Worst.Outcome == RaceOutcome::Race ||
            (Options.Removal && Worst.Outcome != RaceOutcome::Absent))
          return Worst;
      }
  bool IsOpen = Worst.Outcome == RaceOutcome::MayRace || Worst.Outcome == RaceOutcome::Undecided;
  if (IsOpen && !Options.Removal && areBesideEachOther(Setting.Kernel, First, Second))
    if (RaceVerdict OnAnyWay = lookOnAnyWay(First, Second, Relation);
        OnAnyWay.Outcome == RaceOutcome::Race)
      Worst = std::move(OnAnyWay);
  for (bool Swapped : {false, true})
    if (Worst.Outcome != RaceOutcome::Race)
      decideInFlight(First, Second, Swapped, Relation, Intervals, Worst);
  return Worst;
}

/// A copy that is under way when an interval begins, against what is reached in it.
void IntervalPairs::decideInFlight(const Access &First, const Access &Second, bool SecondFlies,
                                   const ThreadRelation &Relation, const IntervalSet &Intervals,
                                   RaceVerdict &Worst) {
  const Access &Copy = SecondFlies ? Second : First, &Other = SecondFlies ? First : Second;
  if (Copy.Kind != AccessKind::AsyncCopy || !Copy.IsInCopyGroup)
    return;
  auto [Known, IsNew] = Flights.try_emplace(Copy.Id);
  if (IsNew)
    Known->second = followCopy(Setting.Kernel, Copy);
  const CopyFlight &Flight = Known->second;
  auto Note = [&](RaceVerdict New) {
    if (severityOf(New.Outcome) > severityOf(Worst.Outcome))
      Worst = std::move(New);
  };
  auto Unfollowed = [&](RaceVerdict New) {
    New.Outcome = RaceOutcome::Undecided;
    New.Reason = {PairReason::Kind::CopyCompletion};
    return New;
  };
  if (!Flight.IsComplete)
    return Note(Unfollowed(Worst));
  for (const CopyInFlight &At : Flight.At)
    for (const BarrierInterval *Interval : Intervals.reaching(Other.NodeId, Other.NodeId)) {
      if (Interval->Start != At.Barrier)
        continue;
      for (const ReachedNode &There : Interval->Reached.at(Other.NodeId)) {
        PairQuestion Question{&First, &Second, Interval, &There, &There, Relation};
        (SecondFlies ? Question.SecondInFlight : Question.FirstInFlight) = &At;
        RaceVerdict New = look(Question);
        bool IsKnown = New.Outcome == RaceOutcome::Absent ||
                       New.Outcome == RaceOutcome::Undecided ||
                       (Flight.IsCertain && !Flight.CountsGroups);
        Note(IsKnown ? std::move(New) : Unfollowed(std::move(New)));
        if (Worst.Outcome == RaceOutcome::Race)
          return;
      }
    }
}

} // namespace memlint
