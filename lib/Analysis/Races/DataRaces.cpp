//===- DataRaces.cpp - Races that data decide about -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DataRaces.h"

#include "BarrierRemoval.h"
#include "Conflicts.h"
#include "DataCursors.h"
#include "DataGathers.h"
#include "DataLinks.h"
#include "DataNumbers.h"
#include "DataRows.h"
#include "DataScatters.h"
#include "DataSearches.h"
#include "LateValues.h"
#include "PartsOfAllocations.h"
#include "SelectedAccesses.h"
#include "StaleReads.h"

#include "cuda-memlint/Analysis/Aliasing/ValueSources.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

using namespace llvm;

namespace memlint {

/// Stands for values that are not known.
constexpr int64_t FirstMadeUpValue = int64_t(1) << 24;

static bool isPlain(const Access &Site) {
  return (Site.Kind == AccessKind::Load || Site.Kind == AccessKind::Store) && !Site.IsVolatile &&
         !Site.IsUnused && Site.Order < AccessOrder::Relaxed && !isCollective(Site);
}

/// The two threads of a possible race are in different iterations of a loop.
static bool areIterationsApart(const RaceVerdict &Possible) {
  return any_of(Possible.FirstThread.Iterations, [&](const auto &Here) {
    return any_of(Possible.SecondThread.Iterations, [&](const auto &There) {
      return Here.first == There.first && Here.second != There.second;
    });
  });
}

DataRaces::DataRaces(const RaceSetting &Setting, const WaitingLoops &Waiting,
                     const CriticalSections &Sections, const std::vector<LaunchContext> *Launches)
    : Setting(Setting), Kernel(Setting.Kernel), Sections(Sections),
      Exclusion(Setting, Waiting, Sections, Launches) {}

/// \p Site at what its offset is under its conditions: `int c = 0; if (i < n) c = cell[i];` is the
/// entry where `i < n` holds again.
static Access underConditions(const RaceSetting &Setting, const Access &Site) {
  SmallVector<ExprRef, 4> Known;
  for (ExprRef Guard : Site.Guards)
    append_range(Known, partsOf(Guard, ExprKind::And));
  Access Result = Site;
  if (Site.Offset)
    Result.Offset = rewrite(Setting.Context, Site.Offset, [&](ExprRef Node) -> ExprRef {
      if (Node->kind() != ExprKind::Select)
        return nullptr;
      ExprRef Test = Node->operands()[0];
      return is_contained(Known, Test)                               ? Node->operands()[1]
             : is_contained(Known, Setting.Context.logicalNot(Test)) ? Node->operands()[2]
                                                                     : nullptr;
    });
  return Result;
}

/// One reads what the other one then adds to: others that come there do the same.
static bool areOfOneUpdate(const Access &First, const Access &Second) {
  const Access &Store = First.Kind == AccessKind::Store ? First : Second,
               &Load = &Store == &First ? Second : First;
  return Store.Kind == AccessKind::Store && Store.IsSum && Load.Kind == AccessKind::Load &&
         Store.Offset == Load.Offset && Store.Guards == Load.Guards && Load.NodeId < Store.NodeId;
}

std::optional<DataRace> DataRaces::find(const Access &First, const Access &Second,
                                        const RaceVerdict &Open) {
  if ((First.Kind == AccessKind::Atomic) != (Second.Kind == AccessKind::Atomic)) {
    Access One = underConditions(Setting, First), Other = underConditions(Setting, Second);
    if (One.Offset != First.Offset || Other.Offset != Second.Offset)
      return find(One, Other, Open);
  }
  const MemoryObject &Object = Kernel.Objects[First.Object];
  bool IsUnknown = Object.Kind == ObjectKind::Unknown && !isChosenByData(Kernel, First);
  if (Object.Kind == ObjectKind::LoadedPointer || IsUnknown || First.Bytes != Second.Bytes ||
      First.Kind == AccessKind::AsyncCopy || Second.Kind == AccessKind::AsyncCopy ||
      isCollective(First) || isCollective(Second))
    return std::nullopt;
  std::optional<DataAddress> Here = dataAddress(Setting, First),
                             There = dataAddress(Setting, Second);
  if (!Here || !There)
    return std::nullopt;
  bool IsByData = Here->isByData() || There->isByData();
  // A barrier is what is missing between two iterations.
  if (!IsByData && Open.IsForSomeData && areIterationsApart(Open) &&
      Open.Threads != ThreadPair::DifferentBlocks)
    return std::nullopt;
  if (!IsByData && Open.IsForSomeData && meetBehindRow(Setting, First, Second, Open))
    return std::nullopt;
  Side One{&First, std::move(*Here)}, Other{&Second, std::move(*There)};
  if (!IsByData && !(Open.Outcome == RaceOutcome::MayRace && Open.IsForSomeData) &&
      !meetByConditions(One, Other, Open.Threads))
    return std::nullopt;
  if (&First == &Second && IsByData && Open.Threads == ThreadPair::DifferentBlocks &&
      !Exclusion.isBehindFlag(First) && hasMoreThreadsThanLocations(Setting, First, One.Address))
    return DataRace{DataRaceForm::LostUpdate, /*IsBenign=*/false, {DataNeed::Kind::FewLocations}};
  std::optional<DataRace> BehindKey = findBehindKey(One, Other, Open.Threads);
  if (BehindKey && !areOfOneUpdate(First, Second))
    return BehindKey;
  // The number of a loop leads on from the entry that the other one updates, and not along a row.
  auto IsExcluded = [&](const Side &Each, const Side &Beside) {
    bool IsNext = Each.Site->Kind == AccessKind::Load && Beside.Site->Kind == AccessKind::Atomic &&
                  isNextToUpdate(Each, Beside);
    return IsNext ? Exclusion.isExclusive(*Each.Site, Each.Address, *Beside.Site, Open.Threads) ||
                        Exclusion.isBehindFlag(*Each.Site)
                  : mayBeExcluded(Each, *Beside.Site, Open.Threads);
  };
  if (IsExcluded(One, Other) || IsExcluded(Other, One))
    return BehindKey;
  if (areAtomics(First, Second))
    return Open.Threads == ThreadPair::DifferentBlocks ? findNarrowScope(One, Other) : std::nullopt;
  if (First.Kind == AccessKind::Atomic || Second.Kind == AccessKind::Atomic) {
    bool IsFirst = First.Kind == AccessKind::Atomic;
    return IsByData ? findBesideAtomic(IsFirst ? Other : One, IsFirst ? One : Other, Open.Threads)
                    : std::nullopt;
  }
  if (std::optional<DataRace> Found = findOvertaken(One, Other, Open.Threads))
    return Found;
  if (std::optional<DataRace> Found = findUpdate(One, Other, Open))
    return Found;
  if (BehindKey)
    return BehindKey;
  if (&First != &Second || storesOneValue(First, Open.Threads))
    return std::nullopt;
  return findStoredTwice(One, Open.Threads);
}

std::optional<DataRace> DataRaces::findBehindKey(const Side &First, const Side &Second,
                                                 ThreadPair Kind) {
  bool IsFirst = First.Site->Kind == AccessKind::Store;
  const Side &Storing = IsFirst ? First : Second, &Reading = IsFirst ? Second : First;
  BarrierScope Least = leastScopeBetween(Kind);
  auto AreConcurrent = [&](const Access &One, const Access &Other) {
    // Each block has its own count there.
    bool IsApart = Kind == ThreadPair::DifferentBlocks && Other.Space == MemorySpace::Shared;
    return !IsApart && (isReached(One, Other, Least) || isReached(Other, One, Least) ||
                        (isReachedFirst(One, Least) && isReachedFirst(Other, Least)));
  };
  const Access *Counter =
      countBeforeStore(Setting, *Storing.Site, Storing.Address, *Reading.Site, AreConcurrent);
  bool IsLinked = isLinkedBehindHead(Setting, *Storing.Site, *Reading.Site, Reading.Address);
  // A loop over entries goes on by the count, by the links or from key to key, perhaps as its
  // number says, and waits for nothing.
  auto GoesOn = [&](const Access *Polls, unsigned Loop) {
    return (Counter && Polls && Polls->Object == Counter->Object) ||
           (Polls && Polls->Offset &&
            anyLeaf(Polls->Offset, [&](ExprRef Leaf) { return Exclusion.probeAt(Leaf); })) ||
           (Polls && Polls->Offset && contains(Polls->Offset, Kernel.Loops[Loop].Counter) &&
            anyLeaf(Polls->Offset, isData)) ||
           (IsLinked && is_contained(Reading.Site->Loops, Loop));
  };
  if ((!Counter && !IsLinked &&
       !isStoredBehindKey(Setting, *Storing.Site, Storing.Address, *Reading.Site, Reading.Address,
                          [&](const Access &Claim) { return endsSearch(Claim, Storing); })) ||
      storesOneValue(*Storing.Site, Kind) || Exclusion.isBehindFlag(*Storing.Site, GoesOn) ||
      Exclusion.isBehindFlag(*Reading.Site, GoesOn))
    return std::nullopt;
  return DataRace{DataRaceForm::BehindKey,
                  /*IsBenign=*/false,
                  {Counter || IsLinked ? DataNeed::Kind::OtherEntry : DataNeed::Kind::OtherKey}};
}

/// What shows that two threads store by \p Store, which gives each a value of its own.
std::optional<DataRace> DataRaces::findStoredTwice(const Side &Store, ThreadPair Kind) const {
  const Access &Site = *Store.Site;
  const DataAddress &Where = Store.Address;
  if (std::optional<DataNeed> Needs = findScatter(Setting, Site, Where, Kind))
    return DataRace{DataRaceForm::LostUpdate, /*IsBenign=*/false, *Needs};
  if (linksFollowed(Setting, Site, Where))
    return raceFor(Store, Store, DataRaceForm::LostUpdate);
  if (Where.isByData() ? isCounted(Store, Kind) : isByLaneForData(Setting, Site, Kind))
    return DataRace{Where.isByData() ? DataRaceForm::LostUpdate : DataRaceForm::None,
                    /*IsBenign=*/false,
                    {DataNeed::Kind::TwoCome}};
  return std::nullopt;
}

/// Each thread counts up to the location by itself, from one start.
bool DataRaces::isCounted(const Side &Each, ThreadPair Kind) const {
  return Each.Site->Kind == AccessKind::Store && !seesOthers(*Each.Site) &&
         (countsFromOneStart(Setting, *Each.Site, Each.Address, Kind) ||
          isRankInWarp(Setting, Each.Address, Kind));
}

/// The conditions in the source that data decide, among those that lead to \p Site.
static void addDataConditions(const KernelProgram &Kernel, ExprContext &Context, const Access &Site,
                              std::vector<DataCondition> &Conditions) {
  auto Add = [&](DataCondition Condition) {
    if (!is_contained(Conditions, Condition))
      Conditions.push_back(std::move(Condition));
  };
  for (ExprRef Guard : Site.Guards)
    if (anyLeaf(Guard, isData))
      for (const Node &At : Kernel.Nodes)
        if (At.Kind == NodeKind::Branch && At.Condition && !At.Text.empty()) {
          if (At.Condition == Guard)
            Add({At.Text, true});
          else if (Context.logicalNot(At.Condition) == Guard)
            Add({At.Text, false});
        }
}

/// Two of the conditions on data that lead \p Who to \p Site are about one location: they may say
/// opposite things of its value.
static bool areAboutOneLocation(const RaceSetting &Setting, const Access &Site,
                                const RaceParticipant &Who) {
  auto PlaceOf = [&](const LeafInfo &Info) -> std::optional<int64_t> {
    if (Info.Kind == LeafKind::ThreadIndex)
      return Who.Thread[Info.Dimension];
    if (Info.Kind == LeafKind::BlockIndex)
      return Who.Block[Info.Dimension];
    if (Info.Kind == LeafKind::LoopCounter)
      for (const auto &[Loop, Iteration] : Who.Iterations)
        if (Loop == Info.Id)
          return Iteration;
    return std::nullopt;
  };
  // What is not known is as good as any number that is unlike others.
  auto ValueOf = [&](ExprRef Leaf) {
    return PlaceOf(Leaf->leaf())
        .value_or(FirstMadeUpValue + int64_t(Leaf->number()) * FirstMadeUpValue);
  };
  // Of `up ? a < b : a > b` the thread finds one of the two.
  auto AsFound = [&](ExprRef Guard) {
    return Setting.Context.substitute(Setting.specialise(Guard), [&](ExprRef Leaf) -> ExprRef {
      std::optional<int64_t> Place = PlaceOf(Leaf->leaf());
      return Place ? Setting.Context.constant(*Place) : nullptr;
    });
  };
  std::map<std::pair<unsigned, int64_t>, ExprRef> Seen;
  bool AreAboutOne = false;
  for (ExprRef Guard : Site.Guards)
    forEachLeaf(AsFound(Guard), [&](ExprRef Leaf) {
      const Access *Source = isData(Leaf) ? sourceOf(Setting.Kernel, Leaf) : nullptr;
      if (!Source || !Source->Offset)
        return;
      int64_t Offset = evaluate(Setting.specialise(Source->Offset), ValueOf);
      AreAboutOne |= Seen.try_emplace({Source->Object, Offset}, Leaf).first->second != Leaf;
    });
  return AreAboutOne;
}

std::optional<DataNeed> DataRaces::findConditions(const Access &First, const Access &Second,
                                                  const RaceVerdict &Possible) const {
  if (!Possible.IsForSomeData || (&First == &Second && !areIterationsApart(Possible)) ||
      Possible.Threads == ThreadPair::DifferentBlocks)
    return std::nullopt;
  for (const Access *Site : {&First, &Second}) {
    std::optional<DataAddress> Address = dataAddress(Setting, *Site);
    if (!Address ||
        mayBeExcluded({Site, std::move(*Address)}, Site == &First ? Second : First,
                      Possible.Threads) ||
        areAboutOneLocation(Setting, *Site,
                            Site == &First ? Possible.FirstThread : Possible.SecondThread))
      return std::nullopt;
  }
  // A look before an atomic, which does nothing where the look was right.
  auto IsLook = [&](const Access &Read, const Access &Update) {
    return Read.Kind == AccessKind::Load && Update.Kind == AccessKind::Atomic &&
           Read.NodeId < Update.NodeId && Read.Offset == Update.Offset &&
           purposeOfRead(Kernel, Read, Update) == ReadPurpose::Check;
  };
  if (IsLook(First, Second) || IsLook(Second, First))
    return std::nullopt;
  if (isLeftOpen(First, Second, Possible.Threads) || isLeftOpen(Second, First, Possible.Threads) ||
      meetBehindRow(Setting, First, Second, Possible))
    return std::nullopt;
  return needOfConditions(First, Second);
}

/// \p Read is known to decide nothing but whether its thread still does some work, where \p Setter
/// says that there is a reason to end it; or all that come to \p Setter store one value, and it is
/// not known what the read decides.
bool DataRaces::isLeftOpen(const Access &Setter, const Access &Read, ThreadPair Kind) const {
  std::optional<DataAddress> Where = dataAddress(Setting, Setter);
  bool IsAtomic = Setter.Kind == AccessKind::Atomic;
  if (Read.Kind != AccessKind::Load || !Read.Result || Setter.Kind == AccessKind::Load || !Where ||
      !(IsAtomic || storesOneValue(Setter, Kind)))
    return false;
  // `queue[atomicAdd(&end, 1)] = i`: how many there are is not a flag, unless no more are drawn for
  // one that is found there.
  auto EndsByRead = [&](unsigned Loop) {
    return any_of(Kernel.Loops[Loop].Exits, [&](ExprRef Exit) { return dependsOn(Exit, Read); });
  };
  bool IsCounter = IsAtomic && Setter.Result && none_of(Setter.Loops, EndsByRead) &&
                   none_of(Setter.Guards, [&](ExprRef Guard) { return dependsOn(Guard, Read); }) &&
                   any_of(Kernel.Accesses, [&](const Access &Each) {
                     return Each.Offset && contains(Each.Offset, Setter.Result);
                   });
  ReadEffects Effects = effectsOf(Setter, *Where, Kind);
  return !IsCounter && !Effects.matter(Read) &&
         (Effects.endsWork() || (!IsAtomic && Effects.mayMatter(Read)));
}

DataNeed DataRaces::needOfConditions(const Access &First, const Access &Second) const {
  DataNeed Needs{DataNeed::Kind::BothCome};
  for (const Access *Site : {&First, &Second})
    addDataConditions(Kernel, Setting.Context, *Site, Needs.Conditions);
  return Needs;
}

/// All threads access one location, and data decide which of them do.
bool DataRaces::meetByConditions(const Side &First, const Side &Second, ThreadPair Kind) const {
  auto IsByData = [&](const Access &Site) {
    auto Depends = [](ExprRef Root) { return anyLeaf(Root, isData); };
    return any_of(Site.Guards, Depends) || any_of(Site.Loops, [&](unsigned Number) {
             return any_of(Kernel.Loops[Number].Exits, Depends);
           });
  };
  return First.Address.Offset == Second.Address.Offset &&
         allLeaves(First.Address.Offset,
                   [&](ExprRef Leaf) {
                     return Leaf->leaf().Kind == LeafKind::Parameter ||
                            (Leaf->leaf().Kind == LeafKind::BlockIndex &&
                             Kind != ThreadPair::DifferentBlocks);
                   }) &&
         IsByData(*First.Site) && IsByData(*Second.Site);
}

/// An array that the kernel does not write is read at \p Load for the thread's own number.
bool DataRaces::isOwnEntry(const Access &Load) const {
  return Load.Kind == AccessKind::Load && Load.Space == MemorySpace::Global && Load.Offset &&
         Load.Offset->varies() == Uniformity::Lane && !anyLeaf(Load.Offset, isData) &&
         none_of(Kernel.Accesses, [&](const Access &Each) {
           return Each.Kind != AccessKind::Load &&
                  is_contained(Kernel.basesOf(Each.Object), Load.Object);
         });
}

/// Of two atomics, \p Each is at what data choose in a region that several blocks have in common:
/// `atomicAdd_block(&copies[blockIdx.x / 2 * bins + key[i]], 1)`.
bool DataRaces::isInCommonRegion(const Side &Each, const Access &Other, ThreadPair Kind) const {
  return Kind == ThreadPair::DifferentBlocks && areAtomics(*Each.Site, Other) &&
         all_of(Each.Address.Loads,
                [&](const Access *Load) { return Load && isOwnEntry(*Load); }) &&
         none_of(ArrayRef{LeafKind::ThreadIndex, LeafKind::LoopCounter},
                 [&](LeafKind Of) { return hasLeaf(Each.Address.Rest, Of); }) &&
         haveBlocksOneRegion(Setting, Each.Address.Rest);
}

bool DataRaces::mayBeExcluded(const Side &Each, const Access &Other, ThreadPair Kind) const {
  return Each.Site->Order >= AccessOrder::Relaxed && Each.Site->Kind != AccessKind::Atomic
             ? true
             : (Each.Address.isByData() && !isRankInWarp(Setting, Each.Address, Kind) &&
                !isInCommonRegion(Each, Other, Kind) &&
                Exclusion.areApart(*Each.Site, Each.Address, Kind)) ||
                   Exclusion.isExclusive(*Each.Site, Each.Address, Other, Kind) ||
                   Exclusion.isBehindFlag(*Each.Site);
}

DataRace DataRaces::raceFor(const Side &One, const Side &Other, DataRaceForm Form) const {
  const DataAddress &ByData = One.Address.isByData() ? One.Address : Other.Address;
  return {Form, /*IsBenign=*/false,
          (Form == DataRaceForm::PlainBesideAtomic ? needOfChoice : needToMeet)(Kernel, ByData)};
}

/// Whether the kernel goes from \p From to \p To without a barrier for as many as \p Least says.
bool DataRaces::isReached(const Access &From, const Access &To, BarrierScope Least) {
  return isReached(From.NodeId, To, Least);
}

/// Some way leads there with no barrier before that has \p Least as its scope.
bool DataRaces::isReachedFirst(const Access &Site, BarrierScope Least) {
  auto IsEntry = [](const Node &Each) { return Each.Kind == NodeKind::Entry; };
  return isReached(unsigned(find_if(Kernel.Nodes, IsEntry) - Kernel.Nodes.begin()), Site, Least);
}

bool DataRaces::isReached(unsigned From, const Access &To, BarrierScope Least) {
  auto [Known, IsNew] = Reached.try_emplace({Least, From});
  if (IsNew)
    Known->second = BarrierFreePaths(Kernel, [&](unsigned Number) {
                      return Kernel.Barriers[Number].Scope >= Least;
                    }).from(From);
  return Known->second[To.NodeId];
}

/// \p Search goes on from where data say, entry by entry, and \p Storing is in the one where it
/// stops by what \p Read gives: `while (table[slot] != 0) ++slot; table[slot] = key;`.
bool DataRaces::stopsAt(const Access &Read, const Side &Storing, const Loop &Search) const {
  bool EndsByRead = any_of(Search.Exits, [&](ExprRef Exit) { return dependsOn(Exit, Read); });
  if (!EndsByRead || is_contained(Storing.Site->Loops, Search.Id) || !Read.Offset)
    return false;
  ExprRef At = Setting.specialise(Read.Offset);
  return anyLeaf(At, isData) && any_of(Storing.Address.Values, [&](ExprRef Iterations) {
           return Iterations->number() >= Search.EndValue &&
                  Setting.Context.substitute(At, [&](ExprRef Leaf) {
                    return Leaf == Search.Counter ? Iterations : nullptr;
                  }) == Storing.Address.Offset;
         });
}

/// \p Read, in a loop that ends by what it reads, goes through an array up to where \p Storing
/// then stores: `while (table[slot] != 0) slot = next(slot); table[slot] = key;`.
bool DataRaces::endsSearch(const Access &Read, const Side &Storing) const {
  const DataAddress &Found = Storing.Address;
  if (!Read.Result || Read.Loops.empty())
    return false;
  const Loop &Search = Kernel.Loops[Read.Loops.back()];
  if (stopsAt(Read, Storing, Search))
    return true;
  if (Found.Values.size() != 1 || !Found.IsValueItself ||
      Found.Values.front()->leaf().Reason != OpaqueReason::ControlFlow)
    return false;
  // `next = array[here]; while (next != here) { here = next; next = array[here]; }`
  auto IsRead = [&](ExprRef Leaf) {
    return Leaf == Read.Result || any_of(Search.Carried, [&](const CarriedValue &Variable) {
             return Variable.Start == Leaf && Variable.End == Read.Result;
           });
  };
  bool EndsByRead = any_of(Search.Exits, [&](ExprRef Exit) { return anyLeaf(Exit, IsRead); });
  std::optional<DataAddress> At = dataAddress(Setting, Read);
  return EndsByRead && !is_contained(Storing.Site->Loops, Search.Id) && At &&
         At->Values.size() == 1 && At->IsValueItself && At->Rest == Found.Rest &&
         Found.Values.front()->number() >= Search.EndValue;
}

/// \p Read gives what \p Place holds, or one of two locations, that among them, as data decide:
/// `next = key < tree[at].key ? tree[at].left : tree[at].right`.
static bool readsPlace(const RaceSetting &Setting, const Access &Read, ExprRef Place) {
  ExprRef At = Setting.specialise(Read.Offset);
  auto WithArm = [&](unsigned Arm) {
    return rewrite(Setting.Context, At, [&](ExprRef Node) -> ExprRef {
      bool IsChoice = Node->kind() == ExprKind::Select && anyLeaf(Node->operands()[0], isData);
      return IsChoice ? Node->operands()[Arm] : nullptr;
    });
  };
  return At == Place || WithArm(1) == Place || WithArm(2) == Place;
}

/// A load by which the thread that makes the store \p Storing has read the same location.
const Access *DataRaces::readBefore(const Side &Storing, ThreadPair Kind) {
  const Access &Store = *Storing.Site;
  // What is computed in a way that is not followed may be the thread's own.
  bool IsRead = isCounted(Storing, Kind) ||
                all_of(zip(Storing.Address.Values, Storing.Address.Loads), [&](const auto &Each) {
                  const auto &[Value, Load] = Each;
                  return Load || Exclusion.probeAt(Value) ||
                         isMadeOfNumbers(Kernel, Value, Store) ||
                         isRoundedFromIntegers(Kernel, Value) ||
                         ((Exclusion.isCount(Store) || Store.IsReduction) &&
                          isBestOfNumbers(Kernel, Value, Store)) ||
                         isFoundInLoop(Kernel, Value, Store) || isStepOfSearch(Kernel, Value);
                });
  auto ReadsIt = [&](const Access &Each) {
    return (IsRead && readsPlace(Setting, Each, Storing.Address.Offset) &&
            decidesStore(Each, Store)) ||
           endsSearch(Each, Storing);
  };
  for (const Access &Each : Kernel.Accesses)
    if (Each.Kind == AccessKind::Load && !Each.IsUnused && Each.Object == Store.Object &&
        Each.Bytes == Store.Bytes && Each.NodeId < Store.NodeId && Each.Offset && ReadsIt(Each) &&
        isReached(Each, Store))
      return &Each;
  return nullptr;
}

/// The thread goes to \p Site for some values of \p Read, and elsewhere for others. An assertion
/// leads nowhere else.
bool DataRaces::isTestedFor(const Access &Read, const Access &Site) const {
  return any_of(Site.Guards, [&](ExprRef Guard) { return dependsOn(Guard, Read); }) &&
         any_of(Kernel.Nodes, [&](const Node &At) {
           return At.Kind == NodeKind::Branch && At.Condition && At.Successors.size() > 1 &&
                  dependsOn(At.Condition, Read);
         });
}

/// What \p Read gives is stored by \p Store in a later iteration: `old = table[h]; table[h] = key;
/// key = old;`.
static bool isStoredLater(const KernelProgram &Kernel, const Access &Read, const Access &Store) {
  return any_of(Kernel.Loops, [&](const Loop &Each) {
    return any_of(Each.Carried, [&](const CarriedValue &Variable) {
      return Variable.End && dependsOn(Variable.End, Read) && contains(Store.Value, Variable.Start);
    });
  });
}

/// What \p Store writes, or whether it does, depends on what \p Read gives, or that is linked to
/// the location elsewhere, or leads on to what is stored. Of floating-point numbers that is not
/// known, and taken for granted.
bool DataRaces::decidesStore(const Access &Read, const Access &Store) const {
  // `old = tail[b]; next[old] = i; tail[b] = i;`
  auto LeadsOn = [&](const Access &Other) {
    return Other.Offset && dependsOn(Other.Offset, Read) && Other.Value == Store.Value &&
           !Other.Value->isConstant();
  };
  return !Read.Result || !Store.Value || dependsOn(Store.Value, Read) || isTestedFor(Read, Store) ||
         isStoredLater(Kernel, Read, Store) || any_of(Kernel.Accesses, [&](const Access &Other) {
           return Other.Kind == AccessKind::Store && Other.Value &&
                  (dependsOn(Other.Value, Read) || LeadsOn(Other));
         });
}

/// The location \p Offset is the thread's own: it sets it before it reads it by \p Read.
bool DataRaces::setsBefore(const Access &Read, ExprRef Offset) {
  return any_of(Kernel.Accesses, [&](const Access &Each) {
    return Each.Kind == AccessKind::Store && Each.Object == Read.Object &&
           Each.NodeId < Read.NodeId && Each.Offset && Setting.specialise(Each.Offset) == Offset &&
           all_of(
               Each.Guards, [&](ExprRef Guard) { return is_contained(Read.Guards, Guard); }) &&
           isReached(Each, Read);
  });
}

/// All threads that are related as \p Kind says store the same.
bool DataRaces::storesOneValue(const Access &Store, ThreadPair Kind) const {
  return Store.Value && allLeaves(Setting.specialise(Store.Value), [&](ExprRef Leaf) {
           return Exclusion.isOneNumber(Leaf, Store, Kind);
         });
}

ReadEffects DataRaces::effectsOf(const Access &Store, const DataAddress &Where,
                                 ThreadPair Kind) const {
  return ReadEffects(Setting, Sections, Store, Where, Kind,
                     [this, Kind](ExprRef Leaf, const Access &Site) {
                       return Exclusion.isOneNumber(Leaf, Site, Kind);
                     });
}

/// Each thread that comes to \p Load, behind \p Store, has come by that, or has found by \p Test
/// that it need not.
static bool isSettled(const Access &Load, const Access &Store, const Access &Test) {
  return Store.NodeId < Load.NodeId && all_of(
                                           Store.Guards,
                                           [&](ExprRef Guard) {
                                             return is_contained(Load.Guards, Guard) ||
                                                    dependsOn(Guard, Test);
                                           });
}

/// What \p Test gives, or what the load of the pair \p First and \p Second does, decides more than
/// whether the one value of \p Storing is stored. None: it may.
std::optional<bool> DataRaces::actsOnRead(const Access &Test, const Side &Storing,
                                          const Access &First, const Access &Second,
                                          ThreadPair Kind) const {
  ReadEffects Effects = effectsOf(*Storing.Site, Storing.Address, Kind);
  // Who reads and stores volatile data means to come late.
  if (seesOthers(Test) && seesOthers(*Storing.Site))
    return Effects.matterToCounts(Test);
  // What a search has found is the thread's own, as it thinks.
  if (endsSearch(Test, Storing) && Effects.usesElsewhere(Storing.Address.Values.front()))
    return true;
  bool MayAct = false;
  for (const Access *Read : {&Test, &First, &Second})
    if (Read->Kind == AccessKind::Load &&
        (Read == &Test || !isSettled(*Read, *Storing.Site, Test))) {
      if (Effects.matter(*Read))
        return true;
      MayAct |= Effects.mayMatter(*Read);
    }
  return MayAct ? std::nullopt : std::optional(false);
}

/// Behind a test of the location as \p Read makes one, another store writes another value than
/// \p Storing does, such as the number of another error.
bool DataRaces::hasOtherCode(const Side &Storing, const Access &Read) const {
  return any_of(Kernel.Accesses, [&](const Access &Other) {
    return Other.Kind == AccessKind::Store && Other.Object == Storing.Site->Object &&
           Other.Offset && Setting.specialise(Other.Offset) == Storing.Address.Offset &&
           Other.Value != Storing.Site->Value && any_of(Other.Guards, [&](ExprRef Guard) {
             return anyLeaf(Guard, [&](ExprRef Leaf) {
               const Access *Test = isData(Leaf) ? sourceOf(Kernel, Leaf) : nullptr;
               return Test && Test->Object == Read.Object && Test->Offset == Read.Offset;
             });
           });
  });
}

/// `sum[from[i]]` under `lockOfSource[from[i]]` and `sum[to[i]]` under `lockOfTarget[to[i]]`: data
/// lead to the two in the same way, and what keeps out others there are locks of two arrays.
bool DataRaces::areUnderTwoLocks(const Side &First, const Side &Second) const {
  const DataAddress &One = First.Address, &Other = Second.Address;
  if (One.Values.size() != 1 || Other.Values.size() != 1 || One.Rest != Other.Rest ||
      One.Values.front() == Other.Values.front() || !One.Loads.front() || !Other.Loads.front())
    return false;
  bool AreAlike = Setting.Context.substitute(One.Offset, [&](ExprRef Leaf) -> ExprRef {
    return Leaf == One.Values.front() ? Other.Values.front() : nullptr;
  }) == Other.Offset;
  auto HoldsAt = [&](const CriticalSection &Section, const Side &Each) {
    return Section.IsKept && !Sections.isClaim(Section) &&
           Sections.holderAt(Section, *Each.Site) == LockHolder::Thread;
  };
  bool HasOne = false, HasOther = false, HasCommon = false;
  for (const CriticalSection &Here : Sections.all()) {
    HasOne |= HoldsAt(Here, First);
    HasOther |= HoldsAt(Here, Second);
    HasCommon |= HoldsAt(Here, First) && any_of(Sections.all(), [&](const CriticalSection &There) {
                   return HoldsAt(There, Second) && There.Acquire->Object == Here.Acquire->Object;
                 });
  }
  return AreAlike && HasOne && HasOther && !HasCommon;
}

/// The bytes from an entry that data choose to the next one at \p Address, whose other part is
/// constant; 0: they are not known.
static int64_t bytesOfEntry(const RaceSetting &Setting, const DataAddress &Address) {
  ExprRef ByData = Setting.Context.subtract(Address.Offset, Address.Rest);
  bool IsKnown =
      Address.IsValueItself && Address.Rest->isConstant() && ByData->kind() == ExprKind::Polynomial;
  return IsKnown ? ByData->terms().front().Coefficient : 0;
}

/// `sum[k + 1]` and `sum[k]` under `lock[k % 64]`, which data choose: the lock that the thread
/// holds at one of the two is another one than that of a thread which comes to the other one there.
bool DataRaces::areBesideLock(const Side &First, const Side &Second) const {
  const DataAddress &One = First.Address, &Other = Second.Address;
  ExprRef Distance = Setting.Context.subtract(One.Offset, Other.Offset);
  if (One.Values.size() != 1 || One.Values != Other.Values || !Distance->isConstant() ||
      Distance->isConstant(0))
    return false;
  int64_t Step = bytesOfEntry(Setting, One);
  return Step != 0 && Distance->constantTerm() % Step == 0 &&
         any_of(Sections.all(), [&](const CriticalSection &Each) {
           auto IsHeldAt = [&](const Side &At) {
             return Sections.holderAt(Each, *At.Site) == LockHolder::Thread;
           };
           return Each.IsKept && !Sections.isClaim(Each) && !Each.IsTicket && IsHeldAt(First) &&
                  IsHeldAt(Second) && Each.Acquire->Offset &&
                  contains(Each.Acquire->Offset, One.Values.front());
         });
}

std::optional<DataRace> DataRaces::findUpdate(const Side &First, const Side &Second,
                                              const RaceVerdict &Open) {
  ThreadPair Kind = Open.Threads;
  const Side &Storing = Second.Site->Kind == AccessKind::Store ? Second : First;
  const Access &Store = *Storing.Site;
  const Access *Read = readBefore(Storing, Kind);
  bool AreUnderLocks = areUnderTwoLocks(First, Second) || areBesideLock(First, Second);
  bool AreOfOne = First.Address.Offset == Second.Address.Offset || AreUnderLocks ||
                  (Read && &First != &Storing && endsSearch(*First.Site, Storing));
  if (!Read || !AreOfOne || setsBefore(*Read, Storing.Address.Offset) ||
      Exclusion.isExclusive(*Read, Storing.Address, &First == &Storing ? *Second.Site : *First.Site,
                            Kind) ||
      Exclusion.isOfEntities(Store, Storing.Address) ||
      isHarmlessLink(Setting, Store, Storing.Address) ||
      exchangesInPair(Kernel, Store, Storing.Address))
    return std::nullopt;
  DataRace Found = raceFor(First, Second, DataRaceForm::LostUpdate);
  if (AreUnderLocks)
    Found.Needs = (First.Address.Values == Second.Address.Values)
                      ? needOfChoice(Kernel, First.Address)
                      : needOfOneIndex(Kernel, First.Address, Second.Address);
  if (storesOneValue(Store, Kind)) {
    // It is not known what depends on a number that is not followed.
    if (!Read->Result)
      return std::nullopt;
    std::optional<bool> Acts = actsOnRead(*Read, Storing, *First.Site, *Second.Site, Kind);
    if (!Acts || (!*Acts && hasOtherCode(Storing, *Read)))
      return std::nullopt;
    Found.Form = DataRaceForm::Claim;
    Found.IsBenign = !*Acts;
  }
  // Nobody else claims or updates it: the two threads are to be ordered. Where an atomic's result
  // may decide who comes, it is not known that they do, but the location is still one that is
  // updated.
  bool IsKnown = Open.Outcome == RaceOutcome::MayRace && Open.IsForSomeData;
  bool IsClaim = Found.Form == DataRaceForm::Claim;
  bool HasAgreement = any_of(Kernel.Accesses, [](const Access &Each) {
    return Each.Kind == AccessKind::Atomic && Each.Result && Each.Update == AtomicUpdate::Other;
  });
  if (!Found.IsBenign && IsKnown && (IsClaim || !HasAgreement) && isByOneThread(Store, Kind)) {
    Found.Form = DataRaceForm::None;
    Found.Needs = needOfConditions(*First.Site, *Second.Site);
  }
  return Found;
}

/// Neither begins where arguments say that the other's part of the array ends.
bool DataRaces::areOfOneTable(const Side &First, const Side &Second) const {
  auto Start = [&](const Side &Each) {
    if (Each.Address.Rest->isConstant())
      return Each.Address.Rest;
    ExprRef Sum = Setting.Context.constant(0);
    if (Each.Address.Rest->kind() == ExprKind::Polynomial)
      for (const Monomial &Part : Each.Address.Rest->terms())
        if (all_of(Part.Factors, [](ExprRef Factor) {
              return allLeaves(
                  Factor, [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::Parameter; });
            }))
          Sum = Setting.Context.add(Sum, product(Setting.Context, Part.Coefficient, Part.Factors));
    return Sum;
  };
  return Start(First) == Start(Second) &&
         !areParts(Kernel.Objects[First.Site->Object], Kernel.Objects[Second.Site->Object],
                   Setting.Launch);
}

/// Whether the index is a certain number that was read decides if \p Plain or an atomic is made at
/// the location: `if (row == first) atomicAdd(&sum[row], x); else sum[row] += x;`. So the others
/// are one thread's own.
static bool isChosenByIndex(const RaceSetting &Setting, const Access &Plain,
                            const DataAddress &Address) {
  auto IsOfIndex = [&](ExprRef Part) {
    return anyLeaf(Part, [&](ExprRef Leaf) { return is_contained(Address.Values, Leaf); }) &&
           anyNode(Part, [](ExprRef Node) {
             return Node->kind() == ExprKind::Equal &&
                    all_of(Node->operands(), [](ExprRef Side) { return anyLeaf(Side, isData); });
           });
  };
  auto IsOpposed = [&](const Access &Atomic, ExprRef Part) {
    ExprRef Opposite = Setting.Context.logicalNot(Part);
    return Atomic.Kind == AccessKind::Atomic && Atomic.Object == Plain.Object &&
           Atomic.Offset == Plain.Offset && any_of(Atomic.Guards, [&](ExprRef Guard) {
             return is_contained(partsOf(Guard, ExprKind::And), Opposite);
           });
  };
  return any_of(Plain.Guards, [&](ExprRef Guard) {
    return any_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) {
      return IsOfIndex(Part) && any_of(Setting.Kernel.Accesses,
                                       [&](const Access &Each) { return IsOpposed(Each, Part); });
    });
  });
}

