//===- RaceFinding.cpp - Findings about races -----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaceFinding.h"

#include "CheckList.h"
#include "FindingParts.h"
#include "SourceStart.h"

#include "cuda-memlint/Analysis/Aliasing/ValueSources.h"
#include "cuda-memlint/Analysis/Barriers/CommonMends.h"
#include "cuda-memlint/Analysis/Publication/FenceSuggestion.h"
#include "cuda-memlint/Analysis/Races/CriticalSections.h"
#include "cuda-memlint/Checks/RaceReasonWording.h"
#include "cuda-memlint/Checks/RaceWording.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/LaunchContexts.h"
#include "cuda-memlint/Model/SharedAllocations.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <array>
#include <map>
#include <set>

using namespace llvm;

namespace memlint {

namespace {

constexpr StringLiteral NoLockstep =
    "since compute capability 7.0 the lanes of a warp do not run in lockstep";

enum class RaceAdvice : uint8_t {
  OwnElement,
  OwnCopies,
  LostValue,
  AtomicUpdate,
  AtomicOfByte,
  AtomicOfHalfWord,
  AtomicStore, ///< nothing is read
  TestNumber,  ///< nor so: an atomic gives more numbers than there are elements
  TakeElement, ///< nor do data choose the element: each thread counts up to it
  OtherArray,  ///< each thread writes its own element, which others read
  WiderScope,
  AtomicPoll,
  AtomicResult,
  AtomicOfBoth,
  ValueFirst, ///< a key leads other threads to it
  ReadFirst,
  ReadFirstInLoop,
  ReadFirstInWarp, ///< after NoLockstep
  ReadFirstInGlobal,
  OrderRounds,
  AtomicToo, ///< others update it by atomics
  SetBefore,
  UpdateOnly, ///< nor is what it sets a start value
  ReadBehind,
  AddFences,
  OrderBlocks,
  // A barrier would order the two, if there were a location for it.
  OrderShared,
  OrderLanes, ///< after NoLockstep
  OrderGlobal
};

/// Where the element comes from an array of indices.
constexpr StringLiteral IfDistinct =
    "; if no two threads have one index, say so above the kernel: `// memlint: distinct` and the "
    "name of the index array";

constexpr StringLiteral RaceAdviceTexts[] = {
    "give each thread its own element, let one thread write, or use an atomic",
    "a barrier does not wait for asynchronous copies: each thread must wait for its own "
    "(`__pipeline_wait_prior(0)`, `cp.async.wait_all`) before a `__syncthreads()` between the two",
    "both store to it, and one of the two values is lost in any order: give each its own element",
    // describeAtomics() says which.
    "use an atomic ",
    "no atomic updates a single byte: use elements of 4 bytes and an atomic, or update the aligned "
    "4-byte word around it by `atomicCAS`",
    "before compute capability 7.0 no atomic updates two bytes: use elements of 4 bytes and an "
    "atomic, or update the aligned 4-byte word around them by `atomicCAS`",
    "use an atomic (`atomicMax` or `atomicMin` for one that does not depend on the order, "
    "`atomicExch` for any of them)",
    "the counter gives more numbers than there are elements: store only what has one below their "
    "number, before a remainder is taken, or make the array larger",
    "give each thread or warp a start of its own, or take the element from what an `atomicAdd` on "
    "a common counter returns",
    "threads of all blocks read elements that others write: write to another array, and swap the "
    "two between launches; if an element must also fit the new values of the others, launch the "
    "kernel once for each set of independent elements",
    "use an atomic for the whole device: `atomicAdd` instead of `atomicAdd_block`, or "
    "`cuda::thread_scope_device`",
    "a barrier does not help, since threads leave the loop that polls it in different iterations: "
    "read it atomically, too, by `cuda::atomic_ref<...>::load` or `atomicAdd(..., 0)`",
    "use the value that the atomic returns, which no other thread gets, instead of reading before",
    "pack both values into one word that the atomic updates, or move the store to a later kernel, "
    "where a thread makes it only if its value is the final one",
    "a fence alone does not help: read in a later kernel, or set a flag for each entry when it has "
    "been stored, after a `__threadfence()`, and wait for that before reading; a key and its value "
    "may also be one word that the atomic writes",
    "one statement both reads and writes, and no barrier can stand within it: split it: read into "
    "a variable, call `__syncthreads()` where all threads of the block reach it, then write",
    "one statement of a loop both reads and writes, and no barrier can stand within it: split it: "
    "read into a variable, call `__syncthreads()` where all threads of the block reach it, write, "
    "and call it again before the next iteration reads",
    ", and no barrier can stand within one statement that both reads and writes: split it: call "
    "`__syncwarp()`, read into a variable, call `__syncwarp()` again, then write",
    "one statement both reads and writes, and no barrier can stand within it: split it: read into "
    "a variable, call `__syncthreads()` where all threads of the block reach it, then write; if "
    "threads of other blocks access the same elements, write to another array",
    "the two are in different iterations of this loop, and threads of other blocks access the same "
    "elements: let all blocks meet at the end of each iteration "
    "(`cooperative_groups::this_grid().sync()`, in a kernel launched by "
    "`cudaLaunchCooperativeKernel`), or launch the kernel once for each",
    // describeAtomics() says which.
    "a plain update undoes what atomics of others add meanwhile, and no barrier orders blocks: "
    "make "
    "it an atomic, too ",
    "others update it by atomics meanwhile, and no barrier orders blocks: set it in an earlier "
    "kernel",
    "others update it by atomics meanwhile, and no barrier orders blocks: set it to a start value, "
    "such as 0, in an earlier kernel, and let the thread that stores update it by an atomic, too",
    "only the end of the kernel or a grid-wide barrier orders blocks: launch what reads in a "
    "kernel "
    "of its own, or let all blocks meet before it (`cooperative_groups::this_grid().sync()`, in a "
    "kernel launched by `cudaLaunchCooperativeKernel`)",
    "a fence (`__threadfence()`, among threads of one block `__threadfence_block()`) belongs "
    "between "
    "the store and the signal, and another one between the read of the signal and the load",
    "only the end of the kernel or a grid-wide barrier orders blocks: write to another array, or "
    "split the kernel",
    "order them by a `__syncthreads()` in between that all threads of the block reach",
    ": order them by a `__syncwarp()` in between",
    "order the threads of a block by a `__syncthreads()` in between"};

/// A load of what \p Store then counts up, by another statement, if the number that it gives
/// chooses an element or is stored elsewhere: `slot = count[k]; count[k]++; list[slot] = i;`. Null:
/// none.
static const Access *takenBefore(const KernelProgram &Program, const Access &Store) {
  auto Counts = [&](const Access &Read) {
    return Read.Kind == AccessKind::Load && Read.Object == Store.Object && Read.Result &&
           Read.Offset == Store.Offset && Read.NodeId < Store.NodeId;
  };
  auto IsTaken = [&](const Access &Read) {
    return any_of(Program.Accesses, [&](const Access &Site) {
      bool Takes = (Site.Offset && dependsOn(Site.Offset, Read)) ||
                   (Site.Value && dependsOn(Site.Value, Read));
      return Takes && (Site.Object != Store.Object || Site.Offset != Store.Offset);
    });
  };
  auto Taken = find_if(Program.Accesses, [&](const Access &Read) {
    return Counts(Read) && Read.Position.Line != Store.Position.Line && IsTaken(Read);
  });
  bool IsCount = Store.IsSum && any_of(Program.Accesses, Counts);
  return IsCount && Taken != Program.Accesses.end() ? &*Taken : nullptr;
}

class RaceReporter {
public:
  RaceReporter(const CheckRun &In, RaceRemedy Remedy)
      : In(In), Kernel(In.Kernel), Program(Kernel.Program), Remedy(Remedy),
        Barriers(In.Expressions, Kernel, In.Target.schedulesThreadsIndependently(), Remedy,
                 In.StepsOfMends) {}

