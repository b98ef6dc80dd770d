//===- PairJudgement.cpp - What two accesses are to each other ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PairJudgement.h"

#include "BarrierRemoval.h"
#include "Conflicts.h"
#include "Dependences.h"
#include "EqualValues.h"
#include "ErrorCodes.h"
#include "FirstGuesses.h"
#include "SelectedAccesses.h"

#include "cuda-memlint/Analysis/Aliasing/ValueSources.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

PairJudgement::PairJudgement(const RaceSetting &Setting, const RaceOptions &Options,
                             const ThreadRelations &Relations, IntervalPairs &InIntervals)
    : Setting(Setting), Kernel(Setting.Kernel), Options(Options), Relations(Relations),
      InIntervals(InIntervals), Waiting(Setting.Context, Kernel),
      Sections(Setting.Context, Kernel, Waiting), Locked(Setting, Sections, Waiting.results()),
      Flagged(Setting.Context, Kernel, Waiting, Sections, Options.IndependentThreads),
      Simulated(Setting, Waiting), Counted(Setting), Parts(findParts(Setting)),
      ByData(Parts ? Parts->setting() : Setting, Parts ? Parts->waiting() : Waiting,
             Parts ? Parts->sections() : Sections, Options.Launches),
      Guarded(findGuardedBarriers(Setting)) {}

static RaceVerdict asVerdict(const RaceVerdict &Of, DataRace Found) {
  RaceVerdict New;
  if (Found.Form == DataRaceForm::None) {
    New = Of;
  } else {
    New.First = Of.First;
    New.Second = Of.Second;
    New.Threads = Of.Threads;
    New.DependsOn = {RaceDependence::Data};
  }
  New.Outcome = Found.IsBenign ? RaceOutcome::Benign : RaceOutcome::DataRace;
  New.Form = Found.Form;
  New.Needs = std::move(Found.Needs);
  return New;
}

static bool isCopy(const Access &First, const Access &Second) {
  return First.Kind == AccessKind::AsyncCopy || Second.Kind == AccessKind::AsyncCopy;
}

/// Nothing joins the two, not even if barriers do not hold what they may not hold.
bool PairJudgement::areApart(const Access &First, const Access &Second,
                             const RelationIntervals &Within) const {
  return !Within.Intervals.join(First.NodeId, Second.NodeId) &&
         !Within.WithoutUncertain.join(First.NodeId, Second.NodeId) && Guarded.ByGuard.empty() &&
         !isCopy(First, Second) && !Options.Removal &&
         isOnePointer(Kernel.Objects[First.Object], Within.Relation.Kind);
}

RaceVerdict PairJudgement::decide(const Access &First, const Access &Second,
                                  const RelationIntervals &Within) {
  RaceVerdict Verdict = decideUnrun(First, Second, Within);
  if (Verdict.Outcome != RaceOutcome::Undecided || Options.Removal)
    return Verdict;
  const SimulatedRace *Seen = Simulated.find(First, Second, Verdict);
  if (!Seen || (Seen->LacksFence && seesOthers(First) && seesOthers(Second)))
    return Verdict;
  Verdict.FirstThread = Seen->First;
  Verdict.SecondThread = Seen->Second;
  Verdict.Outcome = Seen->InventsData ? RaceOutcome::DataRace : RaceOutcome::Race;
  Verdict.Reason = {Seen->LacksFence ? PairReason::Kind::FlagLacksFence : PairReason::Kind::None};
  Verdict.DependsOn.clear();
  if (Seen->InventsData) {
    Verdict.Needs = {DataNeed::Kind::BothCome};
    Verdict.DependsOn = {RaceDependence::Data};
  }
  if (!Seen->LacksFence)
    Verdict.Assumptions.push_back({RaceAssumption::Kind::FlagsUnset});
  return Verdict;
}

/// The verdict on a plain access beside an atomic whose operation decides what a guess was worth,
/// from \p Verdict on the two by themselves; nothing for other pairs.
std::optional<RaceVerdict> PairJudgement::decideByGuess(const Access &First, const Access &Second,
                                                        RaceVerdict Verdict) const {
  if (Verdict.Outcome == RaceOutcome::Absent || Options.Removal)
    return std::nullopt;
  auto Undecided = [&](PairReason::Kind Reason) {
    Verdict.Outcome = RaceOutcome::Undecided;
    Verdict.Reason = {Reason};
    return Verdict;
  };
  switch (guessBesideAtomic(Kernel, First, Second)) {
  case GuessUse::Only:
    return asVerdict(
        Verdict,
        {DataRaceForm::PlainBeforeAtomic, /*IsBenign=*/true, {DataNeed::Kind::TwoThreads}});
  case GuessUse::Fresh:
    return Undecided(PairReason::Kind::VolatileGuess);
  case GuessUse::Unknown:
    return Undecided(PairReason::Kind::PlainGuess);
  default:
    return std::nullopt;
  }
}

