//===- DivergentBarrier.cpp - Barriers that not all threads reach ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "FindingParts.h"
#include "ObjectElement.h"
#include "SourceStart.h"

#include "cuda-memlint/Analysis/Barriers/Divergence.h"
#include "cuda-memlint/Analysis/Bounds/UnwrittenReads.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

using namespace llvm;

namespace memlint {

namespace {

enum class Advice : uint8_t {
  OwnMask,
  SameTripCount,
  NoEarlyReturn,
  SmallerMask,
  NoCondition,
  OtherCount
};

constexpr StringLiteral AdviceTexts[] = {
    "each calling lane must be in its own mask",
    "give the loop the same trip count for all threads, and guard the work inside it without "
    "enclosing the barrier",
    "guard the work instead of returning early, so that every thread reaches the barrier",
    "move it out of the condition, or restrict the mask to the lanes that reach it: compute it "
    "with "
    "`__ballot_sync` before the condition",
    "move the barrier out of the condition, so that all threads reach the same one",
    "let as many threads come to the barrier as it counts, all of them equally often, or correct "
    "its count; threads that others need not wait for take another number"};

Advice adviceFor(const Divergence &Fault) {
  if (Fault.Miscount)
    return Advice::OtherCount;
  if (Fault.Split.OutsideMask)
    return Advice::OwnMask;
  if (Fault.leftLoop())
    return Advice::SameTripCount;
  if (Fault.Cause.HasReturned || Fault.Cause.OnlyExits)
    return Advice::NoEarlyReturn;
  return Fault.Group.Scope == MeetingGroup::Kind::Group ? Advice::SmallerMask : Advice::NoCondition;
}

std::string iterationWords(const KernelProgram &Program, const ArrivalSplit &Split) {
  std::string Words;
  for (const LoopIteration &Iteration : Split.Iterations)
    Words += (Words.empty() ? " in iteration " : ", ") + itostr(Iteration.Number) +
             " of the loop at line " + utostr(Program.Loops[Iteration.Loop].Position.Line);
  return Words;
}

std::string whereMissing(const KernelProgram &Program, const Divergence &Fault) {
  std::string Words =
      Fault.Cause.HasReturned || Fault.Cause.OnlyExits ? "has returned" : "does not arrive";
  if (std::optional<unsigned> Loop = Fault.leftLoop())
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

StringRef membersOf(const MeetingGroup &Group, unsigned WarpLanes) {
  if (Group.Scope == MeetingGroup::Kind::Grid)
    return "threads of the grid";
  if (Group.Scope == MeetingGroup::Kind::Block)
    return "threads of the block";
  if (Group.Mask)
    return "lanes in its mask";
  return Group.Size == WarpLanes ? "lanes of the warp" : "threads of the tile";
}

std::string describeMiscount(const KernelProgram &Program, const Divergence &Fault) {
  const MiscountedBarrier &Count = *Fault.Miscount;
  std::string Barrier = " barrier " + itostr(Count.Number);
  std::string Words =
      ("divergent barrier: `" + Fault.Text + "` waits for " + Twine(Count.Count) + " threads")
          .str();
  switch (Count.Form) {
  case MiscountedBarrier::Fault::TooFew:
    Words += ", but only " + itostr(Count.Arriving) + " of the block come to" + Barrier;
    break;
  case MiscountedBarrier::Fault::Unequal:
    Words += " at a time, but not all threads come equally often to" + Barrier;
    break;
  case MiscountedBarrier::Fault::Remainder:
    Words += " at a time, but " + itostr(Count.Arriving) + " in all arrive at" + Barrier;
    break;
  }
  if (Count.Split)
    Words += "; thread " + describeIndex(Fault.Split.Coming.Thread) + " waits there, thread " +
             describeIndex(Fault.Split.Missing.Thread) + " " + whereMissing(Program, Fault);
  return Words;
}

std::string describe(const KernelProgram &Program, const Divergence &Fault) {
  if (Fault.Miscount)
    return describeMiscount(Program, Fault);
  const ArrivalSplit &Split = Fault.Split;
  bool TwoBlocks = Split.Coming.Block != Split.Missing.Block;
  auto Thread = [&](const ThreadId &Who) {
    std::string Words = "thread " + describeIndex(Who.Thread);
    if (TwoBlocks || Who.Block != Index3{})
      Words += " of block " + describeIndex(Who.Block);
    return Words;
  };
  std::string Iterations = iterationWords(Program, Split);
  if (Split.OutsideMask)
    return ("incomplete mask: " + Thread(Split.Coming) + " reaches `" + Fault.Text + "`" +
            Iterations + " but is not in its mask")
        .str();
  return ("divergent " + Twine(Fault.IsBarrier ? "barrier" : "warp operation") + ": `" +
          Fault.Text + "` is not reached by all " +
          membersOf(Fault.Group, Program.Device.WarpLanes) + "; " + Thread(Split.Coming) +
          " waits there" + Iterations + ", " + Thread(Split.Missing) + " " +
          whereMissing(Program, Fault))
      .str();
}

/// One condition keeps threads from several barriers: that is one fault.
void addToKnown(const Site &At, Finding &Known) {
  constexpr StringLiteral Message =
      "not all threads reach this barrier either, for the same reason";
  bool IsSaid =
      Known.Position.Line == At.Position.Line || any_of(Known.Notes, [&](const FindingNote &Note) {
        return Note.Position.Line == At.Position.Line && Note.Message == Message;
      });
  if (!IsSaid)
    addNote(Known, Message, At.Position);
}

/// The change of the source that lets the missing thread come to the barrier; null: none is known.
const GuardEdit *findEdit(const Divergence &Fault) {
  if (!Fault.IsBarrier || !Fault.Cause.Branch)
    return nullptr;
  const SourcePosition &Branch = Fault.Cause.Branch->Position;
  const std::vector<GuardEdit> &Edits = static_cast<const Barrier &>(*Fault.At).GuardEdits;
  auto Found = find_if(
      Edits, [&](const GuardEdit &Each) { return startOf(Each.Branch) == startOf(Branch); });
  return Found == Edits.end() ? nullptr : &*Found;
}

void addFix(const GuardEdit &Edit, const Site &At, Finding &Result) {
  Result.Fixes.push_back({Edit.Changed, Edit.Replacement});
  Result.FixTitle = (Edit.IsReturn ? "guard the work instead of returning at line "
                                   : "split the condition at line ") +
                    utostr(Edit.Branch.Line) + (Edit.IsReturn ? "" : " around the barrier");
  // Other callers may call the function with only some of the threads.
  if (!At.InlinedThrough.empty() && At.Position.InHeader)
    Result.Unsafe = UnsafeFix{UnsafeFix::Reason::SharedFunction, "", Edit.Branch};
}

/// The threads that come to the barrier do not do all the work before it that is needed behind it:
/// an edit that guards this work is not enough.
void addGap(const KernelProgram &Program, const UnwrittenRead &Gap, Finding &Result) {
  const Access &Site = Program.Accesses[Gap.Access];
  std::string Element =
      describeElement(Program.Objects[Site.Object], uint64_t(Gap.Execution.Offset));
  addNote(Result,
          "no thread of that block writes " + (Element.empty() ? "`" + Site.Text + "`" : Element) +
              ", which is read here: the missing threads must do a part of the work, too",
          Site.Position);
}

/// The lanes of a wave run in lockstep and wait for each other nowhere.
bool isWithinWarp(const Divergence &Fault, unsigned WarpLanes) {
  return Fault.IsBarrier && Fault.Group.Scope == MeetingGroup::Kind::Group && !Fault.Group.Mask &&
         Fault.Group.Size == WarpLanes;
}

void report(const CheckRun &In, const Divergence &Fault) {
  const KernelProgram &Program = In.Kernel.Program;
  Finding &Result = In.report(Fault.At->Position, describe(Program, Fault));
  if (isWithinWarp(Fault, Program.Device.WarpLanes))
    Result.Basis = FindingBasis::Cuda;
  addCallNotes(Result, *Fault.At);
  if (Fault.Cause.Branch && Fault.Cause.Branch->Position.Line != 0)
    addNote(Result, "control flow diverges here", Fault.Cause.Branch->Position);
  addLaunchNote(Result, In.Kernel, Fault.Launch);
  if (Fault.MissingExits && In.Target.schedulesThreadsIndependently()) {
    Result.Level = FindingLevel::Remark;
    addNote(Result,
            "remark only: since compute capability 7.0 a barrier of the block waits for all "
            "threads that have not exited; older devices require all threads");
  }
  addNote(Result, AdviceTexts[size_t(adviceFor(Fault))]);
  const GuardEdit *Edit = findEdit(Fault);
  std::optional<UnwrittenRead> Gap;
  if (Edit)
    Gap = findUnwrittenBehind(In.Expressions, In.Kernel, *Fault.At, Fault.Launch,
                              Fault.Split.Coming.Block);
  if (Gap)
    addGap(Program, *Gap, Result);
  if (Edit && !Gap)
    addFix(*Edit, *Fault.At, Result);
  else
    Result.NoFix = MissingFix{MissingFix::Reason::ControlFlow, "", {}};
}

void checkDivergentBarrier(const CheckRun &In) {
  // By what keeps threads away, the finding: the line of a branch or a loop.
  std::map<std::pair<const void *, unsigned>, size_t> Reported;
  for (const Divergence &Fault : findDivergences(In.Expressions, In.Kernel, In.StepsOfArrivals)) {
    std::pair<const void *, unsigned> Key = {Fault.Cause.Branch, unsigned(In.Findings.size())};
    if (Fault.Cause.Branch)
      Key.second = unsigned(Fault.Group.Scope);
    else if (Fault.Split.Left)
      Key = {&In.Kernel.Program.Loops[Fault.Split.Left->Loop], unsigned(Fault.Group.Scope)};
    auto [Known, IsNew] = Reported.try_emplace(Key, In.Findings.size());
    if (IsNew)
      report(In, Fault);
    else
      addToKnown(*Fault.At, In.Findings[Known->second]);
  }
}

} // namespace

const Check DivergentBarrier = {.Name = "cuda-divergent-barrier",
                                .Summary = "a barrier is not reached by all participating threads",
                                .Level = FindingLevel::Warning,
                                .Subject = FindingSubject::Order,
                                .Run = checkDivergentBarrier,
                                .ConfirmedBy = Confirmation::Synccheck,
                                .Edit = EditEffect::MovesBarrier};

} // namespace memlint