/// Behind \p Update.Site a thread comes to \p Read, and those related to it as \p Kind says may not
/// yet have made theirs. A barrier of the block says nothing of other blocks, where each thread has
/// read for itself what leads it to the location; what one entry leads a block to may be its own.
bool DataRaces::isReadWhileUpdated(const Side &Update, const Access &Read, ThreadPair Kind) {
  auto IsOfThread = [&](const auto &Each) {
    const auto &[Value, Load] = Each;
    if (!Load)
      return isMadeOfNumbers(Kernel, Value, *Update.Site);
    return Load->Offset && Load->Space == MemorySpace::Global &&
           Load->Offset->varies() == Uniformity::Lane && !anyLeaf(Load->Offset, isData);
  };
  auto IsNoIndex = [&](ExprRef Leaf) {
    return isParameter(Leaf) || is_contained(Update.Address.Values, Leaf);
  };
  return isReached(*Update.Site, Read) ||
         (Kind == ThreadPair::DifferentBlocks &&
          (Update.Address.IsValueItself || allLeaves(Update.Address.Offset, IsNoIndex)) &&
          all_of(zip(Update.Address.Values, Update.Address.Loads), IsOfThread) &&
          isReached(*Update.Site, Read, BarrierScope::Cluster));
}

/// \p Read is at other elements than \p Update, a known number of them, or one that a loop counts,
/// beside what the same data choose: `atomicAdd(&fill[cell[i]], 1); … fill[cell[i] + 1]`. Members
/// of one record are less than an entry apart.
bool DataRaces::isNextToUpdate(const Side &Read, const Side &Update) const {
  const DataAddress &Here = Read.Address, &There = Update.Address;
  if (!Here.isByData() || Here.Values != There.Values)
    return false;
  ExprRef Distance = Setting.Context.subtract(Here.Offset, There.Offset);
  int64_t Step = bytesOfEntry(Setting, There);
  if (Step == 0 || Distance->isConstant(0))
    return false;
  auto IsEntries = [&](int64_t Number) { return Number % Step == 0; };
  if (Distance->isConstant())
    return IsEntries(Distance->constantTerm());
  return Distance->kind() == ExprKind::Polynomial &&
         all_of(Distance->terms(), [&](const Monomial &Part) {
           return IsEntries(Part.Coefficient) && all_of(Part.Factors, [](ExprRef Factor) {
                    return Factor->isLeaf() && Factor->leaf().Kind == LeafKind::LoopCounter;
                  });
         });
}

