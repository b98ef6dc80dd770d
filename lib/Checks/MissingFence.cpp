//===- MissingFence.cpp - Data that is published before it is visible -----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "FindingParts.h"
#include "SystemFence.h"

#include "cuda-memlint/Analysis/Publication/Deadlocks.h"
#include "cuda-memlint/Analysis/Publication/FenceSuggestion.h"
#include "cuda-memlint/Analysis/Publication/Publication.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/RefusedLaunches.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

using namespace llvm;

namespace memlint {

namespace {

std::string describeThread(const ThreadId &Thread) {
  return "thread " + describeIndex(Thread.Thread) + " of block " + describeIndex(Thread.Block);
}

class Reporter {
public:
  explicit Reporter(const CheckRun &In) : In(In), Program(In.Kernel.Program) {}

  void run() {
    reportEndlessWaits();
    for (unsigned Launch = 0; Launch != In.Kernel.Launches.size(); ++Launch)
      if (!isRefused(In.Kernel, Launch))
        reportDeadlocks(Launch);
    if (!hasGlobalWrites())
      return;
    for (unsigned Launch = 0; Launch != In.Kernel.Launches.size(); ++Launch) {
      if (isRefused(In.Kernel, Launch))
        continue;
      UnorderedAccesses Found =
          findUnorderedAccesses(In.Expressions, Program, In.Kernel.Launches[Launch]);
      for (const auto &[Fault, Same] :
           byFault(Found.Stores, &Publication::Store, &Publication::Signal))
        reportStore(Same, Launch);
      for (const auto &[Fault, Same] : byFault(Found.Loads, &Publication::Load, &Publication::Seen))
        reportLoad(Same, Launch);
      for (const NarrowAtomic &Item : Found.Atomics)
        reportNarrow(Item, Launch);
    }
  }

private:
  bool hasGlobalWrites() const {
    return any_of(Program.Accesses, [](const Access &Site) {
      return Site.Space == MemorySpace::Global && Site.Kind != AccessKind::Load;
    });
  }

  const Access &access(unsigned Id) const { return Program.Accesses[Id]; }

  using Publications = SmallVector<const Publication *, 2>;

  /// Those that the user sees as one fault: of an access and a signal, each at one location in the
  /// source, whichever calls lead there.
  MapVector<std::pair<unsigned, unsigned>, Publications>
  byFault(ArrayRef<Publication> All, unsigned Publication::*Faulty,
          unsigned Publication::*Signal) const {
    MapVector<std::pair<unsigned, unsigned>, Publications> Result;
    for (const Publication &Item : All)
      Result[{asWritten(Item.*Faulty), asWritten(Item.*Signal)}].push_back(&Item);
    return Result;
  }

  /// The first access that begins where the access \p Id does.
  unsigned asWritten(unsigned Id) const {
    auto Start = [](const SourcePosition &At) { return std::tie(At.Path, At.Line, At.Column); };
    return find_if(Program.Accesses,
                   [&](const Access &Site) {
                     return Start(Site.Position) == Start(access(Id).Position);
                   })
        ->Id;
  }

  /// One of \p Same for which \p Search finds a location, and that; else the first of them.
  template <typename Function>
  std::pair<const Publication *, std::optional<unsigned>>
  withPoint(ArrayRef<const Publication *> Same, unsigned Launch, Function Search) {
    for (const Publication *Item : Same)
      if (affordsSearch())
        if (std::optional<unsigned> Point =
                Search(In.Expressions, Program, In.Kernel.Launches[Launch], *Item))
          return {Item, Point};
    return {Same.front(), std::nullopt};
  }

  const std::string &nameOf(const Access &Site) const { return Program.Objects[Site.Object].Name; }

  enum class Fault : uint8_t { EndlessWait, Deadlock, Store, Load, Scope };

  static std::string howWritten(const Access &Site) {
    return Site.Kind == AccessKind::Store ? "the store to `" + Site.Text + "`"
                                          : "`" + Site.Text + "`";
  }

  /// Null: that has been said.
  Finding *start(Fault Kind, const Access &Site, unsigned Other, std::string Message) {
    if (!Said.insert({Site.Object, Other, Kind}).second)
      return nullptr;
    Finding &Result = In.report(Site.Position, std::move(Message));
    Result.Access = Site.Id;
    addCallNotes(Result, Site);
    return &Result;
  }