  void run() {
    // By launch and barrier; what no barrier is taken for one of the grid in, by itself.
    std::map<std::pair<unsigned, unsigned>, std::vector<RacingPair>> ByBarrier;
    for (const auto &[Object, Pairs] : pairsToReport()) {
      if (isOfMissingFence(Pairs))
        continue;
      std::optional<unsigned> Mistaken = mistakenBarrier(Pairs);
      if (!Mistaken) {
        report(Pairs);
        continue;
      }
      std::vector<RacingPair> &Known = ByBarrier[{Pairs.front().Launch, *Mistaken}];
      // What says what to do about all of them comes first.
      bool IsFirst = adviceFor(Pairs) == RaceAdvice::ReadBehind &&
                     (Known.empty() || adviceFor(Known) != RaceAdvice::ReadBehind);
      Known.insert(IsFirst ? Known.begin() : Known.end(), Pairs.begin(), Pairs.end());
    }
    for (const auto &[Barrier, Pairs] : ByBarrier)
      report(Pairs);
  }

private:
  const Access &access(unsigned Id) const { return Program.Accesses[Id]; }

  /// Races between lanes are reported with others for the same object where one mend removes both.
  RacingPairs pairsToReport() {
    RacingPairs Result = findRacingPairs(Kernel, Remedy);
    auto LanesWith = [this](RaceRemedy Wider) {
      return findLanesMendedToo(In.Expressions, Kernel, In.Target.schedulesThreadsIndependently(),
                                Wider, In.StepsOfMends);
    };
    if (Remedy != RaceRemedy::WarpOrder) {
      if (is_contained(In.Enabled, &MissingSyncwarp))
        for (const auto &[Object, Lanes] : LanesWith(Remedy))
          append_range(Result[Object], Lanes);
      return Result;
    }
    for (auto [Wider, Reporter] : {std::pair(RaceRemedy::SharedOrder, &SharedRace),
                                   std::pair(RaceRemedy::GlobalOrder, &GlobalRace)})
      if (is_contained(In.Enabled, Reporter))
        for (const auto &[Object, Lanes] : LanesWith(Wider))
          Result.erase(Object);
    eraseRacesOfTheBlock(Result);
    return Result;
  }

  /// Whether \p Lanes are two accesses that race between warps of a block, too, which is reported.
  static bool isAmong(const RacingPair &Lanes, ArrayRef<RacingPair> OfBlock) {
    return any_of(OfBlock, [&](const RacingPair &Each) {
      return Each.Verdict->First == Lanes.Verdict->First &&
             Each.Verdict->Second == Lanes.Verdict->Second &&
             (Each.isCertain() || !Lanes.isCertain());
    });
  }

  /// Two accesses that race between lanes and between warps are one finding: what orders the block
  /// orders its lanes.
  void eraseRacesOfTheBlock(RacingPairs &OfLanes) const {
    if (!is_contained(In.Enabled, &SharedRace))
      return;
    RacingPairs OfBlock = findRacingPairs(Kernel, RaceRemedy::SharedOrder);
    for (auto &[Object, Lanes] : OfLanes)
      if (auto Known = OfBlock.find(Object); Known != OfBlock.end())
        erase_if(Lanes, [&](const RacingPair &Each) { return isAmong(Each, Known->second); });
    std::erase_if(OfLanes, [](const auto &Each) { return Each.second.empty(); });
  }

