//===- LockedPairs.cpp - Accesses that locks keep apart -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LockedPairs.h"

#include "BarrierRemoval.h"
#include "DataAddress.h"
#include "Overlap.h"
#include "SelectedAccesses.h"

#include "cuda-memlint/Analysis/Races/OrderedPaths.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;

namespace memlint {

/// One value for two threads that are related as \p Kind says, in all iterations.
bool LockedPairs::isCommon(ExprRef Root, ThreadPair Kind) const {
  return allLeaves(Root, [&](ExprRef Leaf) {
    return Leaf->leaf().Kind != LeafKind::LoopCounter && !isData(Leaf) &&
           RaceSetting::isCommon(Leaf->leaf(), Kind);
  });
}

/// The coefficient of a term that is not the same for all threads; 0: none.
static int64_t leadingCoefficient(ExprRef Root) {
  if (Root->kind() != ExprKind::Polynomial)
    return Root->isConstant() ? 0 : 1;
  for (const Monomial &Part : Root->terms())
    if (any_of(Part.Factors, [](ExprRef Factor) {
          return anyLeaf(Factor,
                         [](ExprRef Leaf) { return Leaf->leaf().Kind != LeafKind::Parameter; });
        }))
      return Part.Coefficient;
  return 0;
}

/// Where the data are at one address, so are the locks: these are a multiple of that and what both
/// threads share, as `locks[i]` and `values[i]` are.
bool LockedPairs::followsAddress(ExprRef Lock, ExprRef OtherLock, ExprRef Data, ExprRef OtherData,
                                 ThreadPair Kind) const {
  int64_t OfLock = leadingCoefficient(Lock), OfData = leadingCoefficient(Data);
  if (OfLock == 0 || OfData == 0)
    return false;
  ExprContext &Context = Setting.Context;
  auto Rest = [&](ExprRef At, ExprRef Of) {
    return Context.subtract(Context.multiply(At, Context.constant(OfData)),
                            Context.multiply(Of, Context.constant(OfLock)));
  };
  ExprRef Here = Rest(Lock, Data), There = Rest(OtherLock, OtherData);
  return Here == There && isCommon(Here, Kind);
}

/// All values from memory that \p Root was computed from, also by way of the addresses that they
/// were read at.
static DenseSet<ExprRef> originsOf(ExprRef Root, const AccessesByResult &Results, bool &Known) {
  DenseSet<ExprRef> Found;
  SmallVector<ExprRef, 8> Pending = {Root};
  while (!Pending.empty())
    forEachLeaf(Pending.pop_back_val(), [&](ExprRef Leaf) {
      if (!isData(Leaf) || !Found.insert(Leaf).second)
        return;
      const Access *Read = Results[Leaf];
      Known &= Read && Read->Offset && Read->Kind == AccessKind::Load;
      if (Read && Read->Offset)
        Pending.push_back(Read->Offset);
    });
  return Found;
}

/// Which lock is taken says nothing of where \p Data is.
bool LockedPairs::isUnrelated(ExprRef Lock, ExprRef Data, ThreadPair Kind) const {
  if (!anyLeaf(Lock, isData)) {
    auto IsOwn = [&](ExprRef Leaf) {
      return Leaf->leaf().Kind != LeafKind::LoopCounter && !isCommon(Leaf, Kind);
    };
    auto IsOwnTerm = [&](const Monomial &Part) {
      return Part.Factors.size() == 1 && Part.Factors[0]->isLeaf() &&
             !isCommon(Part.Factors[0], Kind);
    };
    bool HasOwnTerm = Lock->kind() == ExprKind::Polynomial && any_of(Lock->terms(), IsOwnTerm);
    // A lock of each thread's own, for what all threads share.
    if (isCommon(Data, Kind))
      return HasOwnTerm;
    // Or for what data name, whichever number the thread has.
    bool IsNamed = anyLeaf(Data, isData) && allLeaves(Data, [&](ExprRef Leaf) {
                     return isData(Leaf) || isCommon(Leaf, Kind);
                   });
    bool IsByNumber = anyLeaf(Lock, IsOwn) && allLeaves(Lock, [&](ExprRef Leaf) {
                        return IsOwn(Leaf) || isCommon(Leaf, Kind) || HasOwnTerm;
                      });
    return IsNamed && IsByNumber;
  }
  bool Known = true;
  DenseSet<ExprRef> OfLock = originsOf(Lock, Results, Known),
                    OfData = originsOf(Data, Results, Known);
  return Known && none_of(OfLock, [&](ExprRef Leaf) { return OfData.contains(Leaf); });
}

/// Where the lock is from the start of its object.
static ExprRef offsetOf(const Access &Lock) {
  return Lock.OffsetInSelected ? Lock.OffsetInSelected : Lock.Offset;
}

/// \p Root for the thread of \p Of; empty: that depends on data.
std::optional<int64_t> LockedPairs::valueFor(const Holding &Of, ExprRef Root) const {
  bool IsKnown = true;
  auto ValueOf = [&](ExprRef Leaf) -> int64_t {
    const LeafInfo &Info = Leaf->leaf();
    if (Info.Kind == LeafKind::ThreadIndex)
      return Of.Who.Thread[Info.Dimension];
    if (Info.Kind == LeafKind::BlockIndex)
      return Of.Who.Block[Info.Dimension];
    if (Info.Kind == LeafKind::LoopCounter)
      for (const auto &[Loop, Iteration] : Of.Who.Iterations)
        if (Setting.Kernel.Loops[Loop].Counter == Leaf)
          return Iteration;
    IsKnown = false;
    return 0;
  };
  int64_t At = evaluate(Setting.specialise(Root), ValueOf);
  return IsKnown ? std::optional(At) : std::nullopt;
}

/// The verdict names two threads.
static bool hasWitness(const RaceVerdict &Possible) {
  return Possible.Outcome == RaceOutcome::Race || Possible.Outcome == RaceOutcome::MayRace ||
         Possible.Outcome == RaceOutcome::Benign;
}

/// One value decides where the data and the locks are: two threads may have values for which the
/// data are at one address and the locks are not, as `locks[k]` for `data[k / 2]`.
static bool disagreeForSome(ExprRef Lock, ExprRef OtherLock, ExprRef Data, ExprRef OtherData) {
  constexpr int64_t MostValues = 256;
  ExprRef Value = nullptr;
  for (ExprRef Each : {Lock, OtherLock, Data, OtherData})
    if (!allLeaves(Each, [&](ExprRef Leaf) {
          bool IsOne = isData(Leaf) && (!Value || Value == Leaf);
          Value = Leaf;
          return IsOne;
        }))
      return false;
  std::map<int64_t, int64_t> LockOfData;
  for (int64_t Number = 0; Value && Number != MostValues; ++Number) {
    auto ValueOf = [&](ExprRef) { return Number; };
    int64_t Taken = evaluate(Lock, ValueOf);
    if (LockOfData.try_emplace(evaluate(Data, ValueOf), Taken).first->second != Taken)
      return true;
  }
  for (int64_t Number = 0; Value && Number != MostValues; ++Number) {
    auto ValueOf = [&](ExprRef) { return Number; };
    auto There = LockOfData.find(evaluate(OtherData, ValueOf));
    if (There != LockOfData.end() && There->second != evaluate(OtherLock, ValueOf))
      return true;
  }
  return false;
}

/// Which object each of the two locks is in, where that is one of several.
LockedPairs::Identity LockedPairs::compareObjects(const Holding &Here, const Holding &There,
                                                  const RaceVerdict &Possible) const {
  Access One = *Here.Section.Acquire, Other = *There.Section.Acquire;
  if (One.Object == Other.Object && isSameObject(Setting, One, Other, Possible.Threads))
    return Identity::Same;
  if (hasWitness(Possible) && One.OffsetInSelected && Other.OffsetInSelected) {
    std::optional<int64_t> OfOne = valueFor(Here, One.Selector),
                           OfOther = valueFor(There, Other.Selector);
    if (!OfOne || !OfOther)
      return Identity::Unknown;
    One.Object = unsigned(*OfOne);
    Other.Object = unsigned(*OfOther);
  }
  return mayShareObject(Setting.Kernel, One, Other) ? Identity::Unknown : Identity::Different;
}

LockedPairs::Identity LockedPairs::compare(const Holding &Here, const Holding &There,
                                           const RaceVerdict &Possible) const {
  const Access &One = *Here.Section.Acquire, &Other = *There.Section.Acquire;
  ThreadPair Kind = Possible.Threads;
  if (One.Space == MemorySpace::Shared && Other.Space == MemorySpace::Shared &&
      Kind == ThreadPair::DifferentBlocks)
    return Identity::Different;
  if (Identity Objects = compareObjects(Here, There, Possible); Objects != Identity::Same)
    return Objects;
  ExprRef Lock = Setting.specialise(offsetOf(One)), OtherLock = Setting.specialise(offsetOf(Other));
  if (isCommon(Lock, Kind) && isCommon(OtherLock, Kind)) {
    ExprRef Distance = Setting.Context.subtract(Lock, OtherLock);
    if (Distance->isConstant())
      return Distance->isConstant(0) ? Identity::Same : Identity::Different;
    return Identity::Unknown;
  }
  if (hasWitness(Possible)) {
    std::optional<int64_t> OfOne = valueFor(Here, offsetOf(One)),
                           OfOther = valueFor(There, offsetOf(Other));
    if (OfOne && OfOther && *OfOne != *OfOther)
      return Identity::Different;
  }
  if (!Here.Site.Offset || !There.Site.Offset)
    return Identity::Unknown;
  ExprRef Data = Setting.specialise(Here.Site.Offset),
          OtherData = Setting.specialise(There.Site.Offset);
  if (followsAddress(Lock, OtherLock, Data, OtherData, Kind))
    return Identity::Same;
  // Of several locks that data choose, one may be that of the other thread whichever they are.
  bool IsChosen = anyLeaf(Lock, isData) || anyLeaf(OtherLock, isData);
  if (IsChosen && sectionsAround(Here.Site, nullptr).size() > 1 &&
      sectionsAround(There.Site, nullptr).size() > 1)
    return Identity::Unknown;
  bool AreUnrelated = isUnrelated(Lock, Data, Kind) && isUnrelated(OtherLock, OtherData, Kind);
  return AreUnrelated || disagreeForSome(Lock, OtherLock, Data, OtherData) ? Identity::Different
                                                                           : Identity::Unknown;
}

/// \p Site, perhaps one restricted to some threads, is a release of \p Section.
static bool givesBack(const CriticalSection &Section, const Access &Site) {
  return any_of(Section.Releases, [&](const Access *Each) { return Each->Id == Site.Id; });
}

/// What a holder stores is released with the lock, and what it loads is read after taking it.
LockedPairs::Fencing LockedPairs::fencingOf(const CriticalSection &Section, const Access &Site,
                                            ThreadPair Kind) const {
  auto [Known, IsNew] = Fences.try_emplace({&Section, &Site, Kind});
  if (IsNew)
    Known->second = findFencing(Section, Site, Kind);
  return Known->second;
}

LockedPairs::Fencing LockedPairs::findFencing(const CriticalSection &Section, const Access &Site,
                                              ThreadPair Kind) const {
  OrderNeeds Of;
  Of.Scope = Kind == ThreadPair::DifferentBlocks ? ThreadScope::Device : ThreadScope::Block;
  bool IsLoad = Site.Kind == AccessKind::Load;
  auto IsRelease = [&](const Access &Each) { return is_contained(Section.Releases, &Each); };
  auto IsAcquire = [&](const Access &Each) { return &Each == Section.Acquire; };
  auto IsLock = [&](const Access &Each) { return IsAcquire(Each) || IsRelease(Each); };
  // The location of the lock is itself what is waited for: what gives it back needs nothing behind
  // it, and a read that is made anew finds at least what the acquire has found.
  if (givesBack(Section, Site) ||
      (IsLoad && seesOthers(Site) && isSamePlace(Setting.Kernel, Site, *Section.Acquire)))
    return Fencing::AllWays;
  SyncWalk::Steps Ways = IsLoad ? Walk.sightsBefore({&Site}, Of, IsAcquire, IsLock)
                                : Walk.signalsBehind({&Site}, Of, IsRelease, IsLock);
  auto IsOrdered = [&](const SyncWalk::Step &Each) {
    return Each.HasFence || (IsLoad ? acquires : releases)(*Each.Site, Of.Scope);
  };
  if (none_of(Ways, IsOrdered))
    return Fencing::NoWay;
  return all_of(Ways, IsOrdered) || isFencedByThread(Section, Site, Of) ? Fencing::AllWays
                                                                        : Fencing::SomeWays;
}

/// The thread at \p Site, which holds the lock itself and meets no others meanwhile, takes no way
/// without a fence where conditions on data are the same as before.
bool LockedPairs::isFencedByThread(const CriticalSection &Section, const Access &Site,
                                   const OrderNeeds &Of) const {
  ExprContext &Context = Setting.Context;
  const KernelProgram &Kernel = Setting.Kernel;
  if (Sections.holderAt(Section, Site) != LockHolder::Thread)
    return false;
  bool IsLoad = Site.Kind == AccessKind::Load;
  auto IsUnfenced = [&](const Access &From, const Access &To) {
    auto Meets = [&](const Barrier &Each) {
      auto IsLock = [&](const Node &At) {
        if (At.Kind != NodeKind::Access)
          return false;
        const Access *Reached = &Kernel.Accesses[At.Index];
        return Reached == Section.Acquire || is_contained(Section.Releases, Reached);
      };
      return Each.Scope != BarrierScope::Thread && hasPath(Context, Kernel, From, Each, IsLock) &&
             hasPath(Context, Kernel, Each, To, IsLock);
    };
    auto IsFence = [&](const Node &At) {
      return At.Kind == NodeKind::Fence && Kernel.Fences[At.Index].Scope >= Of.Scope;
    };
    return any_of(Kernel.Barriers, Meets) || hasPath(Context, Kernel, From, To, IsFence);
  };
  return IsLoad ? !IsUnfenced(*Section.Acquire, Site)
                : none_of(Section.Releases, [&](const Access *Release) {
                    return !releases(*Release, Of.Scope) && IsUnfenced(Site, *Release);
                  });
}

/// A holder of \p Holder keeps out threads that are related as \p Kind says to the one that comes.
static bool excludes(LockHolder Holder, ThreadPair Kind) {
  switch (Holder) {
  case LockHolder::Thread:
    return true;
  case LockHolder::Warp:
    return Kind != ThreadPair::SameWarp;
  case LockHolder::Block:
    return Kind == ThreadPair::DifferentBlocks;
  case LockHolder::Nobody:
    return false;
  }
  return false;
}

/// The loop that tries to take the lock ends without it, too, and \p Site comes after either end.
bool LockedPairs::givesUp(const CriticalSection &Section, const Access &Site) const {
  const std::vector<unsigned> &Loops = Section.Acquire->Loops;
  return !Section.IsTicket && !Loops.empty() && !is_contained(Site.Loops, Loops.back()) &&
         Sections.countsTries(Loops.back()) &&
         none_of(Site.Guards, [](ExprRef Guard) { return anyLeaf(Guard, isData); });
}

/// Conditions on indices keep \p Who from taking the lock of \p Section, and nobody has it for it
/// at
/// \p Site: another one is taken there in the other arm of a condition.
bool LockedPairs::passesBy(const CriticalSection &Section, const Access &Site,
                           const RaceParticipant &Who) const {
  if (Section.HeldForWarp.test(Site.NodeId) || Section.HeldForBlock.test(Site.NodeId))
    return false;
  return any_of(Section.Acquire->Guards, [&](ExprRef Guard) {
    return !hasLeaf(Guard, LeafKind::LoopCounter) && valueFor({Section, Site, Who}, Guard) == 0;
  });
}

/// Those that \p Who, at \p Site, may be in; null: all threads.
SmallVector<const CriticalSection *, 4>
LockedPairs::sectionsAround(const Access &Site, const RaceParticipant *Who) const {
  SmallVector<const CriticalSection *, 4> Result;
  for (const CriticalSection &Each : Sections.all())
    if (!Sections.isOutside(Each, Site) && !(Who && passesBy(Each, Site, *Who)))
      Result.push_back(&Each);
  return Result;
}

LockRelation LockedPairs::relate(const Access &First, const Access &Second,
                                 const RaceVerdict &Possible) const {
  ThreadPair Kind = Possible.Threads;
  LockRelation Result = LockRelation::None;
  bool IsUnfenced = false;
  bool AreNamed = Possible.Outcome == RaceOutcome::Race;
  SmallVector<const CriticalSection *, 4> AtFirst =
      sectionsAround(First, AreNamed ? &Possible.FirstThread : nullptr);
  SmallVector<const CriticalSection *, 4> AtSecond =
      sectionsAround(Second, AreNamed ? &Possible.SecondThread : nullptr);
  for (const CriticalSection *OfFirst : AtFirst)
    for (const CriticalSection *OfSecond : AtSecond) {
      const CriticalSection &Here = *OfFirst, &There = *OfSecond;
      Identity Locks = compare({Here, First, Possible.FirstThread},
                               {There, Second, Possible.SecondThread}, Possible);
      bool IsNarrow = Kind == ThreadPair::DifferentBlocks &&
                      (Here.Acquire->Scope < ThreadScope::Device ||
                       There.Acquire->Scope < ThreadScope::Device) &&
                      !Here.IsTicket;
      if (Locks == Identity::Different || IsNarrow)
        continue;
      LockHolder By = Sections.holderAt(Here, First), ByOther = Sections.holderAt(There, Second);
      bool AreHeld = By != LockHolder::Nobody && ByOther != LockHolder::Nobody;
      if (Locks == Identity::Same && Here.IsKept && There.IsKept && excludes(By, Kind) &&
          excludes(ByOther, Kind)) {
        Fencing Fenced = std::max(fencingOf(Here, First, Kind), fencingOf(There, Second, Kind));
        if (Fenced == Fencing::AllWays)
          return LockRelation::Excluded;
        IsUnfenced |= Fenced == Fencing::NoWay;
        if (Fenced == Fencing::SomeWays)
          Result = LockRelation::Unknown;
        continue;
      }
      // Who has not claimed it himself meets whoever has.
      if (Sections.isClaim(Here) && Sections.isClaim(There) && !AreHeld)
        continue;
      // One thread holds it for both.
      if (AreHeld && (!excludes(By, Kind) || !excludes(ByOther, Kind)))
        continue;
      if ((By == LockHolder::Nobody && givesUp(Here, First)) ||
          (ByOther == LockHolder::Nobody && givesUp(There, Second)))
        continue;
      bool IsUnled = isLeadersAlone(Here, First) && isLeadersAlone(There, Second);
      Result =
          IsUnled && Result != LockRelation::Unknown ? LockRelation::Unled : LockRelation::Unknown;
    }
  return IsUnfenced && Result == LockRelation::None ? LockRelation::Unfenced : Result;
}

bool LockedPairs::isPlainRelease(const Access &First, const Access &Second) const {
  return any_of(Sections.all(), [&](const CriticalSection &Each) {
    const Access &Store = Each.Acquire->Id == First.Id ? Second : First;
    bool OfLock = Each.Acquire->Id == First.Id || Each.Acquire->Id == Second.Id;
    return OfLock && Each.IsKept && !Each.IsTicket && Store.Kind == AccessKind::Store &&
           !seesOthers(Store) && givesBack(Each, Store);
  });
}

bool LockedPairs::isNextTurn(const Access &First, const Access &Second) const {
  return any_of(Sections.all(), [&](const CriticalSection &Each) {
    const Access &Other = Each.Acquire->Id == First.Id ? Second : First;
    bool OfTurn = Each.Acquire->Id == First.Id || Each.Acquire->Id == Second.Id;
    return OfTurn && Each.IsTicket && Each.IsKept && givesBack(Each, Other);
  });
}

/// Of the threads that come to \p Site, only those that take the lock hold it.
bool LockedPairs::isLeadersAlone(const CriticalSection &Section, const Access &Site) const {
  return Sections.holderAt(Section, Site) == LockHolder::Nobody &&
         Section.HeldByLeader.test(Site.NodeId) && !Sections.leaderConditions(Section).empty();
}

std::vector<ExprRef> LockedPairs::leadersOf(const Access &First, const Access &Second) const {
  std::vector<ExprRef> Result;
  for (const CriticalSection &Each : Sections.all())
    if (isLeadersAlone(Each, First) || isLeadersAlone(Each, Second))
      for (ExprRef Condition : Sections.leaderConditions(Each))
        if (!is_contained(Result, Condition))
          Result.push_back(Condition);
  return Result;
}

/// Whoever has read \p Read and comes to \p Site may have written there in between, so that others
/// read something else.
bool LockedPairs::mayClaim(const Access &Read, const Access &Site) const {
  return any_of(Setting.Kernel.Accesses, [&](const Access &Write) {
    bool IsBetween =
        Write.Kind != AccessKind::Load && Read.NodeId < Write.NodeId && Write.NodeId < Site.NodeId;
    return IsBetween && mayShareBytes(Setting.Context, Setting.Kernel, Read, Write) &&
           none_of(Write.Guards, [&](ExprRef Guard) {
             return is_contained(Site.Guards, Setting.Context.logicalNot(Guard));
           });
  });
}

bool LockedPairs::isChosenUnderLock(const Access &Site) const {
  auto IsChoice = [&](ExprRef Leaf) {
    const Access *Read = Results[Leaf];
    return Read &&
           any_of(Sections.all(),
                  [&](const CriticalSection &Each) { return !Sections.isOutside(Each, *Read); }) &&
           mayClaim(*Read, Site);
  };
  return (Site.Offset && anyLeaf(Site.Offset, IsChoice)) ||
         any_of(Site.Guards, [&](ExprRef Guard) { return anyLeaf(Guard, IsChoice); });
}

} // namespace memlint
