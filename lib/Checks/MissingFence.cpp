//===- MissingFence.cpp - Data that is published before it is visible -----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BarrierNotes.h"
#include "CheckList.h"
#include "cuda-memlint/Analysis/Publication/FenceSuggestion.h"
#include "cuda-memlint/Analysis/Publication/Publication.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

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
  Reporter(const KernelAnalysis &Kernel, ExprContext &Expressions, std::vector<Finding> &Findings)
      : Kernel(Kernel), Program(Kernel.Program), Expressions(Expressions), Findings(Findings) {}

  void run() {
    reportEndlessWaits();
    if (!hasGlobalWrites())
      return;
    for (const LaunchContext &Launch : Kernel.Launches) {
      UnorderedAccesses Found = findUnorderedAccesses(Expressions, Program, Launch);
      for (const Publication &Item : Found.Stores)
        reportStore(Item, Launch);
      for (const Publication &Item : Found.Loads)
        reportLoad(Item, Launch);
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
  const std::string &nameOf(const Access &Site) const { return Program.Objects[Site.Object].Name; }

  enum class Fault : uint8_t { EndlessWait, Store, Load, Scope };

  static std::string howWritten(const Access &Site) {
    return Site.Kind == AccessKind::Store ? "the store to `" + Site.Text + "`"
                                          : "`" + Site.Text + "`";
  }

  /// Null: that has been said.
  Finding *start(Fault Kind, const Access &Site, unsigned Other, std::string Message) {
    if (!Said.insert({Site.Object, Other, Kind}).second)
      return nullptr;
    Finding &Result = Findings.emplace_back();
    Result.Check = MissingFence.Name.str();
    Result.Level = MissingFence.Level;
    Result.Position = Site.Position;
    Result.Message = std::move(Message);
    Result.Access = Site.Id;
    for (const InlineFrame &Frame : Site.InlinedThrough)
      Result.Notes.push_back({describeInlining(Frame), Frame.CallSite});
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
      Result->Notes.push_back({"another thread changes it here", Write.Position});
      Result->Notes.push_back(
          {"read it through a pointer to volatile or with `cuda::atomic_ref<...>::load`", {}});
      Result->NoFix = MissingFix{MissingFix::Reason::Accesses, "", {}};
    }
  }

  static std::string staleRead(const Publication &Item) {
    return describeThread(Item.Reader) + " may read a stale value instead of the one stored by " +
           describeThread(Item.Writer);
  }

  void reportStore(const Publication &Item, const LaunchContext &Launch) {
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
    std::optional<unsigned> Point = fenceBeforeSignal(Expressions, Program, Launch, Item);
    Result->Notes.push_back({Point ? "published here"
                                   : "published here; insert `__threadfence();` before this and "
                                     "after the stores",
                             Signal.Position});
    if (Item.WeakFence)
      Result->Notes.push_back({"this fence orders them only for threads of the same block",
                               Program.Fences[*Item.WeakFence].Position});
    if (Seen.Id != Signal.Id)
      Result->Notes.push_back({"other blocks observe it here", Seen.Position});
    Result->Notes.push_back({"and then read `" + nameOf(Load) + "` here", Load.Position});
    Result->Notes.push_back({"for " + describeLaunch(Program, Launch), {}});
    if (Point)
      addInsertion(Program, Program.InsertionPoints[*Point], "__threadfence();", "insert", "",
                   *Result);
    else
      Result->NoFix = MissingFix{MissingFix::Reason::NoPosition, "", {}};
  }

  void reportLoad(const Publication &Item, const LaunchContext &Launch) {
    const Access &Store = access(Item.Store), &Seen = access(Item.Seen), &Load = access(Item.Load);
    Finding *Result =
        start(Fault::Load, Load, Seen.Id,
              "missing fence: `" + nameOf(Load) +
                  "` is loaded without a `__threadfence()` after the loop that waits for `" +
                  Seen.Text + "`; " + staleRead(Item));
    if (!Result)
      return;
    std::optional<unsigned> Point = fenceBehindWait(Expressions, Program, Launch, Item);
    Result->Notes.push_back({Point ? "the loop waits for this"
                                   : "the loop waits for this; insert `__threadfence();` after the "
                                     "loop",
                             Seen.Position});
    Result->Notes.push_back(
        {"another block stores to `" + nameOf(Store) + "` here", Store.Position});
    Result->Notes.push_back({"for " + describeLaunch(Program, Launch), {}});
    if (Point)
      addInsertion(Program, Program.InsertionPoints[*Point], "__threadfence();", "insert", "",
                   *Result);
    else
      Result->NoFix = MissingFix{MissingFix::Reason::NoPosition, "", {}};
  }

  void reportNarrow(const NarrowAtomic &Item, const LaunchContext &Launch) {
    const Access &Narrow = access(Item.Narrow), &Other = access(Item.Other);
    Finding *Result =
        start(Fault::Scope, Narrow, Other.Id,
              "insufficient scope: `" + Narrow.Text + "` is atomic only within a block, but " +
                  describeThread(Item.First) + " and " + describeThread(Item.Second) +
                  " modify the same address of `" + nameOf(Narrow) + "`");
    if (!Result)
      return;
    if (Other.Id != Narrow.Id)
      Result->Notes.push_back({"threads of other blocks modify it here", Other.Position});
    Result->Notes.push_back({"for " + describeLaunch(Program, Launch), {}});
    Result->Notes.push_back({"use the function without `_block`, which has device scope", {}});
    Result->NoFix = MissingFix{MissingFix::Reason::Accesses, "", {}};
  }

  const KernelAnalysis &Kernel;
  const KernelProgram &Program;
  ExprContext &Expressions;
  std::vector<Finding> &Findings;
  std::set<std::tuple<unsigned, unsigned, Fault>> Said; ///< object, other access, kind
};

} // namespace

static void checkMissingFence(const KernelAnalysis &Kernel, const TargetModel &,
                              ExprContext &Expressions, std::vector<Finding> &Findings) {
  Reporter(Kernel, Expressions, Findings).run();
}

const Check MissingFence = {"cuda-missing-fence",
                            "data is published to other blocks without a memory fence",
                            FindingLevel::Warning, FindingSubject::Publication, checkMissingFence};

} // namespace memlint