  /// A flag or a lock orders the two threads, but not their accesses.
  static bool lacksFences(const RacingPair &Pair) {
    return Pair.Verdict->Outcome != RaceOutcome::Undecided && !Pair.Verdict->Reason.empty();
  }

  /// What tells the later thread of \p Pair, of two blocks, that the data is there when the earlier
  /// one may still have to store it; empty: nothing does.
  std::optional<EarlySignal> earlySignal(const RacingPair &Pair) {
    const RaceVerdict &Verdict = *Pair.Verdict;
    if (Remedy != RaceRemedy::GlobalOrder || Verdict.Threads != ThreadPair::DifferentBlocks ||
        Verdict.Form != DataRaceForm::None || Verdict.First == Verdict.Second)
      return std::nullopt;
    auto [Known, IsNew] = EarlySignals.try_emplace(Pair.Launch);
    if (IsNew)
      Known->second = findEarlySignals(In.Expressions, Program, Kernel.Launches[Pair.Launch]);
    std::array Sites = {Verdict.First, Verdict.Second};
    auto Found = find_if(Known->second, [&](const EarlySignal &Each) {
      return is_contained(Sites, Each.Store) && is_contained(Sites, Each.Load);
    });
    return Found == Known->second.end() ? std::nullopt : std::optional(*Found);
  }

  void adviseOnEarlySignal(const EarlySignal &Early, unsigned Launch, Finding &Result) {
    addNote(Result,
            "the thread that signals here does not wait for the others of its block, and its fence "
            "orders its own stores only",
            access(Early.Signal).Position);
    constexpr StringLiteral Gain =
        ": each thread stores and calls `__threadfence()`, then all meet, then one signals";
    if (std::optional<unsigned> Point =
            barrierBeforeSignal(In.Expressions, Program, Kernel.Launches[Launch], Early)) {
      addInsertion(Program, Program.InsertionPoints[*Point], "__syncthreads();", "insert", Gain,
                   Result);
      return;
    }
    addNote(Result, "call `__syncthreads()` between the store and the signal, where all threads of "
                    "the block come" +
                        Gain);
    Result.NoFix = MissingFix{MissingFix::Reason::NoPosition, "", {}};
  }

  /// The barrier of a block that all of \p Pairs, by threads of two blocks, have in between, as if
  /// it held back the others, too: what the source has before it and behind it is one fault.
  std::optional<unsigned> mistakenBarrier(ArrayRef<RacingPair> Pairs) {
    std::optional<unsigned> Result;
    for (const RacingPair &Pair : Pairs) {
      RaceAdvice What = adviceFor(Pair);
      bool IsOrder = What == RaceAdvice::ReadBehind || What == RaceAdvice::OrderBlocks;
      std::optional<unsigned> Between = barrierBetween(*Pair.Verdict);
      bool IsSame = Pair.Launch == Pairs.front().Launch && (!Result || Between == Result);
      if (Pair.Verdict->Threads != ThreadPair::DifferentBlocks || !Pair.isCertain() || !IsOrder ||
          !Between || !IsSame || earlySignal(Pair))
        return std::nullopt;
      Result = Between;
    }
    return Result;
  }

  /// The last barrier of the block between the two accesses of \p Verdict, outside loops.
  std::optional<unsigned> barrierBetween(const RaceVerdict &Verdict) const {
    auto [Earlier, Later] =
        std::minmax(access(Verdict.First).NodeId, access(Verdict.Second).NodeId);
    std::optional<unsigned> Last;
    for (auto [Number, Each] : enumerate(Program.Barriers))
      if (Each.Scope == BarrierScope::Block && Each.Loops.empty() && Earlier < Each.NodeId &&
          Each.NodeId < Later && (!Last || Program.Barriers[*Last].NodeId < Each.NodeId))
        Last = unsigned(Number);
    return Last;
  }

  static bool isSignal(const Access &Site) {
    return Site.IsVolatile || Site.Kind == AccessKind::Atomic;
  }

  /// cuda-missing-fence reports what is stored to the object that \p Pairs are about.
  bool isOfMissingFence(ArrayRef<RacingPair> Pairs) {
    auto IsOfSignals = [&](const RacingPair &Pair) {
      return Pair.Verdict->Threads == ThreadPair::DifferentBlocks &&
             isSignal(access(Pair.Verdict->First)) && isSignal(access(Pair.Verdict->Second)) &&
             is_contained(In.Enabled, &MissingFence);
    };
    bool LackFences = all_of(Pairs, lacksFences);
    // Where a fence and a barrier are missing, it says so.
    bool AreEarly = !LackFences && is_contained(In.Enabled, &MissingFence) &&
                    all_of(Pairs, [&](const RacingPair &Pair) {
                      return lacksFences(Pair) || earlySignal(Pair);
                    });
    if (Remedy != RaceRemedy::GlobalOrder ||
        !(LackFences || AreEarly || all_of(Pairs, IsOfSignals)))
      return false;
    const RaceVerdict &Verdict = *Pairs.front().Verdict;
    UnorderedAccesses Known =
        findUnorderedAccesses(In.Expressions, Program, Kernel.Launches[Pairs.front().Launch]);
    auto IsAbout = [&](const Publication &Item) {
      return access(Item.Store).Object == access(Verdict.First).Object;
    };
    if (AreEarly)
      return any_of(Known.Stores,
                    [&](const Publication &Item) { return Item.IsEarly && IsAbout(Item); });
    if (LackFences)
      return any_of(Known.Stores, IsAbout) || any_of(Known.Loads, IsAbout);
    // The fence orders what is published, not what else is stored around the caches.
    return all_of(Pairs, [&](const RacingPair &Pair) {
      std::array Sites = {Pair.Verdict->First, Pair.Verdict->Second};
      auto IsOfPair = [&](const Publication &Item) {
        return is_contained(Sites, Item.Store) || is_contained(Sites, Item.Load);
      };
      return any_of(Known.Stores, IsOfPair) || any_of(Known.Loads, IsOfPair);
    });
  }