/// Each thread adds to its own element, and then reads what another one has added to, as data
/// choose: `atomicAdd(&count[i], 1); … count[key[i]]`.
bool DataRaces::readsCountOfOther(const Side &Read, const Side &Update, ThreadPair Kind) {
  const Access &Adds = *Update.Site;
  BarrierScope Least = leastScopeBetween(Kind);
  return addsNumber(Adds) && !Update.Address.isByData() && Read.Address.isByData() &&
         isPlain(*Read.Site) && Adds.Space == MemorySpace::Global &&
         readsUpdatedElement(Setting, *Read.Site, Read.Address, Adds) &&
         Exclusion.reachesAnyElement(*Read.Site, Read.Address, Adds, Kind) &&
         isReached(Adds, *Read.Site, Least);
}

/// The thread stores to the location that its own entry leads to, and adds to it atomically, which
/// says that others come there: `count[key[i]] = 0; atomicAdd(&count[key[i]], 1);`. A thing of its
/// own is set once, and read back, or added to in a loop or by others who come by another way.
bool DataRaces::isSetBesideUpdates(const Side &Plain, const Side &Atomic) const {
  const Access &Store = *Plain.Site, &Update = *Atomic.Site;
  bool Updates = Update.Addend ? addsNumber(Update)
                               : Update.Update == AtomicUpdate::Minimum ||
                                     Update.Update == AtomicUpdate::Maximum ||
                                     (!Update.Result && Update.Form == RequestForm::AtomicLoop);
  return Updates && isPlain(Store) && Store.Loops == Update.Loops && Plain.Address.isByData() &&
         all_of(zip(Plain.Address.Values, Plain.Address.Loads),
                [&](const auto &Each) {
                  const auto &[Value, Load] = Each;
                  return Load ? isOwnEntry(*Load) : Exclusion.isProbedBySwaps(Value);
                }) &&
         !Exclusion.isOfEntities(Store, Plain.Address) &&
         !Exclusion.isOfEntities(Update, Atomic.Address) &&
         none_of(Kernel.Accesses, [&](const Access &Each) {
           bool IsElsewhere = Each.Kind == AccessKind::Atomic && Each.Offset != Update.Offset;
           bool IsReadBack = Each.Kind == AccessKind::Load && Each.Offset == Store.Offset &&
                             Store.NodeId < Each.NodeId && Each.NodeId < Update.NodeId;
           return Each.Object == Update.Object && (IsElsewhere || IsReadBack);
         });
}