RaceVerdict PairJudgement::decideUnrun(const Access &First, const Access &Second,
                                       const RelationIntervals &Within) {
  RaceVerdict Verdict = InIntervals.decide(First, Second, Within.Relation, Within.Intervals);
  auto Undecided = [&](PairReason Reason) {
    Verdict.Outcome = RaceOutcome::Undecided;
    Verdict.Reason = std::move(Reason);
    return Verdict;
  };
  using Why = PairReason::Kind;
  LockRelation ByLock = relateByLock(First, Second, Verdict);
  if (ByLock == LockRelation::Excluded) {
    Verdict.Outcome = RaceOutcome::Absent;
    return Verdict;
  }
  if (std::optional<RaceVerdict> Guessed = decideByGuess(First, Second, Verdict))
    return *Guessed;
  if (std::optional<DataRace> Found = findByData(First, Second, ByLock, Verdict))
    return asVerdict(Verdict, std::move(*Found));
  if (std::optional<RaceVerdict> Found = decideAtElement(First, Second, ByLock, Verdict, Within))
    return *Found;
  if (Verdict.Outcome != RaceOutcome::Absent && !Options.Removal && areAtomics(First, Second) &&
      Within.Relation.Kind != ThreadPair::DifferentBlocks)
    return Undecided({Why::AtomicOrder});
  if (Verdict.Outcome == RaceOutcome::Benign && !Options.Removal && Flagged.areFlags(First, Second))
    return Undecided({Why::PolledFlag});
  if (Verdict.Outcome == RaceOutcome::Race || Verdict.Outcome == RaceOutcome::MayRace)
    if (Why Reason = mendPossible(First, Second, ByLock, Within, Verdict); Reason != Why::None)
      return Undecided({Reason});
  if (Verdict.Outcome != RaceOutcome::Absent)
    return Verdict;
  if (!isOnePointer(Kernel.Objects[First.Object], Within.Relation.Kind))
    return Undecided({Why::Pointer, {Kernel.Objects[First.Object].Name}});
  if (Options.Removal && Within.Relation.Kind == ThreadPair::SameWarp &&
      (isCollective(First) || isCollective(Second)))
    return Undecided({Why::Collective});
  auto IsFollowed = [&](const Access &Site) {
    return Site.Kind != AccessKind::AsyncCopy || (Site.IsInCopyGroup && !Options.Removal);
  };
  if (!IsFollowed(First) || !IsFollowed(Second))
    return Undecided({Why::CopyCompletion});
  return decideAcrossArms(First, Second, std::move(Verdict), Within);
}

/// The verdict on a pair that does not race in its intervals, \p Verdict, with regard to branches
/// whose arms it may lie in, and to barriers that not all threads may reach.
RaceVerdict PairJudgement::decideAcrossArms(const Access &First, const Access &Second,
                                            RaceVerdict Verdict, const RelationIntervals &Within) {
  auto Undecided = [&](PairReason::Kind Reason) {
    Verdict.Outcome = RaceOutcome::Undecided;
    Verdict.Reason = {Reason};
    return Verdict;
  };
  OpposedArms Arms =
      compareArms(Setting, Guarded, First, Second,
                  {[&](unsigned Number) { return Within.Separates[Number] != Separation::No; },
                   [&](unsigned Number) { return Within.Separates[Number] == Separation::Yes; }});
  if (Arms.InLoops) {
    for (int64_t Ahead : Arms.InLoops->Ahead) {
      RaceVerdict AtOnce = decideInLoops(First, Second, *Arms.InLoops, Ahead, Within);
      if (AtOnce.Outcome != RaceOutcome::Absent && !Arms.InLoops->InAnyIteration)
        return Undecided(PairReason::Kind::ArmsOfBranch);
      if (severityOf(AtOnce.Outcome) > severityOf(Verdict.Outcome))
        Verdict = std::move(AtOnce);
    }
    return Verdict;
  }
  bool WithoutArms = Arms.Order == ArmOrder::SamePhase || Arms.Order == ArmOrder::Unknown;
  if (WithoutArms) {
    RaceVerdict Unordered = InIntervals.decide(First, Second, Within.Relation,
                                               intervalsWithout(Arms.Barriers, Within, false));
    if (Unordered.Outcome != RaceOutcome::Absent)
      return Arms.Order == ArmOrder::SamePhase ? Unordered
                                               : Undecided(PairReason::Kind::ArmsOfBranch);
  }
  if (Within.WithoutUncertain.empty() ||
      InIntervals
              .decide(First, Second, Within.Relation,
                      WithoutArms ? intervalsWithout(Arms.Barriers, Within, true)
                                  : Within.WithoutUncertain)
              .Outcome == RaceOutcome::Absent)
    return Verdict;
  return Undecided(PairReason::Kind::BarrierThreads);
}