  /// One finding about all \p Pairs; the clearest one is the first.
  void report(ArrayRef<RacingPair> Pairs) {
    const RacingPair &Clearest = Pairs.front();
    const RaceVerdict &Verdict = *Clearest.Verdict;
    const Access &First = access(Verdict.First), &Second = access(Verdict.Second);
    Finding &Result = In.report(Second.Position, describeRace(Program, Verdict));
    bool IsMadeUp = isMadeUp(Clearest.Launch);
    if (!Clearest.isCertain() || IsMadeUp)
      Result.Level = FindingLevel::Remark;
    Result.Access = Second.Id;
    Result.Race = {Clearest.Launch,
                   unsigned(&Verdict - Kernel.Races[Clearest.Launch].Verdicts.data())};
    bool IsOneExpression =
        startOf(First.Position) == startOf(Second.Position) && First.Text == Second.Text;
    if (&First != &Second && !IsOneExpression)
      addNote(Result, "the conflicting access `" + First.Text + "` is here", First.Position);
    if (std::string Overlap = describeOverlap(Program, First, Second); !Overlap.empty())
      addNote(Result, Overlap);
    addCalls(Verdict, Result);
    addAssumptions(Verdict, Kernel.Launches[Clearest.Launch], Result);
    addOtherPairs(Pairs, Result);
    addLocks(Clearest, Result);
    addLaunchNote(Result, Kernel, Clearest.Launch);
    if (const auto &Other = Clearest.NotFoundWithBlock)
      addNote(Result, "remark only: the block is a guess, and block " +
                          describeDimensions({(*Other)[0], (*Other)[1], (*Other)[2]}) +
                          " does not race; specify it with --launch");
    if (IsMadeUp)
      addNote(Result, "remark only: nothing launches the kernel, and " + Kernel.Assumption);
    if (Clearest.IsStatedAbsent)
      addStatement(First, Second, Result);
    else if (std::optional<EarlySignal> Early = earlySignal(Clearest))
      adviseOnEarlySignal(*Early, Clearest.Launch, Result);
    else if (Verdict.Outcome != RaceOutcome::Benign &&
             (adviceBesideAtomic(Clearest) || gathersOthers(Verdict) || areOfUpdate(Verdict) ||
              !suggestBarrier(Pairs, Result)))
      addAdvice(Pairs, Result);
  }

  /// The lock that is held at \p Site; null: none.
  const CriticalSection *lockAt(const Access &Site) {
    if (!Sections) {
      Waiting.emplace(In.Expressions, Program);
      Sections.emplace(In.Expressions, Program, *Waiting);
    }
    auto Held = find_if(Sections->all(), [&](const CriticalSection &Each) {
      return Each.IsKept && !Sections->isClaim(Each) &&
             Sections->holderAt(Each, Site) != LockHolder::Nobody;
    });
    return Held == Sections->all().end() ? nullptr : &*Held;
  }

  /// Both are made under locks, which are not one.
  bool areUnderLocks(const RacingPair &Pair) {
    return !lacksFences(Pair) && lockAt(access(Pair.Verdict->First)) &&
           lockAt(access(Pair.Verdict->Second));
  }

  /// Which locks do not keep the two apart.
  void addLocks(const RacingPair &Pair, Finding &Result) {
    const RaceVerdict &Verdict = *Pair.Verdict;
    if (lacksFences(Pair) || Verdict.Outcome == RaceOutcome::Benign)
      return;
    const CriticalSection *There = lockAt(access(Verdict.First)),
                          *Here = lockAt(access(Verdict.Second));
    if (!Here && !There)
      return;
    const Access &Taken = *(Here ? Here : There)->Acquire;
    if (!Here || !There) {
      addNote(Result,
              "the lock that is taken here is not held at the " +
                  std::string(Here ? "conflicting access" : "access above"),
              Taken.Position);
      return;
    }
    const Access &Other = *There->Acquire;
    if (Taken.Object != Other.Object || Taken.Offset != Other.Offset) {
      addNote(Result, "the access is made under the lock that is taken here", Taken.Position);
      addNote(Result, "the conflicting access is made under another lock, which is taken here",
              Other.Position);
    } else if (Taken.Space == MemorySpace::Shared &&
               Verdict.Threads == ThreadPair::DifferentBlocks) {
      addNote(Result, "the lock that is taken here keeps out threads of one block only",
              Taken.Position);
    } else {
      addNote(Result,
              "the two threads may take different locks here: let what chooses the location choose "
              "the lock, too",
              Taken.Position);
    }
  }

  /// Neither the launch nor the instantiation exists: both are guesses.
  bool isMadeUp(unsigned Launch) const {
    const LaunchContext &Context = Kernel.Launches[Launch];
    return !Kernel.Assumption.empty() && isGuessed(Context) && Context.Position.Line == 0;
  }