/// `slot = atomicAdd(&count[cell[i]], 1); list[cell[i] * most + slot] = i;`: several threads come
/// to one counter, which gives each a location of its own.
static bool drawsSlots(const KernelProgram &Kernel, const Access &Update) {
  return Update.Result && addsNumber(Update) && any_of(Kernel.Accesses, [&](const Access &Each) {
           return Each.Offset && contains(Each.Offset, Update.Result);
         });
}

std::optional<DataRace> DataRaces::findBesideAtomic(const Side &Plain, const Side &Atomic,
                                                    ThreadPair Kind) {
  const Access &Other = *Plain.Site, &Update = *Atomic.Site;
  bool IsNext = isNextToUpdate(Plain, Atomic);
  if ((!IsNext && !areOfOneTable(Plain, Atomic)) || isChosenByIndex(Setting, Other, Plain.Address))
    return std::nullopt;
  bool IsOneLocation = Plain.Address.Offset == Atomic.Address.Offset;
  bool IsBefore = Other.NodeId < Update.NodeId;
  if (Other.Kind == AccessKind::Load) {
    // `while (table[slot] != 0) slot = next(slot); atomicExch(&table[slot], key);`
    if (IsBefore && endsSearch(Other, Atomic) && replacesUnseen(Kernel, Update))
      return raceFor(Plain, Atomic, DataRaceForm::PlainBeforeAtomic);
    if (IsOneLocation && IsBefore) {
      ReadPurpose For = purposeOfRead(Kernel, Other, Update);
      // Of a thing of the thread's own, others do not change what it reads first.
      bool MayBeOwn =
          For == ReadPurpose::Value && (Exclusion.isOfEntities(Update, Atomic.Address) ||
                                        setsBefore(Other, Plain.Address.Offset));
      if (For == ReadPurpose::Unknown || MayBeOwn)
        return std::nullopt;
      DataRace Found = raceFor(Plain, Atomic, DataRaceForm::PlainBeforeAtomic);
      Found.IsBenign = For == ReadPurpose::Check;
      return Found;
    }
    // The thread reads what it has added to before all have. What an atomic of floating-point
    // numbers does is not known; a swap of them is rarely of what is read behind it.
    bool Adds = Update.Update == AtomicUpdate::Add || Update.Update == AtomicUpdate::Minimum ||
                Update.Update == AtomicUpdate::Maximum || addsNumber(Update) ||
                (!Update.Result && Update.Form == RequestForm::AtomicLoop);
    if ((IsOneLocation || (IsNext && !IsBefore)) && Plain.Address.isByData() && Adds &&
        !Other.IsVolatile && !Other.IsUnused && isReadWhileUpdated(Atomic, Other, Kind) &&
        (drawsSlots(Kernel, Update) || !Exclusion.isOfEntities(Update, Atomic.Address))) {
      DataRace Found = raceFor(Atomic, Plain, DataRaceForm::PlainBesideAtomic);
      Found.Needs = (IsOneLocation ? needToMeet : needOfChoice)(Kernel, Plain.Address);
      return Found;
    }
    if (readsCountOfOther(Plain, Atomic, Kind))
      return raceFor(Atomic, Plain, DataRaceForm::PlainBesideAtomic);
    bool Accumulates = Update.Addend || Update.Update == AtomicUpdate::Add || !Update.Result;
    // A volatile read polls, or looks at what there is by now.
    if (IsOneLocation || IsBefore || Plain.Address.isByData() || !Accumulates || Other.IsVolatile)
      return std::nullopt;
  } else if (IsOneLocation && !isSetBesideUpdates(Plain, Atomic)) {
    return std::nullopt;
  }
  DataRace Found = raceFor(Atomic, Plain, DataRaceForm::PlainBesideAtomic);
  if (IsOneLocation)
    Found.Needs = needToMeet(Kernel, Plain.Address);
  return Found;
}