  void reportEndlessWaits() {
    for (const EndlessWait &Item : findEndlessWaits(Program)) {
      const Access &Read = access(Item.Read), &Write = access(Item.Write);
      Finding *Result = start(Fault::EndlessWait, Read, Write.Id,
                              "endless wait: the loop polls `" + Read.Text +
                                  "` by a plain load, which the compiler may hoist out of it");
      if (!Result)
        continue;
      addNote(*Result, "another thread changes it here", Write.Position);
      addNote(*Result,
              "read it through a pointer to volatile or with `cuda::atomic_ref<...>::load`");
      Result->NoFix = MissingFix{MissingFix::Reason::Accesses, "", {}};
    }
  }

  void reportDeadlocks(unsigned Launch) {
    const LaunchContext &Of = In.Kernel.Launches[Launch];
    if (std::optional<LockCycle> Found = findLockCycle(In.Expressions, Program, Of))
      reportCycle(*Found, Launch);
    if (std::optional<LockStall> Found = findLockStall(In.Expressions, Program, Of))
      reportStall(*Found, Launch);
    if (In.Target.schedulesThreadsIndependently())
      return;
    if (std::optional<SpinInWarp> Found = findSpinInWarp(In.Expressions, Program, Of)) {
      Finding *Result =
          start(Fault::Deadlock, access(Found->Acquire), Found->Release,
                std::string("deadlock: lanes of one warp wait for a lock that one of them holds, "
                            "and ") +
                    (In.Target.Shape.IsAmd ? "" : "before compute capability 7.0 ") +
                    "that one goes on only when all have left the loop (" +
                    describeThread(Found->First) + " and " + describeThread(Found->Second) + ")");
      if (!Result)
        return;
      addNote(*Result, "it is released here, behind the loop", access(Found->Release).Position);
      finishDeadlock("release the lock within the turn of the loop in which it is taken, or let "
                     "one lane take it for its warp",
                     Launch, *Result);
    }
  }

  void reportCycle(const LockCycle &Found, unsigned Launch) {
    const Access &Wanted = access(Found.First.Wanted);
    bool IsOwn = Found.First.By.Block == Found.Second.By.Block &&
                 Found.First.By.Thread == Found.Second.By.Thread;
    Finding *Result = start(
        Fault::Deadlock, Wanted, Found.Second.Wanted,
        "deadlock: " + describeThread(Found.First.By) + " waits here for a lock that " +
            (IsOwn ? "it holds itself"
                   : describeThread(Found.Second.By) +
                         " may hold, which waits for one that the first thread holds") +
            (Found.IsByData
                 ? ", if two threads take the same two locks in opposite order, depending on data"
                 : ""));
    if (!Result)
      return;
    if (IsOwn) {
      addLock("it has taken the lock here", access(Found.First.Held), *Result);
      finishDeadlock("take the lock once", Launch, *Result);
      return;
    }
    addLock("the first thread holds what it has taken here", access(Found.First.Held), *Result);
    addLock("the second thread holds what it has taken here", access(Found.Second.Held), *Result);
    addLock("and waits here", access(Found.Second.Wanted), *Result);
    finishDeadlock("take the locks in one order in all threads, such as that of their indices",
                   Launch, *Result);
  }

  void reportStall(const LockStall &Found, unsigned Launch) {
    const Access &Lock = access(Found.Acquire);
    const Barrier *Met = Found.Barrier ? &Program.Barriers[*Found.Barrier] : nullptr;
    Finding *Result =
        start(Fault::Deadlock, Lock, Lock.Id,
              "deadlock: " + describeThread(Found.Waiter) + " waits here for a lock that " +
                  describeThread(Found.Holder) + " may hold, " +
                  (Met ? "which waits for the first thread at the barrier at line " +
                             utostr(Met->Position.Line)
                       : "and nothing in the kernel releases it"));
    if (!Result)
      return;
    if (Met) {
      addNote(*Result, "the lock is held at this barrier", Met->Position);
      addCallNotes(*Result, *Met);
    }
    finishDeadlock(Met ? "release the lock before the barrier, or let one thread take it for all "
                         "that meet there"
                       : "release the lock by an atomic behind the critical section, after a "
                         "`__threadfence()`",
                   Launch, *Result);
  }