  /// What the source says of the pointer that the launch violates.
  void addStatement(const Access &First, const Access &Second, Finding &Result) const {
    const MemoryObject &One = Program.Objects[First.Object];
    const MemoryObject &Stated = isStatedUnwritten(One) ? One : Program.Objects[Second.Object];
    addNote(Result, "remark only: `" + Stated.Name +
                        "` is `const` and `__restrict__`, which states that the kernel writes "
                        "nothing that it points to; this launch violates it");
    Result.NoFix = MissingFix{MissingFix::Reason::Accesses, "", {}};
  }

  /// What the witness, in \p Launch, assumes of what is not known.
  void addAssumptions(const RaceVerdict &Verdict, const LaunchContext &Launch,
                      Finding &Result) const {
    bool IsRace = Verdict.Outcome == RaceOutcome::Race;
    std::string Example = IsRace || Verdict.Outcome == RaceOutcome::DataRace ? "for example, " : "";
    // What the kernel states of its arguments is not left open.
    bool IsStated =
        any_of(Program.Facts, [](ExprRef Fact) { return hasLeaf(Fact, LeafKind::Parameter); });
    StringRef Freedom =
        IsRace && Launch.Position.Line != 0 && !IsStated ? ", which the host code leaves open" : "";
    if (SmallVector<std::string, 4> Values = describeValues(Verdict); !Values.empty())
      addNote(Result, Example + "for " + join(Values, ", ") + Freedom);
    for (const RaceAssumption &Assumption : Verdict.Assumptions)
      addNote(Result, Example + "when " + describe(Assumption));
  }

  /// The calls through which each thread comes, outermost first.
  void addCalls(const RaceVerdict &Verdict, Finding &Result) const {
    if (Verdict.Form != DataRaceForm::None)
      return;
    for (bool IsFirst : {false, true}) {
      const Access &Site = access(IsFirst ? Verdict.First : Verdict.Second);
      const RaceParticipant &Who = IsFirst ? Verdict.FirstThread : Verdict.SecondThread;
      for (const InlineFrame &Call : ambiguousCalls(Program, Site))
        addNote(Result,
                describeParticipant(Verdict, Who) + " is in this call of `" + Call.Callee + "`",
                Call.CallSite);
    }
  }

  static std::string describeOtherPair(const Access &First, const Access &Second) {
    std::string Here = " `" + Second.Text + "` here";
    bool IsOneLine = First.Position.Path == Second.Position.Path &&
                     First.Position.Line == Second.Position.Line && First.Text == Second.Text;
    if (&First == &Second)
      return "two threads " + std::string(Second.Kind == AccessKind::Atomic ? "update" : "write") +
             Here;
    if (IsOneLine)
      return verbOfAccess(First).str() + " and " + verbOfAccess(Second).str() + Here;
    return verbOfAccess(Second).str() + Here + ", " + verbOfAccess(First).str() + " `" +
           First.Text + "` at " + lineOfAccess(First, Second);
  }

  /// Whether another of \p Pairs is about the same later access and one closer before it: of the
  /// steps that lanes make one after the other, the one before is where a barrier is missing.
  bool hasCloser(ArrayRef<RacingPair> Pairs, const RacingPair &Pair) const {
    const Access &First = access(Pair.Verdict->First), &Second = access(Pair.Verdict->Second);
    return any_of(Pairs, [&](const RacingPair &Each) {
      unsigned Between = access(Each.Verdict->First).NodeId;
      return Each.Verdict->Second == Second.Id && First.NodeId < Between && Between < Second.NodeId;
    });
  }

  void addOtherPairs(ArrayRef<RacingPair> Pairs, Finding &Result) const {
    /// Conflicting pairs that are named besides the first.
    constexpr size_t MostOtherPairs = 4;
    std::set<std::pair<unsigned, unsigned>> Lines;
    auto LinesOf = [&](const RaceVerdict &Verdict) {
      return std::pair(access(Verdict.First).Position.Line, access(Verdict.Second).Position.Line);
    };
    Lines.insert(LinesOf(*Pairs.front().Verdict));
    for (const RacingPair &Pair : Pairs.drop_front()) {
      if (Remedy == RaceRemedy::WarpOrder && hasCloser(Pairs, Pair))
        continue;
      if (Lines.size() > MostOtherPairs || !Lines.insert(LinesOf(*Pair.Verdict)).second)
        continue;
      const Access &First = access(Pair.Verdict->First), &Second = access(Pair.Verdict->Second);
      addNote(Result, "also: " + describeOtherPair(First, Second), Second.Position);
    }
  }

  /// False: a barrier does not help, or it is not known where.
  bool suggestBarrier(ArrayRef<RacingPair> Pairs, Finding &Result) {
    if (lacksFences(Pairs.front()) || areOfBlocks(Pairs) || isReadByOtherBlocks(Pairs.front()))
      return false;
    std::optional<RaceBarrier> Found = Barriers.suggest(Pairs);
    if (!Found || (Found->Suggestion.Points.empty() && polls(*Pairs.front().Verdict)))
      return false;
    if (Remedy == RaceRemedy::WarpOrder)
      addNote(Result, NoLockstep);
    addBarrierNotes(Program, Found->Suggestion,
                    Found->Scope == BarrierScope::Warp ? "__syncwarp()" : "__syncthreads()",
                    Found->PairCount, Result);
    return true;
  }

  /// Whether two blocks race in an access of \p Pairs, which no barrier of a block orders.
  bool areOfBlocks(ArrayRef<RacingPair> Pairs) const {
    return any_of(Pairs, [&](const RacingPair &Pair) {
      return any_of(Kernel.Races[Pair.Launch].Verdicts, [&](const RaceVerdict &Each) {
        return Each.Threads == ThreadPair::DifferentBlocks && Each.Outcome == RaceOutcome::Race &&
               Each.First == Pair.Verdict->First && Each.Second == Pair.Verdict->Second;
      });
    });
  }

