//===- DivergentBarrier.cpp - Barriers that not all threads reach ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "cuda-memlint/Analysis/Barriers/ArrivalCause.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace llvm;

namespace memlint {

namespace {

/// A barrier that threads do not reach alike.
struct Divergence {
  ArrivalSplit Split;
  ArrivalCause Cause;
  unsigned Launch = 0;
};

class DivergenceFinder {
public:
  DivergenceFinder(const KernelAnalysis &Kernel, ExprContext &Expressions,
                   std::vector<Finding> &Findings)
      : Kernel(Kernel), Program(Kernel.Program), Expressions(Expressions), Findings(Findings) {}

  void run() {
    for (const Barrier &Item : Program.Barriers)
      if (std::optional<MeetingGroup> Group = groupOf(Item))
        if (std::optional<Divergence> Fault = find(Item, *Group))
          report(Item, Item.Text, /*IsBarrier=*/true, *Group, *Fault);
    for (const WarpOperation &Item : Program.WarpOperations) {
      MeetingGroup Group = lanes(Item.GroupSize, Item.Mask);
      if (std::optional<Divergence> Fault = find(Item, Group))
        report(Item, Item.Text, /*IsBarrier=*/false, Group, *Fault);
    }
  }

private:
  static std::optional<MeetingGroup> groupOf(const Barrier &Item) {
    // Whether they wait or only arrive.
    if (Item.Scope == BarrierScope::Named && Item.IsForWholeWarps)
      return lanes(WarpSize, nullptr);
    if (Item.IsUncertain || Item.IsArrival)
      return std::nullopt;
    MeetingGroup Group;
    switch (Item.Scope) {
    case BarrierScope::Block:
    case BarrierScope::Cluster:
      Group.Scope = MeetingGroup::Kind::Block;
      return Group;
    case BarrierScope::Grid:
      Group.Scope = MeetingGroup::Kind::Grid;
      return Group;
    case BarrierScope::Warp:
      return lanes(Item.GroupSize, Item.Mask);
    case BarrierScope::Thread:
    case BarrierScope::Named:
      break;
    }
    return std::nullopt;
  }

  static MeetingGroup lanes(unsigned Size, ExprRef Mask) {
    MeetingGroup Group;
    Group.Scope = MeetingGroup::Kind::Group;
    Group.Size = std::max(Size, 1U);
    Group.Mask = Mask;
    return Group;
  }

  /// The first launch in which threads part. Where the block is a guess, they part in
  /// whatever block is likely.
  std::optional<Divergence> find(const Site &At, const MeetingGroup &Group) {
    std::optional<Divergence> Guessed;
    bool ByEveryGuess = Kernel.Assumption.empty();
    for (auto [Index, Launch] : enumerate(Kernel.Launches)) {
      std::optional<Divergence> Fault = findIn(At, Group, Launch);
      if (Fault)
        Fault->Launch = unsigned(Index);
      if (Fault && !isGuessed(Launch))
        return Fault;
      ByEveryGuess &= Fault.has_value() && partsInOtherBlocks(At, Group, Launch);
      if (!Guessed)
        Guessed = Fault;
    }
    return ByEveryGuess ? Guessed : std::nullopt;
  }

  std::optional<Divergence> findIn(const Site &At, const MeetingGroup &Group,
                                   const LaunchContext &Launch) {
    std::optional<Divergence> Fault;
    auto Counts = [&](const ArrivalSplit &Split) {
      return Group.Scope != MeetingGroup::Kind::Group || lanesMiss(At, Split);
    };
    if (auto Split = findArrivalSplit(Expressions, Program, At, Launch, Group, Budget, Counts)) {
      Fault.emplace();
      Fault->Split = *Split;
      Fault->Cause = findCause(Expressions, Program, At, *Split);
    }
    return Fault;
  }