  void addLock(const char *What, const Access &Site, Finding &Result) const {
    addNote(Result, What, Site.Position);
    addCallNotes(Result, Site);
  }

  void finishDeadlock(const char *Advice, unsigned Launch, Finding &Result) {
    addLaunchNote(Result, In.Kernel, Launch);
    addNote(Result, Advice);
    Result.NoFix = MissingFix{MissingFix::Reason::Accesses, "", {}};
  }

  std::string staleRead(const Publication &Item) const {
    if (Item.IsByData) {
      ExprRef Where = access(Item.Seen).Offset;
      bool IsOfElement = hasLeaf(Where, LeafKind::Loaded) || hasLeaf(Where, LeafKind::Opaque);
      return std::string("a thread of another block that ") +
             (Item.Signal == Item.Seen ? "counts there later"
              : Item.IsOfLock          ? "takes the same lock next"
              : IsOfElement            ? "waits for the element"
                                       : "waits for this") +
             " may read a stale value";
    }
    return describeThread(Item.Reader) + " may read a stale value instead of the one stored by " +
           describeThread(Item.Writer);
  }

  /// A search for the location of a fence compares all accesses of the kernel again. In large
  /// kernels the first findings alone have one.
  bool affordsSearch() {
    uint64_t Pairs = uint64_t(Program.Accesses.size()) * Program.Accesses.size();
    bool Affords = Pairs <= PairsLeft;
    PairsLeft -= std::min(PairsLeft, Pairs);
    return Affords;
  }

  void addFence(std::optional<unsigned> Point, bool IsEarly, Finding &Result) const {
    if (Point && IsEarly)
      addInsertion(Program, Program.InsertionPoints[*Point], "__threadfence(); __syncthreads();",
                   "insert",
                   ": a fence orders the stores of its own thread only, and the barrier "
                   "holds the signal back until all threads have stored",
                   Result);
    else if (Point)
      addInsertion(Program, Program.InsertionPoints[*Point], "__threadfence();", "insert", "",
                   Result);
    else
      Result.NoFix = MissingFix{MissingFix::Reason::NoPosition, "", {}};
  }

  /// A fence is not enough: the reader need not have seen the signal.
  void reportUnawaited(const Publication &Item, unsigned Launch) {
    const Access &Store = access(Item.Store), &Seen = access(Item.Seen), &Load = access(Item.Load);
    Finding *Result = start(Fault::Store, Store, Item.Signal,
                            "missing order: other blocks read `" + nameOf(Load) + "` at line " +
                                utostr(Load.Position.Line) + " without waiting for this store; " +
                                staleRead(Item));
    if (!Result)
      return;
    addNote(*Result, "read here, before the first wait for another block", Load.Position);
    addNote(*Result,
            "later reads are behind this wait, but without a `__threadfence()` between the "
            "store and the signal",
            Seen.Position);
    addLaunchNote(*Result, In.Kernel, Launch);
    addNote(*Result, "store it in an earlier kernel, or signal the store after a "
                     "`__threadfence()` and wait for that before the first read");
    Result->NoFix = MissingFix{MissingFix::Reason::Accesses, "", {}};
  }

  void reportStore(ArrayRef<const Publication *> Same, unsigned Launch) {
    if (Same.front()->IsUnawaited)
      return reportUnawaited(*Same.front(), Launch);
    auto [Chosen, Point] = withPoint(Same, Launch, fenceBeforeSignal);
    const Publication &Item = *Chosen;
    const Access &Store = access(Item.Store), &Signal = access(Item.Signal);
    const Access &Seen = access(Item.Seen), &Load = access(Item.Load);
    Finding *Result =
        start(Fault::Store, Store, Signal.Id,
              "missing fence: `" + nameOf(Store) +
                  "` is published to other blocks without a `__threadfence()` between the store "
                  "and " +
                  howWritten(Signal) + " at line " + utostr(Signal.Position.Line) + "; " +
                  staleRead(Item));
    if (!Result)
      return;
    addNote(*Result,
            Point ? "published here"
            : Item.IsEarly
                ? "published here; insert `__threadfence(); __syncthreads();` before this and "
                  "after the stores, where all threads of the block come"
                : "published here; insert `__threadfence();` before this and after the stores",
            Signal.Position);
    if (Item.WeakFence)
      addNote(*Result, "this fence orders them only for threads of the same block",
              Program.Fences[*Item.WeakFence].Position);
    if (Seen.Id != Signal.Id)
      addNote(
          *Result,
          std::string("other blocks observe it here") +
              (Item.LacksSecondFence
                   ? "; insert another `__threadfence();` behind this, before they read the data"
                   : ""),
          Seen.Position);
    addNote(*Result, "and then read `" + nameOf(Load) + "` here", Load.Position);
    addLaunchNote(*Result, In.Kernel, Launch);
    addFence(Point, Item.IsEarly, *Result);
  }