  /// One thread reads until other threads have updated what it reads, all in one loop.
  bool polls(const RaceVerdict &Verdict) const {
    const Access *Read = &access(Verdict.First), *Update = &access(Verdict.Second);
    if (Read->Kind != AccessKind::Load)
      std::swap(Read, Update);
    return Read->Kind == AccessKind::Load && Update->Kind == AccessKind::Atomic && Read->Result &&
           any_of(Update->Loops, [&](unsigned Loop) {
             return is_contained(Read->Loops, Loop) &&
                    any_of(Program.Loops[Loop].Exits, [&](ExprRef Exit) {
                      return anyLeaf(Exit, [&](ExprRef Leaf) { return Leaf == Read->Result; });
                    });
           });
  }

  bool areInOneStatement(ArrayRef<RacingPair> Pairs) const {
    return any_of(Pairs, [&](const RacingPair &Pair) {
      return Pair.Verdict->First != Pair.Verdict->Second &&
             isOneStatement(Program, access(Pair.Verdict->First), access(Pair.Verdict->Second));
    });
  }

  /// The statement of \p Pairs is executed again without a barrier for the block in between.
  bool areInLoopWithoutBarrier(ArrayRef<RacingPair> Pairs) const {
    const Access &Site = access(Pairs.front().Verdict->First);
    return !Site.Loops.empty() && none_of(Program.Barriers, [&](const Barrier &Each) {
      return Each.Scope == BarrierScope::Block && is_contained(Each.Loops, Site.Loops.back());
    });
  }

  /// Which element the two update is what was read from another array, whose entries each belong to
  /// one thread: an array of numbers, since members of records may repeat where records do not.
  /// Where data choose the entry, or each thread begins somewhere else, distinct ones say nothing.
  bool isOneOfIndices(const RaceVerdict &Verdict) const {
    auto IsByData = [](ExprRef Root) {
      return !Root || hasLeaf(Root, LeafKind::Loaded) || hasLeaf(Root, LeafKind::Opaque);
    };
    auto IsIndex = [&](ExprRef Factor) {
      if (Factor->kind() == ExprKind::Wrap)
        Factor = Factor->operands()[0];
      return any_of(Program.Accesses, [&](const Access &Each) {
        return Each.Result == Factor && Each.Kind == AccessKind::Load && !IsByData(Each.Offset) &&
               Each.Bytes == Program.Objects[Each.Object].ElementBytes;
      });
    };
    return any_of(std::array{Verdict.First, Verdict.Second}, [&](unsigned Id) {
      ExprRef Offset = access(Id).Offset;
      return Offset && IsByData(Offset) && Offset->kind() == ExprKind::Polynomial &&
             all_of(Offset->terms(), [&](const Monomial &Part) {
               return all_of(Part.Factors, [&](ExprRef Factor) {
                 return IsByData(Factor) ? IsIndex(Factor)
                                         : !hasLeaf(Factor, LeafKind::ThreadIndex);
               });
             });
    });
  }

  /// The loop in whose iterations the two threads of \p Verdict differ.
  static std::optional<unsigned> loopBetween(const RaceVerdict &Verdict) {
    for (const auto &[Loop, Iteration] : Verdict.FirstThread.Iterations)
      for (const auto &[Other, OtherIteration] : Verdict.SecondThread.Iterations)
        if (Loop == Other && Iteration != OtherIteration)
          return Loop;
    return std::nullopt;
  }

  /// The loop that all threads go round equally often, in whose different iterations alone
  /// \p Pairs race, in several blocks.
  const Loop *roundsToOrder(ArrayRef<RacingPair> Pairs) const {
    std::optional<unsigned> Between = loopBetween(*Pairs.front().Verdict);
    if (Remedy != RaceRemedy::GlobalOrder || !Between)
      return nullptr;
    const Loop &Around = Program.Loops[*Between];
    bool IsUniform = !Around.Exits.empty() && all_of(Around.Exits, [](ExprRef Exit) {
      return Exit->varies() == Uniformity::Grid;
    });
    bool OfBlocks = false;
    auto IsBetween = [&](const RacingPair &Pair) {
      return all_of(Kernel.Races[Pair.Launch].Verdicts, [&](const RaceVerdict &Each) {
        if (Each.First != Pair.Verdict->First || Each.Second != Pair.Verdict->Second ||
            Each.Outcome == RaceOutcome::Undecided)
          return true;
        OfBlocks |= Each.Threads == ThreadPair::DifferentBlocks;
        return loopBetween(Each) == Between;
      });
    };
    return IsUniform && all_of(Pairs, IsBetween) && OfBlocks ? &Around : nullptr;
  }

  /// Threads count up to the element that \p Store writes: by a variable that a loop carries along,
  /// or by the votes of lanes.
  bool isByCount(const Access &Store) const {
    auto IsCursor = [&](ExprRef Leaf) {
      return any_of(Program.Loops, [&](const Loop &Each) {
        return any_of(Each.Carried,
                      [&](const CarriedValue &Variable) { return Variable.Start == Leaf; });
      });
    };
    return Store.Offset &&
           (anyLeaf(Store.Offset, IsCursor) || anyNode(Store.Offset, [](ExprRef At) {
              return At->kind() == ExprKind::PopulationCount;
            }));
  }