/// The intervals of \p Within when \p Barriers separate nothing, nor, if \p OnlySure, do those
/// that may not hold.
const IntervalSet &PairJudgement::intervalsWithout(ArrayRef<unsigned> Barriers,
                                                   const RelationIntervals &Within, bool OnlySure) {
  auto [Known, IsNew] = OfPhases.try_emplace({&Within, Barriers.vec(), OnlySure});
  if (IsNew)
    Known->second = Relations.intervals([&](const Barrier &Each) {
      unsigned Number = Kernel.indexOf(Each);
      bool Holds = OnlySure ? Within.Separates[Number] == Separation::Yes
                            : Within.Separates[Number] != Separation::No;
      return Holds && !is_contained(Barriers, Number);
    });
  return Known->second;
}

std::optional<DataRace> PairJudgement::findByData(const Access &First, const Access &Second,
                                                  LockRelation ByLock, const RaceVerdict &Open) {
  bool IsOpen = Open.Outcome == RaceOutcome::Undecided || Open.Outcome == RaceOutcome::MayRace;
  if (!IsOpen || Options.Removal || Options.Case || InIntervals.left().Values == 0)
    return std::nullopt;
  if (Open.IsForSomeData && Locked.isPlainRelease(First, Second)) {
    const Access &Release = First.Kind == AccessKind::Store ? First : Second;
    // Only the holder stores, and whoever tries meanwhile leaves what means that it is taken. An
    // update, such as `--*lock`, would lose what others have made of it.
    bool IsBenign = Release.Value && Release.Value->isConstant();
    return DataRace{DataRaceForm::PlainBesideAtomic, IsBenign, {DataNeed::Kind::LockTaken}};
  }
  if (ByLock != LockRelation::None || isChosenUnderLock(First, Second) ||
      Locked.isNextTurn(First, Second))
    return std::nullopt;
  return ByData.find(inParts(First), inParts(Second), Open);
}

/// Data choose the element of one of the two, or of both, which \p Open leaves open: that of the
/// other, where nothing orders them.
std::optional<RaceVerdict> PairJudgement::decideAtElement(const Access &First, const Access &Second,
                                                          LockRelation ByLock,
                                                          const RaceVerdict &Open,
                                                          const RelationIntervals &Within) {
  ThreadPair Kind = Within.Relation.Kind;
  bool IsOpen = Open.Outcome == RaceOutcome::Undecided || Open.Outcome == RaceOutcome::MayRace;
  if (!IsOpen || Options.Removal || InIntervals.left().Values == 0 ||
      ByLock != LockRelation::None || isChosenUnderLock(First, Second) ||
      Flagged.areFlags(First, Second) || areOfLastArrival(First, Second, Kind))
    return std::nullopt;
  const Access &Here = inParts(First), &There = inParts(Second);
  if (!ByData.isMovedByCount(Here, There) && Flagged.compare(First, Second, Kind).MayOrder)
    return std::nullopt;
  std::optional<Access> Moved = ByData.atFirstElement(Here, There, Kind);
  if (!Moved)
    return std::nullopt;
  bool IsFirst = ByData.isChosen(Here), IsOne = &First == &Second;
  Restricted.push_back(std::move(*Moved));
  const Access &Met = Restricted.back();
  const Access *Beside = IsFirst ? &Second : &First;
  if (std::optional<Access> Other = ByData.besideChosen(IsFirst ? Here : There, *Beside)) {
    Restricted.push_back(std::move(*Other));
    Beside = &Restricted.back();
  }
  RaceVerdict Found = InIntervals.decide(IsFirst ? Met : *Beside, IsFirst && !IsOne ? *Beside : Met,
                                         Within.Relation, Within.Intervals);
  if (Found.Outcome != RaceOutcome::Race &&
      !(Found.Outcome == RaceOutcome::MayRace && Found.IsForSomeData))
    return std::nullopt;
  Found.First = Open.First;
  Found.Second = Open.Second;
  // What is said of data was found without the case.
  if (Options.Case)
    return Found;
  return asVerdict(Found,
                   {DataRaceForm::None, /*IsBenign=*/false, ByData.needAtElement(Here, There)});
}