/// Threads come to \p Storing where theirs is the best so far of what the same data choose:
/// `if (atomicMin(&least[v], d) > d) from[v] = i;`.
bool DataRaces::isBehindContest(const Side &Storing, ThreadPair Kind) const {
  return any_of(Storing.Site->Guards, [&](ExprRef Guard) {
    return any_of(partsOf(Guard, ExprKind::And), [&](ExprRef Part) {
      const Access *Contest = Exclusion.passedBySeveral(Part, *Storing.Site, Storing.Address, Kind);
      std::optional<DataAddress> At;
      if (Contest && !Contest->Addend && Contest->Object != Storing.Site->Object)
        At = dataAddress(Setting, *Contest);
      return At && At->Values == Storing.Address.Values;
    });
  });
}

std::optional<DataRace> DataRaces::findOvertaken(const Side &First, const Side &Second,
                                                 ThreadPair Kind) const {
  auto Stores = [&](const Side &Each) {
    // One location, or one that data choose: it is that of the number, too.
    bool IsCommon = Each.Address.isByData() || !anyLeaf(Each.Address.Offset, isIndex);
    return Each.Site->Kind == AccessKind::Store && IsCommon && !storesOneValue(*Each.Site, Kind) &&
           isBehindContest(Each, Kind);
  };
  return First.Address.Offset == Second.Address.Offset && Stores(First) && Stores(Second)
             ? std::optional(raceFor(First, Second, DataRaceForm::Overtaken))
             : std::nullopt;
}

