//===- RaceAnalysis.cpp - Conflicting accesses without a barrier ----------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Races/RaceAnalysis.h"

#include "ArgumentConditions.h"
#include "BarrierRemoval.h"
#include "DataRaces.h"
#include "EqualValues.h"
#include "FlagOrder.h"
#include "LockedPairs.h"
#include "OpposedArms.h"
#include "PairDecision.h"
#include "SelectedAccesses.h"
#include "ThreadRelations.h"

#include "cuda-memlint/Analysis/Races/WaitingLoops.h"
#include "cuda-memlint/Model/SharedAllocations.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

#include <array>
#include <deque>
#include <map>
#include <set>
#include <tuple>

using namespace llvm;

namespace memlint {

namespace {

/// The same question is asked of one barrier after the other.
constexpr uint64_t EntriesOfRemoval = 3'000'000;

/// A round of the search through all pairs.
struct Round {
  /// What one pair may take in it: one that needs more waits until all others have been looked at
  /// as far.
  PairBudget OfPair;
  /// The part of the kernel's budget, in sixths, that is left to later rounds.
  uint64_t Kept;
};
constexpr std::array<Round, 4> Rounds = {Round{{32'000, 500'000}, 3},
                                         Round{{256'000, 4'000'000}, 2},
                                         Round{{2'000'000, 30'000'000}, 1}, Round{{}, 0}};

/// The cost of looking at a pair, whatever the outcome.
constexpr uint64_t StepsToLook = 4000;
/// The cost of a node within an interval.
constexpr uint64_t StepsToReach = 100;
/// Pairs that are listed because the object of an access is unknown.
constexpr size_t MostUnknownPairs = 5000;

class RaceAnalysis {
public:
  RaceAnalysis(ExprContext &Context, const KernelProgram &Kernel, const LaunchContext &Launch,
               const RaceOptions &Options)
      : Setting(Context, Kernel, Launch, Options.Case), Placements(Setting), Waiting(Kernel),
        Sections(Context, Kernel, Waiting), Locked(Setting, Sections, Waiting.results()),
        Flagged(Context, Kernel, Waiting, Sections, Options.IndependentThreads),
        ByData(Setting, Waiting, Sections), Kernel(Kernel), Options(Options),
        Guarded(findBarriersByGuard(Kernel)) {
    Total.Values = Options.Budget;
    if (Options.Removal)
      Total.SetEntries = EntriesOfRemoval;
  }

  RaceReport run() {
    uint64_t InBlock = Setting.Block[0] * Setting.Block[1] * Setting.Block[2];
    if (InBlock == 0 || InBlock > MostThreads) {
      Report.Reason = "a block of " + std::to_string(InBlock) + " threads cannot be launched";
      return std::move(Report);
    }
    Threads = unsigned(InBlock);
    std::map<unsigned, std::vector<const Access *>> Shared, Global;
    for (const Access &Site : Kernel.Accesses) {
      // In the source a store of a value that was never set is a store.
      if (Site.IsUnused && !writes(Site))
        continue;
      if (isDoubtful(Site) && (isLookedAt(Site.Space) || Site.Space == MemorySpace::Generic))
        Doubtful.push_back(&Site);
      if (isAmbiguous(Kernel, Site))
        continue;
      for (Access &One : accessesByObject(Setting.Context, Kernel, Site)) {
        if (!isLookedAt(One.Space))
          continue;
        // An atomic does not leave a value that another write may equal.
        if (One.Kind == AccessKind::Atomic)
          One.Value = nullptr;
        // Which thread copies what is not known.
        if (One.IsDivided)
          One.Offset = nullptr;
        if (auto Position = positionOf(One); Position && One.Offset)
          One.Offset = Setting.Context.add(One.Offset, Setting.Context.constant(Position->Offset));
        Placed.push_back(std::move(One));
        const Access *At = &Placed.back();
        (At->Space == MemorySpace::Shared ? Shared : Global)[objectOf(*At)].push_back(At);
      }
    }
    decideDoubtful();
    decideOverlapping();
    erase_if(Shared, [](const auto &Group) { return !hasWrite(Group.second); });
    erase_if(Global, [](const auto &Group) { return !hasWrite(Group.second); });
    Relations.emplace(Setting, Threads, Options.Removal);
    if (!Shared.empty() || !Global.empty() || Options.Removal)
      AllRelations = Relations->withinBlock();
    bool BetweenBlocks = !Global.empty() && hasSeveralBlocks() && !Options.Removal;
    if (BetweenBlocks)
      AllRelations.push_back(Relations->betweenBlocks());
    for (const RelationIntervals &Each : AllRelations) {
      if (Options.Removal)
        if (auto Flag = findFlag(Kernel, Each.Intervals))
          Report.Verdicts.push_back(std::move(*Flag));
      beginRelation(Each);
      if (!BetweenBlocks || &Each != &AllRelations.back())
        for (const auto &[Object, Sites] : Shared)
          collectPairs(Sites, Each);
      for (const auto &[Object, Sites] : Global)
        collectPairs(Sites, Each);
    }
    decideCollected();
    reportDecided();
    if (Options.Spent)
      *Options.Spent += Options.Budget - Total.Values + stepsToReach();
    if (PairsLeft != 0)
      Report.Reason = "pairs not analysed: " + std::to_string(PairsLeft) + " (" +
                      (Total.Values == 0 ? budgetRanOut()
                                         : std::to_string(MostUnknownPairs) +
                                               " others have an access to an unknown object") +
                      ")";
    llvm::sort(Report.Verdicts, [](const RaceVerdict &Left, const RaceVerdict &Right) {
      return std::tie(Left.First, Left.Second, Left.Threads) <
             std::tie(Right.First, Right.Second, Right.Threads);
    });
    return std::move(Report);
  }

private:
  /// The largest block of any device (CUDA C++ Programming Guide, technical specifications
  /// per compute capability: 1024), and what verifiers of such kernels are asked for.
  static constexpr uint64_t MostThreads = 4096;

  /// By accesses and RelationIntervals::Number.
  using PairKey = std::tuple<unsigned, unsigned, unsigned>;

  /// An asynchronous copy reads global memory and writes shared memory.
  static bool writes(const Access &Site) {
    return Site.Kind != AccessKind::Load &&
           !(Site.Kind == AccessKind::AsyncCopy && Site.Space == MemorySpace::Global);
  }

  static bool hasWrite(ArrayRef<const Access *> Sites) {
    return any_of(Sites, [](const Access *Site) { return writes(*Site); });
  }

  static bool isLookedAt(MemorySpace Space) {
    return Space == MemorySpace::Shared || Space == MemorySpace::Global;
  }

  static bool mayShareSpace(const Access &First, const Access &Second) {
    return First.Space == Second.Space ||
           (First.Space == MemorySpace::Generic && isLookedAt(Second.Space)) ||
           (Second.Space == MemorySpace::Generic && isLookedAt(First.Space));
  }

  bool isDoubtful(const Access &Site) const {
    return isAmbiguous(Kernel, Site) || hasLoadedBase(Kernel, Site);
  }

  /// The two may access one object, but which one either accesses is not known.
  bool mayMeetUnknown(const Access &First, const Access &Second) const {
    if (isAmbiguous(Kernel, First) || isAmbiguous(Kernel, Second))
      return mayShareObject(Kernel, First, Second);
    return mayAliasThroughLoaded(Kernel, First, Second);
  }

  /// Nothing is said of an access to an unknown object, but that it is not decided.
  void decideDoubtful() {
    for (const Access *Site : Doubtful)
      for (const Access &Other : Kernel.Accesses) {
        if (!isAsked(Site->Id < Other.Id ? *Site : Other, Site->Id < Other.Id ? Other : *Site) ||
            Other.IsUnused || !mayShareSpace(*Site, Other) || (!writes(*Site) && !writes(Other)) ||
            !mayMeetUnknown(*Site, Other) || (Other.Id < Site->Id && isDoubtful(Other)))
          continue;
        leaveUndecided(*Site, Other, "which object `" + Site->Text + "` accesses is unknown");
      }
  }

  /// Of how the threads that come to the two are related, nothing is said.
  void leaveUndecided(const Access &One, const Access &Other, std::string Reason) {
    if (Report.Verdicts.size() == MostUnknownPairs) {
      ++PairsLeft;
      return;
    }
    ++Report.Pairs;
    RaceVerdict Verdict;
    std::tie(Verdict.First, Verdict.Second) = std::minmax(One.Id, Other.Id);
    Verdict.Reason = std::move(Reason);
    Report.Verdicts.push_back(std::move(Verdict));
  }

  /// The launch may pass one array twice, and where one pointer leads beside the other is unknown.
  void decideOverlapping() {
    if (Setting.Launch.AliasedArguments.empty() || Options.Removal)
      return;
    for (const Access &First : Kernel.Accesses)
      for (const Access &Second : ArrayRef(Kernel.Accesses).drop_front(First.Id)) {
        if ((!writes(First) && !writes(Second)) || !isAsked(First, Second) ||
            (First.IsUnused && !writes(First)) || (Second.IsUnused && !writes(Second)))
          continue;
        bool AreDoubtful = isDoubtful(First) || isDoubtful(Second);
        if (AreDoubtful && mayMeetUnknown(First, Second))
          continue;
        bool IsObjectUnknown = isAmbiguous(Kernel, First) || isAmbiguous(Kernel, Second);
        std::string Reason;
        anyBases(Kernel, First, Second, [&](const MemoryObject &Left, const MemoryObject &Right) {
          if (!(IsObjectUnknown ? mayOverlap : mayOverlapAnywhere)(Left, Right, Setting.Launch))
            return false;
          Reason = "`" + Left.Name + "` and `" + Right.Name + "` may point into one allocation";
          return true;
        });
        if (!Reason.empty())
          leaveUndecided(First, Second, std::move(Reason));
      }
  }

  /// Where \p Site's object is in an allocation that the launch passes twice; empty: in none.
  std::optional<PositionInAllocation> positionOf(const Access &Site) const {
    if (Options.Removal)
      return std::nullopt;
    return positionInAllocation(Kernel.Objects[Site.Object], Setting.Launch);
  }

  /// The offsets of a witness, in the object that \p Second accesses.
  void makeRelativeTo(const Access &Second, RaceVerdict &Verdict) const {
    if (auto Position = positionOf(Second))
      for (RaceParticipant *Who : {&Verdict.FirstThread, &Verdict.SecondThread})
        Who->Offset -= Position->Offset;
  }

  /// Dynamic shared arrays all begin at one address, and parameters may. Of pointers into one
  /// allocation the offsets are those in the allocation.
  unsigned objectOf(const Access &Site) const {
    if (auto Position = positionOf(Site))
      for (const MemoryObject &Each : Kernel.Objects)
        if (auto Other = positionInAllocation(Each, Setting.Launch);
            Other && Other->Allocation == Position->Allocation)
          return Each.Id;
    ObjectKind Kind = Kernel.Objects[Site.Object].Kind;
    bool IsJoined =
        Kind == ObjectKind::DynamicShared || (Kind == ObjectKind::Parameter && Options.Removal);
    if (!IsJoined)
      return Site.Object;
    for (const MemoryObject &Each : Kernel.Objects)
      if (Each.Kind == Kind && Each.Space == Site.Space)
        return Each.Id;
    return Site.Object;
  }

  /// The grid has more than one block, or is not known and the kernel asks which it is in.
  bool hasSeveralBlocks() const {
    if (Setting.Launch.gridKnown())
      return any_of(Setting.Launch.Grid,
                    [](std::optional<uint64_t> Extent) { return *Extent > 1; });
    return is_contained(Setting.AsksForBlock, true);
  }

  /// A synchronisation of its own: what it means is not a question of barriers.
  static bool isSignal(const Access &Site) {
    return Site.Space == MemorySpace::Global && seesOthers(Site);
  }

  /// \p Store writes what depends on what \p Read has found in the same variable.
  static bool updates(const Access &Read, const Access &Store) {
    return Read.Kind == AccessKind::Load && Store.Kind == AccessKind::Store &&
           Read.Object == Store.Object && Read.Result && Store.Value &&
           anyLeaf(Store.Value, [&](ExprRef Leaf) { return Leaf == Read.Result; });
  }

  /// It is one half of an update of a volatile variable, such as `count++`. That is not a flag that
  /// others poll, and volatile does not make it one step.
  bool isOfUpdate(const Access &Site) const {
    return Site.Order < AccessOrder::Relaxed &&
           any_of(
               Kernel.Accesses,
               [&](const Access &Other) { return updates(Site, Other) || updates(Other, Site); });
  }

  static bool isAtomic(const Access &Site, ThreadPair Between) {
    bool Is = Site.Kind == AccessKind::Atomic || Site.Order >= AccessOrder::Relaxed;
    return Is && (Between != ThreadPair::DifferentBlocks || Site.Scope >= ThreadScope::Device ||
                  Site.Scope == ThreadScope::Cluster);
  }

  bool canConflict(const Access &First, const Access &Second, ThreadPair Between) const {
    if (!writes(First) && !writes(Second))
      return false;
    if (Options.Removal)
      return orderMatters(Kernel, First, Second);
    // Threads that copy together share the work out.
    if (&First == &Second && First.IsDivided)
      return false;
    if (isAtomic(First, Between) && isAtomic(Second, Between))
      return &First != &Second && Between != ThreadPair::DifferentBlocks &&
             areAtomics(First, Second) && First.Space == MemorySpace::Shared &&
             orderMatters(Kernel, First, Second);
    return !isSignal(First) || !isSignal(Second) ||
           (Between == ThreadPair::DifferentBlocks && areAtomics(First, Second)) ||
           (isOfUpdate(First) && isOfUpdate(Second));
  }

  bool isAsked(const Access &First, const Access &Second) const {
    return !Options.Only || Options.Only->contains({First.Id, Second.Id});
  }

  /// What finding the intervals has cost.
  uint64_t stepsToReach() const {
    uint64_t Nodes = 0;
    for (const RelationIntervals &Each : AllRelations)
      for (const BarrierInterval &Interval : Each.Intervals.all())
        Nodes += Interval.Reached.size();
    return Nodes * StepsToReach;
  }

  /// What removing a barrier would do is known.
  bool isDone() const { return Options.Removal && (!Report.Verdicts.empty() || !Decided.empty()); }

  void beginRelation(const RelationIntervals &Of) {
    IsNewNumber = LastNumber != Of.Number;
    LastNumber = Of.Number;
  }

  static bool isCopy(const Access &First, const Access &Second) {
    return First.Kind == AccessKind::AsyncCopy || Second.Kind == AccessKind::AsyncCopy;
  }

  /// Nothing joins the two, not even if barriers do not hold what they may not hold.
  bool areApart(const Access &First, const Access &Second, const RelationIntervals &Within) const {
    return !Within.Intervals.join(First.NodeId, Second.NodeId) &&
           !Within.WithoutUncertain.join(First.NodeId, Second.NodeId) && Guarded.empty() &&
           !isCopy(First, Second) && !Options.Removal &&
           isOnePointer(Kernel.Objects[First.Object], Within.Relation.Kind);
  }

  /// Two accesses by threads that are related in one way, to be decided.
  struct PairTask {
    const Access *First, *Second;
    const RelationIntervals *Of;
    /// How many accesses to the object lie between them.
    unsigned Distance;
    /// As the tasks were collected.
    size_t Number;
    /// What has been found, in the order of the questions that decide() asks.
    std::vector<RaceVerdict> Known;

    PairKey key() const { return {First->Id, Second->Id, Of->Number}; }
  };

  /// The pairs among \p Sites that something joins.
  void collectPairs(ArrayRef<const Access *> Sites, const RelationIntervals &Of) {
    for (auto [Number, First] : enumerate(Sites))
      for (auto [Distance, Second] : enumerate(Sites.drop_front(Number))) {
        if (!isAsked(*First, *Second) || !canConflict(*First, *Second, Of.Relation.Kind))
          continue;
        if (Options.Removal && !mayLieBetween(*First, *Second, Of.Intervals))
          continue;
        if (Of.Relation.Kind == ThreadPair::SameWarp && !Options.IndependentThreads &&
            First != Second)
          continue;
        PairsLooked += IsNewNumber;
        if (!areApart(*First, *Second, Of))
          Tasks.push_back({First, Second, &Of, unsigned(Distance), Tasks.size(), {}});
      }
  }

  /// No path without a barrier joins the two: deciding that takes no steps.
  static bool isFree(const PairTask &Task) {
    return !Task.Of->Intervals.join(Task.First->NodeId, Task.Second->NodeId);
  }

  /// Iterative deepening: each round gives those that the one before cut off more steps, so that
  /// none that is cheap to decide is lost to an expensive one. Neighbours come first.
  void decideCollected() {
    if (!Options.Removal)
      llvm::sort(Tasks, [](const PairTask &Left, const PairTask &Right) {
        return std::tie(Left.Distance, Left.Number) < std::tie(Right.Distance, Right.Number);
      });
    for (const Round &Each : Rounds) {
      std::vector<PairTask> CutOff;
      uint64_t Kept = Options.Removal ? 0 : Options.Budget / 6 * Each.Kept;
      for (PairTask &Task : Tasks) {
        if (isDone())
          return;
        if ((Total.Values <= Kept && !isFree(Task)) ||
            !decideTask(Task, Options.Removal ? Rounds.back() : Each))
          CutOff.push_back(std::move(Task));
      }
      Tasks = std::move(CutOff);
    }
    std::set<PairKey> Left;
    for (const PairTask &Task : Tasks)
      if (!Decided.contains(Task.key()))
        Left.insert(Task.key());
    PairsLeft += Left.size();
    PairsLooked -= unsigned(Left.size());
  }

  /// False: what a pair may take in \p In does not suffice, and there is another round.
  bool decideTask(PairTask &Task, const Round &In) {
    auto Known = Decided.find(Task.key());
    if (Known != Decided.end() && Known->second.Outcome == RaceOutcome::Race)
      return true;
    Budget.Values = std::min(In.OfPair.Values, Total.Values);
    Budget.SetEntries = std::min(In.OfPair.SetEntries, Total.SetEntries);
    KnownLooks = &Task.Known;
    NextLook = 0;
    IsCutOff = false;
    IsLastRound = In.Kept == 0;
    PairBudget Before = Budget;
    RaceVerdict New = decide(*Task.First, *Task.Second, *Task.Of);
    Total.Values -= Before.Values - Budget.Values;
    Total.SetEntries -= Before.SetEntries - Budget.SetEntries;
    bool IsProved = New.Outcome == RaceOutcome::Absent || New.Outcome == RaceOutcome::Race;
    if (IsCutOff && !IsProved && !IsLastRound)
      return false;
    if (New.Outcome == RaceOutcome::Absent ||
        (New.Outcome != RaceOutcome::Race && areStatedApart(Kernel, *Task.First, *Task.Second)))
      return true;
    makeRelativeTo(*Task.Second, New);
    if (Known == Decided.end())
      Decided.emplace(Task.key(), std::move(New));
    else if (rank(New.Outcome) > rank(Known->second.Outcome))
      Known->second = std::move(New);
    return true;
  }

  void reportDecided() {
    Report.Pairs += PairsLooked;
    Report.Absent = PairsLooked - unsigned(Decided.size());
    for (auto &[Key, Verdict] : Decided)
      Report.Verdicts.push_back(std::move(Verdict));
  }

  static unsigned rank(RaceOutcome Outcome) {
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

  RaceVerdict decide(const Access &First, const Access &Second, const RelationIntervals &Within) {
    RaceVerdict Verdict = decide(First, Second, Within.Relation, Within.Intervals);
    auto Undecided = [&](const Twine &Reason) {
      Verdict.Outcome = RaceOutcome::Undecided;
      Verdict.Reason = Reason.str();
      return Verdict;
    };
    LockRelation ByLock = relateByLock(First, Second, Verdict);
    if (ByLock == LockRelation::Excluded) {
      Verdict.Outcome = RaceOutcome::Absent;
      return Verdict;
    }
    if (std::optional<DataRace> Found = findByData(First, Second, ByLock, Verdict))
      return asVerdict(Verdict, std::move(*Found));
    if (Verdict.Outcome != RaceOutcome::Absent && !Options.Removal && areAtomics(First, Second) &&
        Within.Relation.Kind != ThreadPair::DifferentBlocks)
      return Undecided("both are atomic, and their order may affect the result");
    if (Verdict.Outcome == RaceOutcome::Race || Verdict.Outcome == RaceOutcome::MayRace)
      if (const char *Reason = mendPossible(First, Second, ByLock, Within, Verdict))
        return Undecided(Reason);
    if (Verdict.Outcome != RaceOutcome::Absent)
      return Verdict;
    if (!isOnePointer(Kernel.Objects[First.Object], Within.Relation.Kind))
      return Undecided("the pointer to `" + Kernel.Objects[First.Object].Name +
                       "` may differ between the two");
    if (Options.Removal && Within.Relation.Kind == ThreadPair::SameWarp &&
        (isCollective(First) || isCollective(Second)))
      return Undecided("the lanes perform such an access together");
    auto IsFollowed = [&](const Access &Site) {
      return Site.Kind != AccessKind::AsyncCopy || (Site.IsInCopyGroup && !Options.Removal);
    };
    if (!IsFollowed(First) || !IsFollowed(Second))
      return Undecided("unknown completion of an asynchronous copy");
    OpposedArms Arms =
        compareArms(Setting.Context, Kernel, Guarded, First, Second,
                    [&](unsigned Number) { return Within.Separates[Number] != Separation::No; });
    if (Arms.Order == ArmOrder::Unknown)
      return Undecided("both branches of a condition contain barriers");
    if (Arms.Order == ArmOrder::SamePhase) {
      auto [Known, IsNew] =
          OfPhases.try_emplace({&Within, {Arms.Barriers.begin(), Arms.Barriers.end()}});
      if (IsNew)
        Known->second = Relations->intervals([&](const Barrier &Each) {
          unsigned Number = Kernel.indexOf(Each);
          return Within.Separates[Number] != Separation::No && !is_contained(Arms.Barriers, Number);
        });
      return decide(First, Second, Within.Relation, Known->second);
    }
    if (Within.WithoutUncertain.empty() ||
        decide(First, Second, Within.Relation, Within.WithoutUncertain).Outcome ==
            RaceOutcome::Absent)
      return Verdict;
    return Undecided("unknown participants of a barrier in between");
  }

  std::optional<DataRace> findByData(const Access &First, const Access &Second, LockRelation ByLock,
                                     const RaceVerdict &Open) {
    bool IsOpen = Open.Outcome == RaceOutcome::Undecided || Open.Outcome == RaceOutcome::MayRace;
    if (!IsOpen || Options.Removal || Options.Case || Budget.Values == 0)
      return std::nullopt;
    if (Open.IsForSomeData && Locked.isPlainRelease(First, Second))
      return DataRace{DataRaceForm::PlainBesideAtomic, /*IsBenign=*/false,
                      "another thread tries to take the lock meanwhile"};
    if (ByLock != LockRelation::None || isChosenUnderLock(First, Second))
      return std::nullopt;
    return ByData.find(First, Second, Open);
  }

  /// What \p Verdict, that the two race or may, becomes by values, flags, locks and data; the
  /// result: why it is not known.
  const char *mendPossible(const Access &First, const Access &Second, LockRelation ByLock,
                           const RelationIntervals &Within, RaceVerdict &Verdict) {
    bool IsLeftOut = false;
    if (&First == &Second && Within.Relation.Kind == ThreadPair::SameWarp &&
        !Kernel.WarpOperations.empty() &&
        (!First.Value || RaceSetting::hasThreadUnknown(First.Value)))
      return "the lanes may all write the same agreed value";
    if (readsOwnEqualStore(Setting, First, Second, Within.Relation.Kind) ||
        readsOwnEqualStore(Setting, Second, First, Within.Relation.Kind))
      Verdict.Outcome = RaceOutcome::Benign;
    else if (const char *Reason = mayBeOrdered(First, Second, ByLock, Within, Verdict, IsLeftOut))
      return Reason;
    if (Kernel.Objects[First.Object].Kind == ObjectKind::LoadedPointer) {
      Verdict.Outcome = RaceOutcome::MayRace;
    } else if (Verdict.Outcome == RaceOutcome::MayRace && !Options.Removal && !Options.Case) {
      std::optional<std::string> Needs = ByData.findConditions(First, Second, Verdict);
      // What orders others leaves these out.
      if (!Needs && IsLeftOut && Verdict.IsForSomeData)
        Needs = "the data let both threads come here";
      if (Needs) {
        Verdict.Outcome = RaceOutcome::DataRace;
        Verdict.Needs = std::move(*Needs);
      }
    }
    return nullptr;
  }

  static RaceVerdict asVerdict(const RaceVerdict &Of, DataRace Found) {
    RaceVerdict New;
    New.First = Of.First;
    New.Second = Of.Second;
    New.Threads = Of.Threads;
    New.Outcome = Found.IsBenign ? RaceOutcome::Benign : RaceOutcome::DataRace;
    New.Form = Found.Form;
    New.Needs = std::move(Found.Needs);
    return New;
  }

  /// The start of \p Object is one address for two threads that are related as \p Between says:
  /// elements of different numbers are different memory.
  static bool isOnePointer(const MemoryObject &Object, ThreadPair Between) {
    return Object.Kind != ObjectKind::LoadedPointer ||
           Object.PointerVaries <=
               (Between == ThreadPair::DifferentBlocks ? Uniformity::Grid : Uniformity::Block);
  }

  LockRelation relateByLock(const Access &First, const Access &Second,
                            const RaceVerdict &Verdict) const {
    if (Verdict.Outcome == RaceOutcome::Absent || Options.Removal)
      return LockRelation::None;
    return Locked.relate(First, Second, Verdict);
  }

  /// Why flags or locks may order \p First and \p Second, which race otherwise; null: they do not.
  /// \p Verdict is then that of threads for which others neither wait nor take a lock, and
  /// \p IsLeftOut says that there are others that flags or locks do order, or fences would.
  const char *mayBeOrdered(const Access &First, const Access &Second, LockRelation ByLock,
                           const RelationIntervals &Within, RaceVerdict &Verdict, bool &IsLeftOut) {
    const char *ByFlag = "a polled flag may order the two", *Lock = "a lock may order the two";
    ThreadPair Kind = Within.Relation.Kind;
    if (Options.Removal)
      return nullptr;
    if (ByLock == LockRelation::Unknown)
      return Lock;
    if (Flagged.areFlags(First, Second))
      return ByFlag;
    FlagOrder::Unordered Flags = Flagged.compare(First, Second, Kind);
    if (!Flags.MayOrder && (ByLock == LockRelation::Unled || Flags.isPart())) {
      std::optional<RaceVerdict> Others = decideForOthers(First, Second, ByLock, Flags, Within);
      if (Others && Others->Outcome == Verdict.Outcome) {
        Verdict = std::move(*Others);
        IsLeftOut = true;
        return nullptr;
      }
      if (ByLock == LockRelation::Unled)
        return Lock;
      Flags.MayOrder = true;
    }
    if (!Flags.MayOrder && ByLock != LockRelation::Unfenced)
      return nullptr;
    if (Flags.MayOrder && !Flagged.lacksFences(First, Second, Kind) &&
        !Flagged.lacksFences(Second, First, Kind))
      return ByFlag;
    IsLeftOut = true;
    Verdict.Reason = (Flags.MayOrder ? "a flag" : "a lock");
    Verdict.Reason += " orders the two threads, but not their accesses: a fence is missing";
    return nullptr;
  }

  /// Of threads for which others neither wait nor take a lock.
  std::optional<RaceVerdict> decideForOthers(const Access &First, const Access &Second,
                                             LockRelation ByLock, const FlagOrder::Unordered &Flags,
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
  RaceVerdict decideWith(const Access &First, ExprRef OfFirst, const Access &Second,
                         ExprRef OfSecond, const RelationIntervals &Within) {
    auto With = [&](const Access &Site, ExprRef Condition) {
      Placed.push_back(Site);
      Placed.back().Guards.push_back(Condition);
      return &Placed.back();
    };
    if (&First == &Second)
      OfFirst = Setting.Context.logicalAnd(OfFirst, OfSecond);
    const Access *Here = With(First, OfFirst);
    const Access *There = &First == &Second ? Here : With(Second, OfSecond);
    return decide(*Here, *There, Within.Relation, Within.Intervals);
  }

  bool isChosenUnderLock(const Access &First, const Access &Second) const {
    return Locked.isChosenUnderLock(First) || Locked.isChosenUnderLock(Second);
  }

  /// decidePair(), unless an earlier round has found the answer. Answers are kept up to the first
  /// one that was cut off.
  RaceVerdict look(const PairQuestion &Question) {
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

  std::string budgetRanOut() const {
    return "the kernel's budget of " + std::to_string(Options.Budget) + " evaluations ran out";
  }

  RaceVerdict decide(const Access &First, const Access &Second, const ThreadRelation &Relation,
                     const IntervalSet &Intervals) {
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
          if (rank(New.Outcome) > rank(Worst.Outcome))
            Worst = std::move(New);
          if (Worst.Outcome == RaceOutcome::Race ||
              (Options.Removal && Worst.Outcome != RaceOutcome::Absent))
            return Worst;
        }
    for (bool Swapped : {false, true})
      if (Worst.Outcome != RaceOutcome::Race)
        decideInFlight(First, Second, Swapped, Relation, Intervals, Worst);
    return Worst;
  }

  /// A copy that is under way when an interval begins, against what is reached in it.
  void decideInFlight(const Access &First, const Access &Second, bool SecondFlies,
                      const ThreadRelation &Relation, const IntervalSet &Intervals,
                      RaceVerdict &Worst) {
    const Access &Copy = SecondFlies ? Second : First, &Other = SecondFlies ? First : Second;
    if (Copy.Kind != AccessKind::AsyncCopy || !Copy.IsInCopyGroup)
      return;
    auto [Known, IsNew] = Flights.try_emplace(Copy.Id);
    if (IsNew)
      Known->second = followCopy(Kernel, Copy);
    const CopyFlight &Flight = Known->second;
    auto Note = [&](RaceVerdict New) {
      if (rank(New.Outcome) > rank(Worst.Outcome))
        Worst = std::move(New);
    };
    auto Unfollowed = [&](RaceVerdict New) {
      New.Outcome = RaceOutcome::Undecided;
      New.Reason = "unknown completion of an asynchronous copy";
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

  RaceSetting Setting;
  PlacementCache Placements;
  WaitingLoops Waiting;
  CriticalSections Sections;
  LockedPairs Locked;
  FlagOrder Flagged;
  DataRaces ByData;
  const KernelProgram &Kernel;
  const RaceOptions &Options;
  /// What is left to the kernel, and to the pair that is looked at.
  PairBudget Total, Budget;
  unsigned Threads = 0;
  std::optional<ThreadRelations> Relations;
  std::vector<RelationIntervals> AllRelations;
  std::vector<PairTask> Tasks;
  /// PairTask::Known of the pair that is looked at, and how many of these were asked for.
  std::vector<RaceVerdict> *KnownLooks = nullptr;
  size_t NextLook = 0;
  /// The pair that is looked at needs more than it may take.
  bool IsCutOff = false;
  bool IsLastRound = true;
  /// Those whose object is unknown, or may have another name.
  std::vector<const Access *> Doubtful;
  /// All whose object is known, by object; their addresses are kept.
  std::deque<Access> Placed;
  /// Those that are not proved absent.
  std::map<PairKey, RaceVerdict> Decided;
  /// Pairs that were not looked at, and those that were.
  uint64_t PairsLeft = 0;
  unsigned PairsLooked = 0;
  /// The relation of threads that is looked at, and whether it is the first of its number.
  std::optional<unsigned> LastNumber;
  bool IsNewNumber = true;
  BarriersByGuard Guarded;
  /// By relation and barriers of two arms: its intervals without them.
  std::map<std::pair<const RelationIntervals *, std::vector<unsigned>>, IntervalSet> OfPhases;
  /// By access.
  std::map<unsigned, CopyFlight> Flights;
  RaceReport Report;
};

} // namespace

RaceReport analyseRaces(ExprContext &Context, const KernelProgram &Kernel,
                        const LaunchContext &Launch, const RaceOptions &Options) {
  RaceReport Report = RaceAnalysis(Context, Kernel, Launch, Options).run();
  if (Options.ForAllArguments && !Options.Case && !Options.Removal)
    confirmForAllArguments(Context, Kernel, Launch, Options, Report);
  return Report;
}

} // namespace memlint