  /// Of \p Verdict, one thread reads an element in global memory that data choose, and the other
  /// one writes its own.
  bool gathersOthers(const RaceVerdict &Verdict) const {
    const Access &One = access(Verdict.First), &Other = access(Verdict.Second);
    auto IsByData = [](const Access &Site) {
      return Site.Offset &&
             (hasLeaf(Site.Offset, LeafKind::Loaded) || hasLeaf(Site.Offset, LeafKind::Opaque));
    };
    return Remedy == RaceRemedy::GlobalOrder && Verdict.Outcome == RaceOutcome::DataRace &&
           Verdict.Form == DataRaceForm::None && One.Kind != Other.Kind &&
           (One.Kind == AccessKind::Load ? IsByData(One) && !IsByData(Other)
                                         : IsByData(Other) && !IsByData(One));
  }

  /// Data decide whether one thread writes in global memory what the other reads, and for all that
  /// is known the two may be in different blocks as well: no barrier of a block can stand between.
  bool isReadByOtherBlocks(const RacingPair &Pair) const {
    const RaceVerdict &Verdict = *Pair.Verdict;
    auto Is = [&](AccessKind One, AccessKind Other) {
      return access(Verdict.First).Kind == One && access(Verdict.Second).Kind == Other;
    };
    return Remedy == RaceRemedy::GlobalOrder && Verdict.Outcome == RaceOutcome::DataRace &&
           Verdict.Form == DataRaceForm::None &&
           (Is(AccessKind::Load, AccessKind::Store) || Is(AccessKind::Store, AccessKind::Load)) &&
           mayBeOfBlocks(Pair);
  }

  bool mayBeOfBlocks(const RacingPair &Pair) const {
    return any_of(Kernel.Races[Pair.Launch].Verdicts, [&](const RaceVerdict &Each) {
      return Each.Threads == ThreadPair::DifferentBlocks && Each.First == Pair.Verdict->First &&
             Each.Second == Pair.Verdict->Second && Each.Outcome != RaceOutcome::Absent;
    });
  }

  /// What \p Plain, a store, or a load of what it then changes, adds to; null: it adds nothing.
  const Access *sumOf(const Access &Plain) const {
    auto Sum = find_if(Program.Accesses, [&](const Access &Each) {
      return Each.Kind == AccessKind::Store && Each.IsSum && Each.Object == Plain.Object &&
             Each.Offset == Plain.Offset &&
             (&Each == &Plain || (Plain.Kind == AccessKind::Load && Each.NodeId > Plain.NodeId));
    });
    return Sum == Program.Accesses.end() ? nullptr : &*Sum;
  }

  /// \p Store sets what \p Update may begin with, for whichever thread comes first.
  static bool isStartValue(const Access &Store, const Access &Update) {
    bool IsSum = Update.Addend || Update.Update == AtomicUpdate::Add;
    return Store.Value && (IsSum ? Store.Value->isConstant(0) : Store.Value->isConstant());
  }

  static const Access &plainOf(const Access &First, const Access &Second) {
    return First.Kind == AccessKind::Atomic ? Second : First;
  }

  /// One of \p Pair is plain, the other one an atomic of threads that may be in other blocks, which
  /// no barrier of a block orders: what to do; empty: that is not so.
  std::optional<RaceAdvice> adviceBesideAtomic(const RacingPair &Pair) const {
    const RaceVerdict &Verdict = *Pair.Verdict;
    const Access &First = access(Verdict.First), &Second = access(Verdict.Second);
    if (Remedy != RaceRemedy::GlobalOrder || Verdict.Form != DataRaceForm::PlainBesideAtomic ||
        (First.Kind == AccessKind::Atomic) == (Second.Kind == AccessKind::Atomic) ||
        !mayBeOfBlocks(Pair) || lacksFences(Pair) || polls(Verdict))
      return std::nullopt;
    const Access &Plain = plainOf(First, Second);
    if (sumOf(Plain) && Plain.Bytes >= 4)
      return RaceAdvice::AtomicToo;
    if (Plain.Kind != AccessKind::Store)
      return RaceAdvice::ReadBehind;
    return isStartValue(Plain, &Plain == &First ? Second : First) ? RaceAdvice::SetBefore
                                                                  : RaceAdvice::UpdateOnly;
  }

  /// The two are of one statement, or of two in one iteration, that change what a location holds,
  /// such as `(*count)++`: a barrier in between would let both threads change the same number.
  bool areOfUpdate(const RaceVerdict &Verdict) const {
    const Access &Store =
        access(access(Verdict.Second).Kind == AccessKind::Store ? Verdict.Second : Verdict.First);
    const Access &Other =
        access(&access(Verdict.Second) == &Store ? Verdict.First : Verdict.Second);
    auto IsOld = [&](const Access &Read) {
      return Read.Kind == AccessKind::Load && Read.Object == Store.Object && Read.Offset &&
             Read.Offset == Store.Offset && Read.NodeId < Store.NodeId &&
             (Store.IsSum ||
              (Store.Value && Read.Result && !atomicOfValue(Store, Read.Result).empty()));
    };
    return Verdict.Outcome == RaceOutcome::Race && Store.Kind == AccessKind::Store &&
           Store.Bytes >= 4 && !loopBetween(Verdict) &&
           (&Other == &Store ? any_of(Program.Accesses, IsOld) : IsOld(Other));
  }