/// Where the thread does not come to \p Store, it stores another value there: `x[i] = 1; else x[i]
/// = 0;`.
bool DataRaces::setsOtherValue(const Access &Store) const {
  return any_of(Kernel.Accesses, [&](const Access &Each) {
    return Each.Kind == AccessKind::Store && Each.Object == Store.Object &&
           Each.Offset == Store.Offset && Each.Value && Each.Value != Store.Value &&
           any_of(Each.Guards, [&](ExprRef Guard) {
             return is_contained(Store.Guards, Setting.Context.logicalNot(Guard));
           });
  });
}

/// Data choose the element of shared memory at \p Chosen, and the thread's number that at \p Other.
bool DataRaces::isChosenBeside(const Access &Chosen, const DataAddress &Address,
                               const Access &Other, ThreadPair Kind) const {
  if (movesByCount(Kernel, Chosen, Address, Other) || sortsInPlace(Kernel, Chosen, Address, Other))
    return !Exclusion.isBehindFlag(Chosen);
  bool IsScatter =
      scattersInPlace(Setting, Chosen, Address, Other) ||
      (readsScattered(Setting, Chosen, Address, Other) && !storesOneValue(Chosen, Kind));
  if (Chosen.Space == MemorySpace::Global && IsScatter)
    return Exclusion.reachesAnyElement(Chosen, Address, Other, Kind);
  if (Chosen.Space == MemorySpace::Global)
    return (gathersInPlace(Setting, Chosen, Address, Other) ||
            readsSetElement(Setting, Chosen, Address, Other)) &&
           (!storesOneValue(Other, Kind) || setsOtherValue(Other) ||
            isHeldBackByValue(Setting, Chosen, Other)) &&
           (isShiftByData(Setting, Address, Other)
                ? !Exclusion.isExclusive(Chosen, Address, Other, Kind) &&
                      !Exclusion.isBehindFlag(Chosen)
                : Exclusion.reachesAnyElement(Chosen, Address, Other, Kind));
  // A number may be made of nothing but the thread's own index.
  bool AreRead = all_of(zip(Address.Values, Address.Loads), [&](const auto &Each) {
    const auto &[Value, Load] = Each;
    return Load || Value->leaf().Reason != OpaqueReason::DataDependent ||
           Exclusion.isBallot(Value) || isMadeOfNumbers(Kernel, Value, Chosen);
  });
  // Where links are followed, the better one of two may be taken.
  bool IsJumped =
      any_of(Address.Values, [&](ExprRef Value) { return Exclusion.isJumped(Value, Chosen); });
  return AreRead && Chosen.Space == MemorySpace::Shared &&
         Other.Offset->varies() == Uniformity::Lane &&
         (!IsJumped || gathersInPlace(Setting, Chosen, Address, Other)) &&
         Exclusion.reachesAnyElement(Chosen, Address, Other, Kind);
}