  void reportLoad(ArrayRef<const Publication *> Same, unsigned Launch) {
    auto [Chosen, Point] = withPoint(Same, Launch, fenceBehindWait);
    const Publication &Item = *Chosen;
    const Access &Store = access(Item.Store), &Seen = access(Item.Seen), &Load = access(Item.Load);
    // Of loops that poll by an atomic, only those that take a lock are reported.
    bool IsLock = Seen.Kind == AccessKind::Atomic;
    Finding *Result =
        start(Fault::Load, Load, Seen.Id,
              "missing fence: `" + nameOf(Load) + "` is loaded without a `__threadfence()` after " +
                  (IsLock ? "`" + Seen.Text + "` has taken the lock"
                          : "the loop that waits for `" + Seen.Text + "`") +
                  "; " + staleRead(Item));
    if (!Result)
      return;
    addNote(*Result,
            std::string(IsLock ? "the lock is taken here" : "the loop waits for this") +
                (Point    ? ""
                 : IsLock ? "; insert `__threadfence();` where it has been taken"
                          : "; insert `__threadfence();` after the loop"),
            Seen.Position);
    addNote(*Result, "another block stores to `" + nameOf(Store) + "` here", Store.Position);
    addLaunchNote(*Result, In.Kernel, Launch);
    addFence(Point, /*IsEarly=*/false, *Result);
  }

  /// cuda-global-race says the same of the two.
  bool isReportedAsRace(const NarrowAtomic &Item, unsigned Launch) const {
    return is_contained(In.Enabled, &GlobalRace) && Launch < In.Kernel.Races.size() &&
           any_of(
               In.Kernel.Races[Launch].Verdicts,
               [&](const RaceVerdict &Each) {
                 bool IsRace =
                     Each.Outcome == RaceOutcome::Race || Each.Outcome == RaceOutcome::DataRace;
                 return IsRace && Each.Threads == ThreadPair::DifferentBlocks &&
                        std::minmax(Each.First, Each.Second) ==
                            std::minmax(Item.Narrow, Item.Other);
               });
  }

  void reportNarrow(const NarrowAtomic &Item, unsigned Launch) {
    if (isReportedAsRace(Item, Launch))
      return;
    const Access &Narrow = access(Item.Narrow), &Other = access(Item.Other);
    Finding *Result =
        start(Fault::Scope, Narrow, Other.Id,
              "insufficient scope: `" + Narrow.Text + "` is atomic only within a block, but " +
                  describeThread(Item.First) + " and " + describeThread(Item.Second) +
                  " modify the same address of `" + nameOf(Narrow) + "`");
    if (!Result)
      return;
    if (Other.Id != Narrow.Id)
      addNote(*Result, "threads of other blocks modify it here", Other.Position);
    addLaunchNote(*Result, In.Kernel, Launch);
    addNote(*Result, "use the function without `_block`, or `cuda::thread_scope_device`");
    Result->NoFix = MissingFix{MissingFix::Reason::Accesses, "", {}};
  }

  const CheckRun &In;
  const KernelProgram &Program;
  /// Pairs of accesses that searches may still compare.
  uint64_t PairsLeft = 80'000;
  std::set<std::tuple<unsigned, unsigned, Fault>> Said; ///< object, other access, kind
};

} // namespace

const Check MissingFence = {.Name = "cuda-missing-fence",
                            .Summary = "data is published to other blocks without a memory fence",
                            .Level = FindingLevel::Warning,
                            .Subject = FindingSubject::Order,
                            .Run =
                                [](const CheckRun &In) {
                                  Reporter(In).run();
                                  reportSystemFences(In);
                                  reportPeerFences(In);
                                },
                            .ReadsHostFaults = true,
                            .ConfirmedBy = Confirmation::Unwatched};

} // namespace memlint