/// Whether both are only made by a thread that finds a certain number in one counter of all threads
/// of the pair's kind: where each adds something, one of them does.
bool PairJudgement::areOfLastArrival(const Access &First, const Access &Second,
                                     ThreadPair Kind) const {
  auto IsCounter = [&](const Access &Site) {
    ThreadScope Least =
        Kind == ThreadPair::DifferentBlocks ? ThreadScope::Device : ThreadScope::Block;
    return writes(Site) && Site.Kind == AccessKind::Atomic && Site.Addend && Site.Scope >= Least &&
           Site.Offset && Site.Offset->varies() == Uniformity::Grid &&
           isOnePointer(Kernel.Objects[Site.Object], Kind);
  };
  return any_of(First.Guards, [&](ExprRef Guard) {
    return is_contained(Second.Guards, Guard) && any_of(Kernel.Accesses, [&](const Access &Site) {
             return IsCounter(Site) && isLastArrival(Guard, Site);
           });
  });
}

/// The thread at \p Later has counted at the location itself and was the last to do so: what it
/// stores there then comes after what \p Earlier, an atomic, has made there.
bool PairJudgement::isBehindOwnCount(const Access &Earlier, const Access &Later) const {
  return Earlier.Kind == AccessKind::Atomic && Later.Kind == AccessKind::Store &&
         any_of(Kernel.Accesses, [&](const Access &Own) {
           return writes(Own) && Own.Kind == AccessKind::Atomic && Own.Addend &&
                  Own.NodeId < Later.NodeId && Own.Scope >= Earlier.Scope &&
                  isSamePlace(Kernel, Own, Later) && isSamePlace(Kernel, Own, Earlier) &&
                  !Counted.isTooFew(Own, Later) &&
                  any_of(Later.Guards, [&](ExprRef Guard) { return isLastArrival(Guard, Own); });
         });
}

/// What \p Verdict, that the two race or may, becomes by values, flags, locks and data; the
/// result: why it is not known.
PairReason::Kind PairJudgement::mendPossible(const Access &First, const Access &Second,
                                             LockRelation ByLock, const RelationIntervals &Within,
                                             RaceVerdict &Verdict) {
  bool IsLeftOut = false;
  if (&First == &Second && Within.Relation.Kind == ThreadPair::SameWarp &&
      !Kernel.WarpOperations.empty() &&
      (!First.Value || RaceSetting::hasThreadUnknown(First.Value)))
    return PairReason::Kind::AgreedValue;
  RaceOutcome ByValues = std::min(
      compareOwnStore(First, Second, Within), compareOwnStore(Second, First, Within),
      [](RaceOutcome Left, RaceOutcome Right) { return severityOf(Left) < severityOf(Right); });
  if (ByValues == RaceOutcome::Benign)
    Verdict.Outcome = RaceOutcome::Benign;
  else if (ByValues == RaceOutcome::Undecided)
    return PairReason::Kind::SameValue;
  else if (areOfLastArrival(First, Second, Within.Relation.Kind))
    return PairReason::Kind::LastArrival;
  else if (PairReason::Kind Reason =
               mayBeOrdered(First, Second, ByLock, Within, Verdict, IsLeftOut);
           Reason != PairReason::Kind::None)
    return Reason;
  if (!isOnePointer(Kernel.Objects[First.Object], Within.Relation.Kind)) {
    Verdict.Outcome = RaceOutcome::MayRace;
    addDependence(Verdict, RaceDependence::PointerOverlap);
  } else if (Verdict.Outcome == RaceOutcome::MayRace && !Options.Removal && !Options.Case) {
    std::optional<DataNeed> Needs = ByData.findConditions(inParts(First), inParts(Second), Verdict);
    // What orders others leaves these out.
    if (!Needs && IsLeftOut && Verdict.IsForSomeData)
      Needs = DataNeed{DataNeed::Kind::BothCome};
    if (Needs) {
      Verdict.Outcome =
          areErrorCodes(Setting, First, Second) ? RaceOutcome::Benign : RaceOutcome::DataRace;
      Verdict.Needs = std::move(*Needs);
    }
  }
  return PairReason::Kind::None;
}