/// \p Site with what data contribute to its \p Address as \p Value says.
static Access withData(ExprContext &Context, const Access &Site, const DataAddress &Address,
                       ExprRef Value) {
  Access Moved = Site;
  Moved.Offset = Context.substitute(Address.Offset, [&](ExprRef Leaf) -> ExprRef {
    return is_contained(Address.Values, Leaf) ? Value : nullptr;
  });
  return Moved;
}

/// The two may be one read of the thread's own data, perhaps in two loops.
static bool areReadAlike(ExprContext &Context, const Access &One, const Access &Other) {
  ExprRef None = Context.constant(0);
  auto WithoutCounters = [&](ExprRef Root) {
    return Context.substitute(Root, [&](ExprRef Leaf) {
      return Leaf->leaf().Kind == LeafKind::LoopCounter ? None : nullptr;
    });
  };
  return One.Object == Other.Object && One.Offset && Other.Offset &&
         WithoutCounters(One.Offset) == WithoutCounters(Other.Offset);
}

/// Data choose the elements of shared memory at both, each thread's own at each, and what is read
/// there is not only whether the one value that \p Writing stores need not be stored.
bool DataRaces::meetInShared(const Side &Writing, const Side &Reading, ThreadPair Kind) const {
  const Access &Write = *Writing.Site, &Read = *Reading.Site;
  bool IsUpdate =
      Write.Kind == AccessKind::Atomic && (Write.Addend || Write.Update != AtomicUpdate::Other);
  if (Read.Kind != AccessKind::Load || !isPlain(Read) || !(IsUpdate || isPlain(Write)) ||
      Write.Kind == AccessKind::Load || Write.Space != MemorySpace::Shared)
    return false;
  for (const Access *Here : Writing.Address.Loads)
    for (const Access *There : Reading.Address.Loads)
      if (!Here || !There || areReadAlike(Setting.Context, *Here, *There))
        return false;
  ReadEffects Effects = effectsOf(Write, Writing.Address, Kind);
  bool Matters = Write.Kind == AccessKind::Atomic || !storesOneValue(Write, Kind) ||
                 Effects.matter(Read) || Effects.mayMatter(Read);
  return Matters && Exclusion.reachesAnyElement(Write, Writing.Address, Read, Kind) &&
         Exclusion.reachesAnyElement(Read, Reading.Address, Write, Kind);
}