  /// Lanes do not wait for threads that have exited. One that only skips the barrier and then exits
  /// is treated the same where the condition is the usual test for the end of the data.
  bool lanesMiss(const Site &At, const ArrivalSplit &Split) {
    if (Split.OutsideMask)
      return true;
    ArrivalCause Cause = findCause(Expressions, Program, At, Split);
    if (Cause.MeetsOthers)
      return Split.Left || Cause.Branch;
    if (Split.Left || Cause.LeftLoop || Cause.HasReturned || !Cause.Branch)
      return false;
    bool ByThreadAlone = allLeaves(Cause.Branch->Condition, [&](ExprRef Leaf) {
      LeafKind Kind = Leaf->leaf().Kind;
      return Kind == LeafKind::ThreadIndex || Kind == LeafKind::BlockDimension ||
             Kind == LeafKind::LoopCounter;
    });
    return ByThreadAlone || Cause.Rejoins;
  }

  /// Nobody has said that the block is as \p Guess has it: blocks of a row are as likely to
  /// be of other lengths, and `t < 128` parts no block of 128.
  bool partsInOtherBlocks(const Site &At, const MeetingGroup &Group, const LaunchContext &Guess) {
    if (Guess.Block[1] != 1 || Guess.Block[2] != 1)
      return true;
    for (uint64_t Threads : {64, 128}) {
      LaunchContext Other = Guess;
      Other.Block[0] = Threads;
      if (!findIn(At, Group, Other))
        return false;
    }
    return true;
  }

  static std::optional<unsigned> leftLoop(const Divergence &Fault) {
    return Fault.Split.Left ? Fault.Split.Left->Loop : Fault.Cause.LeftLoop;
  }

  void report(const Site &At, StringRef Text, bool IsBarrier, const MeetingGroup &Group,
              const Divergence &Fault);
  std::string describe(StringRef Text, bool IsBarrier, const MeetingGroup &Group,
                       const Divergence &Fault) const;
  std::string whereMissing(const Divergence &Fault) const;
  std::string iterationWords(const ArrivalSplit &Split) const;
  static std::string membersOf(const MeetingGroup &Group);
  static StringRef adviceFor(const MeetingGroup &Group, const Divergence &Fault);