  RaceAdvice adviceFor(ArrayRef<RacingPair> Pairs) const {
    const RaceVerdict &Verdict = *Pairs.front().Verdict;
    bool OfBlocks = Verdict.Threads == ThreadPair::DifferentBlocks;
    auto ByRemedy = [this](RaceAdvice Shared, RaceAdvice Lanes, RaceAdvice Global) {
      return Remedy == RaceRemedy::SharedOrder ? Shared
             : Remedy == RaceRemedy::WarpOrder ? Lanes
                                               : Global;
    };
    if (OfBlocks && access(Verdict.First).Kind == AccessKind::Atomic &&
        access(Verdict.Second).Kind == AccessKind::Atomic)
      return RaceAdvice::WiderScope;
    if (lacksFences(Pairs.front()))
      return RaceAdvice::AddFences;
    if (std::optional<RaceAdvice> BesideAtomic = adviceBesideAtomic(Pairs.front()))
      return *BesideAtomic;
    if (polls(Verdict))
      return RaceAdvice::AtomicPoll;
    if (Verdict.Form == DataRaceForm::PlainBeforeAtomic)
      return RaceAdvice::AtomicResult;
    if (Verdict.Form == DataRaceForm::Overtaken)
      return RaceAdvice::AtomicOfBoth;
    if (Verdict.Form == DataRaceForm::BehindKey)
      return RaceAdvice::ValueFirst;
    if (needsAtomic(Verdict) && access(Verdict.Second).Bytes == 1)
      return RaceAdvice::AtomicOfByte;
    if (needsAtomic(Verdict) && access(Verdict.Second).Bytes == 2 && !swapsHalfWords(In.Target))
      return RaceAdvice::AtomicOfHalfWord;
    if (Verdict.Form == DataRaceForm::LostUpdate && isStoredOnly(Program, access(Verdict.Second)))
      return isDrawn(Program, access(Verdict.Second)) ? RaceAdvice::TestNumber
             : isByCount(access(Verdict.Second))      ? RaceAdvice::TakeElement
                                                      : RaceAdvice::AtomicStore;
    if (gathersOthers(Verdict))
      return RaceAdvice::OtherArray;
    if (needsAtomic(Verdict) || areOfUpdate(Verdict))
      return RaceAdvice::AtomicUpdate;
    if (Verdict.First == Verdict.Second)
      return RaceAdvice::OwnElement;
    if (isOfCopy(Program, Verdict))
      return RaceAdvice::OwnCopies;
    if (!OfBlocks && losesValue(access(Verdict.First), access(Verdict.Second)))
      return RaceAdvice::LostValue;
    if (roundsToOrder(Pairs))
      return RaceAdvice::OrderRounds;
    OfBlocks |= areOfBlocks(Pairs);
    if (!OfBlocks && isReadByOtherBlocks(Pairs.front()))
      return RaceAdvice::OtherArray;
    if (!OfBlocks && areInOneStatement(Pairs))
      return ByRemedy(areInLoopWithoutBarrier(Pairs) ? RaceAdvice::ReadFirstInLoop
                                                     : RaceAdvice::ReadFirst,
                      RaceAdvice::ReadFirstInWarp, RaceAdvice::ReadFirstInGlobal);
    return ByRemedy(RaceAdvice::OrderShared, RaceAdvice::OrderLanes,
                    OfBlocks ? RaceAdvice::OrderBlocks : RaceAdvice::OrderGlobal);
  }

  /// What to do where no barrier is suggested.
  void addAdvice(ArrayRef<RacingPair> Pairs, Finding &Result) {
    RaceAdvice What = adviceFor(Pairs);
    bool OfLanes = What == RaceAdvice::ReadFirstInWarp || What == RaceAdvice::OrderLanes;
    const Loop *Rounds = What == RaceAdvice::OrderRounds ? roundsToOrder(Pairs) : nullptr;
    const RaceVerdict &Verdict = *Pairs.front().Verdict;
    const Access &First = access(Verdict.First), &Second = access(Verdict.Second);
    std::string Text = RaceAdviceTexts[size_t(What)].str();
    if (What == RaceAdvice::AtomicUpdate) {
      const Access &Store = Second.Kind == AccessKind::Store ? Second : First;
      Text += describeAtomics(Program, In.Target, Store);
      if (const Access *Taken = takenBefore(Program, Store))
        Text += " and the value that it returns, not what is read at line " +
                utostr(Taken->Position.Line) + " before";
    }
    if (What == RaceAdvice::AtomicToo)
      Text += describeAtomics(Program, In.Target, *sumOf(plainOf(First, Second)));
    bool AreUnderLocks = areUnderLocks(Pairs.front());
    if (What == RaceAdvice::AtomicUpdate && AreUnderLocks)
      Text = "take one lock for all accesses to the location, or " + Text;
    if ((What == RaceAdvice::AtomicUpdate || What == RaceAdvice::AtomicStore) && !AreUnderLocks &&
        isOneOfIndices(Verdict))
      Text += IfDistinct;
    addNote(Result, (OfLanes ? NoLockstep : "") + Twine(Text),
            Rounds ? Rounds->Position : SourcePosition());
    using Reason = MissingFix::Reason;
    Reason Why = What < RaceAdvice::OrderShared ? Reason::Accesses
                 : Result.Position.InMacro      ? Reason::InMacro
                                                : Reason::NoPosition;
    Result.NoFix = MissingFix{Why, "", {}};
  }

  const CheckRun &In;
  const KernelAnalysis &Kernel;
  const KernelProgram &Program;
  RaceRemedy Remedy;
  RaceBarriers Barriers;
  /// By launch.
  std::map<unsigned, std::vector<EarlySignal>> EarlySignals;
  std::optional<WaitingLoops> Waiting;
  std::optional<CriticalSections> Sections;
};

} // namespace

void findRaces(const CheckRun &In, RaceRemedy Remedy) { RaceReporter(In, Remedy).run(); }

} // namespace memlint