/// The thread puts something into the region that its own entry chooses, and then reads all or a
/// part of that region, where threads of other blocks put something, too: `list[32 * cell[i] +
/// slot] = i; __syncthreads(); … list[32 * cell[i] + k]`.
bool DataRaces::meetInRegion(const Side &Writing, const Side &Reading, ThreadPair Kind) const {
  const Access &Write = *Writing.Site, &Read = *Reading.Site;
  const DataAddress &There = Writing.Address, &Here = Reading.Address;
  if (Kind != ThreadPair::DifferentBlocks || Write.Kind != AccessKind::Store ||
      Read.Kind != AccessKind::Load || !isPlain(Write) || !isPlain(Read) ||
      Write.Space != MemorySpace::Global || Write.NodeId > Read.NodeId ||
      There.Offset == Here.Offset || storesOneValue(Write, Kind))
    return false;
  auto IsKey = [&](const auto &Each) {
    const auto &[Value, Load] = Each;
    return Load && isOwnEntry(*Load) && is_contained(There.Values, Value);
  };
  auto IsDrawn = [&](const auto &Each) {
    const auto &[Value, Load] = Each;
    return is_contained(Here.Values, Value) ||
           (Load && Load->Kind == AccessKind::Atomic && Load->Addend && Load->Result == Value);
  };
  auto AreKnown = [&](const Access &Site) {
    return all_of(Site.Guards, [&](ExprRef Guard) {
      return allLeaves(
          Guard, [&](ExprRef Leaf) { return !isData(Leaf) || is_contained(There.Values, Leaf); });
    });
  };
  auto IsOfBlock = [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::BlockIndex; };
  return all_of(zip(Here.Values, Here.Loads), IsKey) &&
         all_of(zip(There.Values, There.Loads), IsDrawn) && !anyLeaf(Here.Rest, isIndex) &&
         !anyLeaf(There.Rest, IsOfBlock) && AreKnown(Write) && AreKnown(Read) &&
         !Exclusion.isBehindFlag(Write) && !Exclusion.isBehindFlag(Read);
}

bool DataRaces::isMovedByCount(const Access &First, const Access &Second) const {
  const Access &Store = First.Kind == AccessKind::Store ? First : Second;
  std::optional<DataAddress> Where = dataAddress(Setting, Store);
  return Where && movesByCount(Kernel, Store, *Where, &Store == &First ? Second : First);
}

std::optional<Access> DataRaces::atFirstElement(const Access &First, const Access &Second,
                                                ThreadPair Kind) const {
  if (First.Bytes != Second.Bytes)
    return std::nullopt;
  std::optional<DataAddress> Here = dataAddress(Setting, First),
                             There = dataAddress(Setting, Second);
  if (!Here || !There)
    return std::nullopt;
  ExprContext &Context = Setting.Context;
  if (Here->isByData() && There->isByData() && &First != &Second) {
    Side One{&First, *Here}, Other{&Second, *There};
    bool IsRead = First.Kind == AccessKind::Load;
    const Side &Writing = IsRead ? Other : One, &Reading = IsRead ? One : Other;
    bool Meet = meetInShared(Writing, Reading, Kind) || meetInRegion(Writing, Reading, Kind);
    return Meet ? std::optional(withData(Context, First, *Here, Context.constant(0)))
                : std::nullopt;
  }
  if (!isPlain(First) || !isPlain(Second))
    return std::nullopt;
  const Access &Chosen = Here->isByData() ? First : Second;
  const DataAddress &Address = Here->isByData() ? *Here : *There;
  if (&First == &Second) {
    if (!Exclusion.writesKeyOfRecord(First, Address) ||
        mayBeExcluded({&First, Address}, Second, Kind))
      return std::nullopt;
  } else {
    const Access &Other = Here->isByData() ? Second : First;
    // Of two stores, one sets what the other one changes.
    bool AreStores = First.Kind == AccessKind::Store && Second.Kind == AccessKind::Store;
    bool SetsFirst = First.Value && First.Value->isConstant() && First.Value != Second.Value;
    if ((AreStores && !SetsFirst) || Here->isByData() == There->isByData() ||
        !isChosenBeside(Chosen, Address, Other, Kind))
      return std::nullopt;
  }
  // No distance is 0.
  const Access &Other = &Chosen == &First ? Second : First;
  bool IsDistance = &First != &Second && isShiftByData(Setting, Address, Other);
  return withData(Context, IsDistance ? withoutShift(Kernel, Address, Chosen) : Chosen, Address,
                  Context.constant(IsDistance ? 1 : 0));
}

std::optional<Access> DataRaces::besideChosen(const Access &Chosen, const Access &Other) const {
  std::optional<DataAddress> Address = dataAddress(Setting, Chosen),
                             OfOther = dataAddress(Setting, Other);
  if (&Chosen == &Other || !Address || !OfOther)
    return std::nullopt;
  if (OfOther->isByData())
    return withData(Setting.Context, Other, *OfOther, Setting.Context.constant(0));
  return isShiftByData(Setting, *Address, Other)
             ? std::optional(withoutShift(Kernel, *Address, Other))
             : std::nullopt;
}

bool DataRaces::isChosen(const Access &Site) const {
  std::optional<DataAddress> Address = dataAddress(Setting, Site);
  return Address && Address->isByData();
}

DataNeed DataRaces::needAtElement(const Access &First, const Access &Second) const {
  if (&First == &Second) {
    DataNeed Needs = needToMeet(Kernel, *dataAddress(Setting, First));
    Needs.MixesRecords = true;
    return Needs;
  }
  if (isChosen(First) && isChosen(Second))
    return needOfOneIndex(Kernel, *dataAddress(Setting, First), *dataAddress(Setting, Second));
  return needOfChoice(Kernel, *dataAddress(Setting, isChosen(First) ? First : Second));
}

std::optional<DataRace> DataRaces::findNarrowScope(const Side &First, const Side &Second) const {
  return areOfOneTable(First, Second)
             ? std::optional(raceFor(First, Second, DataRaceForm::NarrowScope))
             : std::nullopt;
}

} // namespace memlint