/// What \p Load reads is what its thread has stored by \p Store before, whoever else does so
/// meanwhile: Benign, if all store one value, or one that follows from the element; Race, if not.
RaceOutcome PairJudgement::compareOwnStore(const Access &Store, const Access &Load,
                                           const RelationIntervals &Within) {
  ThreadPair Kind = Within.Relation.Kind;
  if (!readsOwnStore(Setting, Store, Load, Kind))
    return RaceOutcome::Race;
  if (isOneForAll(Setting, Store, Kind) && Store.Offset->congruence().isMultipleOf(Store.Bytes))
    return RaceOutcome::Benign;
  Restricted.push_back(Load);
  Access &Read = Restricted.back();
  Read.Value = Store.Value;
  return InIntervals.decide(Store, Read, Within.Relation, Within.Intervals).Outcome;
}

LockRelation PairJudgement::relateByLock(const Access &First, const Access &Second,
                                         const RaceVerdict &Verdict) const {
  if (Verdict.Outcome == RaceOutcome::Absent || Options.Removal)
    return LockRelation::None;
  return Locked.relate(First, Second, Verdict);
}

/// Why flags or locks may order \p First and \p Second, which race otherwise; None: they do not.
/// \p Verdict is then that of threads for which others neither wait nor take a lock, and
/// \p IsLeftOut says that there are others that flags or locks do order, or fences would, or that
/// the two are what flags leave out.
PairReason::Kind PairJudgement::mayBeOrdered(const Access &First, const Access &Second,
                                             LockRelation ByLock, const RelationIntervals &Within,
                                             RaceVerdict &Verdict, bool &IsLeftOut) {
  using Why = PairReason::Kind;
  ThreadPair Kind = Within.Relation.Kind;
  if (Options.Removal)
    return Why::None;
  if (ByLock == LockRelation::Unknown)
    return Why::Lock;
  if (Flagged.areFlags(First, Second))
    return Why::PolledFlag;
  FlagOrder::Unordered Flags = Flagged.compare(First, Second, Kind);
  if (!Flags.MayOrder && (ByLock == LockRelation::Unled || Flags.isPart())) {
    std::optional<RaceVerdict> Others = decideForOthers(First, Second, ByLock, Flags, Within);
    if (Others && Others->Outcome == Verdict.Outcome) {
      Verdict = std::move(*Others);
      IsLeftOut = true;
      return Why::None;
    }
    if (ByLock == LockRelation::Unled)
      return Why::Lock;
    Flags.MayOrder = true;
  }
  if (!Flags.MayOrder && ByLock != LockRelation::Unfenced) {
    IsLeftOut = Flags.IsNotSet;
    return Why::None;
  }
  if (Flags.MayOrder && (countsTooFew(First, Second, Kind) || countsTooFew(Second, First, Kind))) {
    Verdict.Assumptions.push_back({RaceAssumption::Kind::CountersUnset});
    IsLeftOut = true;
    return Why::None;
  }
  // What is read and written around the caches is not older than the signal.
  bool AreStrong = seesOthers(First) && seesOthers(Second);
  if (Flags.MayOrder && (AreStrong || (!Flagged.lacksFences(First, Second, Kind) &&
                                       !Flagged.lacksFences(Second, First, Kind))))
    return Why::PolledFlag;
  if (isBehindOwnCount(First, Second) || isBehindOwnCount(Second, First))
    return Why::OwnLocation;
  IsLeftOut = true;
  Verdict.Reason = {Flags.MayOrder ? Why::FlagLacksFence : Why::LockLacksFence};
  return Why::None;
}

/// The thread at \p Later goes on before all blocks have counted, by that alone, and the one at
/// \p Earlier goes on by nothing.
bool PairJudgement::countsTooFew(const Access &Earlier, const Access &Later,
                                 ThreadPair Kind) const {
  if (Kind != ThreadPair::DifferentBlocks || seesOthers(Earlier) || seesOthers(Later))
    return false;
  bool GoesOnByNothing =
      none_of(Earlier.Guards, [](ExprRef Guard) { return anyLeaf(Guard, isData); }) &&
      Flagged.isBehindNothing(Earlier, Kind);
  // Who counts by nothing either, does so before the thread at Earlier has begun.
  return GoesOnByNothing && Flagged.isOnlyBehind(Later, Kind, [&](const Access &Sight) {
    const Access *Count = Counted.findTooFew(Sight, Later);
    return Count && Flagged.isBehindNothing(*Count, Kind);
  });
}

