//===- FindingParts.cpp - What findings have in common --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FindingParts.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

void addNote(Finding &Result, const Twine &Text, const SourcePosition &At) {
  Result.Notes.push_back({Text.str(), At});
}

void addNoteOfSeveral(Finding &Result, const Twine &Text, const SourcePosition &At) {
  addNote(Result, Text, At);
  Result.Notes.back().IsOneOfSeveral = true;
}

void setHelp(Finding &Result, const Twine &Text, const SourcePosition &At) {
  Result.Help = FindingNote{Text.str(), At};
}

void addCallNotes(Finding &Result, const Site &At) {
  for (const InlineFrame &Frame : At.InlinedThrough)
    addNote(Result, describeInlining(Frame), Frame.CallSite);
}

void addLaunchNote(Finding &Result, const KernelAnalysis &Kernel, unsigned Launch) {
  addNote(Result, "for " + describeLaunch(Kernel, Launch));
}

FindingFix insertBefore(SourcePosition At, const Twine &Text) {
  At.EndLine = At.Line;
  At.EndColumn = At.Column;
  return {std::move(At), Text.str()};
}

static std::vector<FindingFix> insertAt(const InsertionPoint &Point, StringRef Statement) {
  auto Insert = [&](unsigned Line, unsigned Column, const Twine &Text) {
    SourcePosition Where;
    Where.Path = Point.Position.Path;
    Where.Line = Line;
    Where.Column = Column;
    return insertBefore(std::move(Where), Text);
  };
  const SourcePosition &At = Point.Position;
  switch (Point.At) {
  case InsertionPoint::Kind::BeforeStatement:
  case InsertionPoint::Kind::BeforeBrace:
    return {Point.StartsLine ? Insert(At.Line, 1, Point.Indentation + Statement + "\n")
                             : Insert(At.Line, At.Column, Statement + " ")};
  case InsertionPoint::Kind::BeforeBody:
    return {Insert(At.Line, At.Column, "{ " + Statement + " "),
            Insert(At.EndLine, At.EndColumn, " }")};
  case InsertionPoint::Kind::AfterBody:
    return {Insert(At.Line, At.Column, "{ "),
            Insert(At.EndLine, At.EndColumn, " " + Statement + " }")};
  }
  llvm_unreachable("covered switch");
}

/// The point is the end of the body of the innermost loop around it.
static bool endsLoop(const KernelProgram &Kernel, const InsertionPoint &Point) {
  auto [From, Way] = Point.Edges.front();
  const Node &Next = Kernel.Nodes[Kernel.Nodes[From].Successors[Way]];
  return Next.Kind == NodeKind::LoopHead && Next.Index == Point.Loops.back();
}

/// "before this statement", to be read at the point's position.
static std::string describeInsertion(const KernelProgram &Kernel, const InsertionPoint &Point) {
  bool IsInLoop = !Point.Loops.empty() && endsLoop(Kernel, Point);
  switch (Point.At) {
  case InsertionPoint::Kind::BeforeStatement:
    return "before this statement";
  case InsertionPoint::Kind::BeforeBrace:
    return IsInLoop ? "here, at the end of the loop body" : "here, at the end of the block";
  case InsertionPoint::Kind::BeforeBody:
    return "before this statement, with braces around both";
  case InsertionPoint::Kind::AfterBody:
    return "after this statement, with braces around both";
  }
  llvm_unreachable("covered switch");
}

void addInsertion(const KernelProgram &Kernel, const InsertionPoint &Point, StringRef Statement,
                  StringRef Verb, StringRef Gain, Finding &Result) {
  std::string Where = describeInsertion(Kernel, Point);
  // "here, at the end of the loop body, to order …"
  if (StringRef(Where).contains(',') && Gain.starts_with(" "))
    Where += ",";
  Result.Notes.push_back({(Verb + " `" + Statement + "` " + Where + Gain).str(), Point.Position});
  for (FindingFix &Fix : insertAt(Point, Statement))
    Result.Fixes.push_back(std::move(Fix));
  bool IsBehind = Point.At == InsertionPoint::Kind::AfterBody;
  Result.FixTitle +=
      (Result.FixTitle.empty() ? "insert `" + Statement.rtrim(';') + "` " : " and ").str() +
      (IsBehind ? "after" : "before") + " line " +
      utostr(IsBehind ? Point.Position.EndLine : Point.Position.Line);
  // The line is one of the file that is edited.
  if (Point.Position.Path != Result.Position.Path)
    Result.FixTitle += " of '" + Point.Position.Path + "'";
}

void addBarrierNotes(const KernelProgram &Kernel, const BarrierSuggestion &Suggestion,
                     StringRef Barrier, unsigned Pairs, Finding &Result) {
  std::string Statement = (Barrier + ";").str();
  std::string Gain =
      Pairs == 1 ? "the two accesses" : "all " + utostr(Pairs) + " pairs of accesses";
  Gain = (Suggestion.Points.size() == 1 ? " to order " : ": together they order ") + Gain;
  for (unsigned Index : Suggestion.Points) {
    const InsertionPoint &Point = Kernel.InsertionPoints[Index];
    addInsertion(Kernel, Point, Statement, Index == Suggestion.Points.front() ? "insert" : "and",
                 Index == Suggestion.Points.back() ? Gain : "", Result);
    // Other callers may reach the barrier with only some of the threads.
    if (Point.CallDepth != 0 && Point.Position.InHeader)
      Result.Unsafe = UnsafeFix{UnsafeFix::Reason::SharedFunction, "", Point.Position};
  }
  // All of them or none, and in one file.
  if (any_of(Result.Fixes, [&](const FindingFix &Each) {
        return Each.Position.Path != Result.Fixes.front().Position.Path;
      })) {
    Result.Fixes.clear();
    Result.FixTitle.clear();
    Result.Unsafe.reset();
    Result.NoFix = MissingFix{MissingFix::Reason::SeveralFiles, "", {}};
  }
  if (!Suggestion.Hindrance)
    return;
  const BarrierHindrance &Hindrance = *Suggestion.Hindrance;
  std::string Text = ("no `" + Barrier + "` can be inserted between the two").str();
  std::string Condition =
      Hindrance.Condition.empty() ? "this condition" : "`" + Hindrance.Condition + "`";
  if (Hindrance.Position.Line == 0)
    Text += ": not all threads get there";
  else if (Hindrance.LeavesLoop)
    Text +=
        ": threads leave this loop in different iterations; give it the same trip count for all";
  else if (Hindrance.HasReturned)
    Text += ": threads for which " + Condition +
            " holds end without coming there; guard the work instead, so that every thread reaches "
            "the barrier";
  else
    Text += ": only some threads pass " + Condition +
            "; end the condition before the barrier and continue under a second one";
  Result.Notes.push_back({std::move(Text), Hindrance.Position});
}

} // namespace memlint