  const KernelAnalysis &Kernel;
  const KernelProgram &Program;
  ExprContext &Expressions;
  std::vector<Finding> &Findings;
  ArrivalBudget Budget;
  /// By what keeps threads away, the finding: the line of a branch or a loop.
  std::map<std::pair<const void *, unsigned>, size_t> Reported;
};

std::string DivergenceFinder::iterationWords(const ArrivalSplit &Split) const {
  std::string Words;
  for (const LoopIteration &Iteration : Split.Iterations)
    Words += (Words.empty() ? " in iteration " : ", ") + itostr(Iteration.Number) +
             " of the loop at line " + utostr(Program.Loops[Iteration.Loop].Position.Line);
  return Words;
}

std::string DivergenceFinder::whereMissing(const Divergence &Fault) const {
  std::string Words = Fault.Cause.HasReturned ? "has returned" : "does not arrive";
  if (std::optional<unsigned> Loop = leftLoop(Fault))
    Words = "has left the loop at line " + utostr(Program.Loops[*Loop].Position.Line);
  if (Fault.Split.Left)
    return Words + " in iteration " + itostr(Fault.Split.Left->Number);
  const Node *Branch = Fault.Cause.Branch;
  if (!Branch || Branch->Position.Line == 0)
    return Words;
  std::string Condition = Branch->Text.empty() ? toString(Branch->Condition) : Branch->Text;
  return Words + " (`" + Condition + "` at line " + utostr(Branch->Position.Line) +
         (!Branch->Cases.empty() ? " selects another label)"
          : Fault.Cause.Holds    ? " holds)"
                                 : " does not hold)");
}

std::string DivergenceFinder::describe(StringRef Text, bool IsBarrier, const MeetingGroup &Group,
                                       const Divergence &Fault) const {
  const ArrivalSplit &Split = Fault.Split;
  bool TwoBlocks = Split.Coming.Block != Split.Missing.Block;
  auto Thread = [&](const ThreadId &Who) {
    std::string Words = "thread " + describeIndex(Who.Thread);
    if (TwoBlocks || Who.Block != Index3{})
      Words += " of block " + describeIndex(Who.Block);
    return Words;
  };
  if (Split.OutsideMask)
    return ("incomplete mask: " + Thread(Split.Coming) + " reaches `" + Text + "`" +
            iterationWords(Split) + " but is not in its mask")
        .str();
  return ("divergent " + (IsBarrier ? StringRef("barrier") : "warp operation") + ": `" + Text +
          "` is not reached by all " + membersOf(Group) + "; " + Thread(Split.Coming) +
          " waits there" + iterationWords(Split) + ", " + Thread(Split.Missing) + " " +
          whereMissing(Fault))
      .str();
}

std::string DivergenceFinder::membersOf(const MeetingGroup &Group) {
  switch (Group.Scope) {
  case MeetingGroup::Kind::Grid:
    return "threads of the grid";
  case MeetingGroup::Kind::Block:
    return "threads of the block";
  case MeetingGroup::Kind::Group:
    break;
  }
  if (Group.Mask)
    return "lanes in its mask";
  return Group.Size == WarpSize ? "lanes of the warp" : "threads of the tile";
}

StringRef DivergenceFinder::adviceFor(const MeetingGroup &Group, const Divergence &Fault) {
  if (Fault.Split.OutsideMask)
    return "each calling lane must be in its own mask";
  if (leftLoop(Fault))
    return "give the loop the same trip count for all threads, and guard the work inside it "
           "without "
           "enclosing the barrier";
  if (Fault.Cause.HasReturned)
    return "guard the work instead of returning early, so that every thread reaches the barrier";
  if (Group.Scope == MeetingGroup::Kind::Group)
    return "move it out of the condition, or restrict the mask to the lanes that reach it: compute "
           "it "
           "with `__ballot_sync` before the condition";
  return "move the barrier out of the condition, so that all threads reach the same one";
}

void DivergenceFinder::report(const Site &At, StringRef Text, bool IsBarrier,
                              const MeetingGroup &Group, const Divergence &Fault) {
  std::pair<const void *, unsigned> Key = {Fault.Cause.Branch, unsigned(Findings.size())};
  if (Fault.Cause.Branch)
    Key.second = unsigned(Group.Scope);
  else if (Fault.Split.Left)
    Key = {&Program.Loops[Fault.Split.Left->Loop], unsigned(Group.Scope)};
  auto [Known, IsNew] = Reported.try_emplace(Key, Findings.size());
  if (!IsNew) {
    // One condition keeps threads from several barriers: that is one fault.
    std::string Message = "not all threads reach this barrier either, for the same reason";
    std::vector<FindingNote> &Notes = Findings[Known->second].Notes;
    bool IsSaid = Findings[Known->second].Position.Line == At.Position.Line ||
                  any_of(Notes, [&](const FindingNote &Note) {
                    return Note.Position.Line == At.Position.Line && Note.Message == Message;
                  });
    if (!IsSaid)
      Notes.push_back({Message, At.Position});
    return;
  }
  Finding Result;
  Result.Check = DivergentBarrier.Name.str();
  Result.Level = DivergentBarrier.Level;
  Result.Position = At.Position;
  Result.Message = describe(Text, IsBarrier, Group, Fault);
  for (const InlineFrame &Frame : At.InlinedThrough)
    Result.Notes.push_back({describeInlining(Frame), Frame.CallSite});
  if (Fault.Cause.Branch && Fault.Cause.Branch->Position.Line != 0)
    Result.Notes.push_back({"control flow diverges here", Fault.Cause.Branch->Position});
  Result.Notes.push_back({"for " + describeLaunch(Program, Kernel.Launches[Fault.Launch]), {}});
  Result.Notes.push_back({adviceFor(Group, Fault).str(), {}});
  Result.NoFix = MissingFix{MissingFix::Reason::ControlFlow, "", {}};
  Findings.push_back(std::move(Result));
}

} // namespace

static void checkDivergentBarrier(const KernelAnalysis &Kernel, const TargetModel &,
                                  ExprContext &Expressions, std::vector<Finding> &Findings) {
  DivergenceFinder(Kernel, Expressions, Findings).run();
}

const Check DivergentBarrier = {
    "cuda-divergent-barrier", "a barrier is not reached by all participating threads",
    FindingLevel::Warning, FindingSubject::DivergentBarrier, checkDivergentBarrier};

} // namespace memlint