/// Of threads for which others neither wait nor take a lock.
std::optional<RaceVerdict> PairJudgement::decideForOthers(const Access &First, const Access &Second,
                                                          LockRelation ByLock,
                                                          const FlagOrder::Unordered &Flags,
                                                          const RelationIntervals &Within) {
  ExprContext &Context = Setting.Context;
  ExprRef OfFirst = Flags.First ? Flags.First : Context.constant(1),
          OfSecond = Flags.Second ? Flags.Second : Context.constant(1);
  if (ByLock == LockRelation::Unled) {
    ExprRef Leads = Context.constant(1);
    for (ExprRef Condition : Locked.leadersOf(First, Second))
      Leads = Context.logicalAnd(Leads, Condition);
    OfFirst = Context.logicalAnd(OfFirst, Context.logicalNot(Leads));
    OfSecond = Context.logicalAnd(OfSecond, Context.logicalNot(Leads));
  }
  if (OfFirst->isConstant(0) || OfSecond->isConstant(0))
    return std::nullopt;
  return decideWith(First, OfFirst, Second, OfSecond, Within);
}

/// Of threads that meet a condition at each of the two.
RaceVerdict PairJudgement::decideWith(const Access &First, ExprRef OfFirst, const Access &Second,
                                      ExprRef OfSecond, const RelationIntervals &Within) {
  auto With = [&](const Access &Site, ExprRef Condition) {
    Restricted.push_back(Site);
    Restricted.back().Guards.push_back(Condition);
    return &Restricted.back();
  };
  if (&First == &Second)
    OfFirst = Setting.Context.logicalAnd(OfFirst, OfSecond);
  const Access *Here = With(First, OfFirst);
  const Access *There = &First == &Second ? Here : With(Second, OfSecond);
  return InIntervals.decide(*Here, *There, Within.Relation, Within.Intervals);
}

/// Of threads in the two loops of opposed arms, as if both were in the first loop: the second one
/// is so many iterations ahead.
RaceVerdict PairJudgement::decideInLoops(const Access &First, const Access &Second,
                                         const LoopsOfArms &Loops, int64_t Ahead,
                                         const RelationIntervals &Within) {
  ExprContext &Context = Setting.Context;
  ExprRef Own = Kernel.Loops[Loops.Second].Counter;
  ExprRef Iteration = Context.add(Kernel.Loops[Loops.First].Counter, Context.constant(Ahead));
  auto Move = [&](ExprRef Root) {
    return Root ? Context.substitute(
                      Root, [&](ExprRef Leaf) { return Leaf == Own ? Iteration : nullptr; })
                : nullptr;
  };
  Restricted.push_back(Second);
  Access &There = Restricted.back();
  There.Loops.assign({Loops.First});
  There.Offset = Move(There.Offset);
  There.Value = Move(There.Value);
  for (ExprRef &Guard : There.Guards)
    Guard = Move(Guard);
  There.Guards.push_back(Context.logicalNot(Context.less(Iteration, Context.constant(0))));
  auto [Known, IsNew] = OfIterations.try_emplace({&First, &Second});
  if (IsNew) {
    BarrierInterval OneIteration;
    OneIteration.Loops.push_back(Loops.First);
    ReachedNode At;
    At.Position.Same = 1;
    OneIteration.Reached[First.NodeId].push_back(At);
    OneIteration.Reached[Second.NodeId].push_back(At);
    Known->second = IntervalSet({std::move(OneIteration)});
  }
  RaceVerdict Verdict = InIntervals.decide(First, There, Within.Relation, Known->second);
  for (auto &[Loop, Reached] : Verdict.SecondThread.Iterations)
    if (Loop == Loops.First) {
      Loop = Loops.Second;
      Reached += Ahead;
    }
  return Verdict;
}

bool PairJudgement::isChosenUnderLock(const Access &First, const Access &Second) const {
  return Locked.isChosenUnderLock(First) || Locked.isChosenUnderLock(Second);
}

} // namespace memlint
