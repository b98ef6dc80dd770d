//===- RaceDrawing.cpp - Two threads beside each other, drawn -------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RaceDrawing.h"

#include "cuda-memlint/Analysis/Barriers/RacingPairs.h"
#include "cuda-memlint/Checks/RaceWording.h"
#include "cuda-memlint/Model/MemoryProgram.h"
#include "cuda-memlint/Model/RaceReport.h"
#include "cuda-memlint/Report/SourceText.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

namespace {

/// What one thread does.
struct Side {
  std::string Thread, Calls, Iteration, Action;
  size_t width() const {
    return std::max({Thread.size(), Calls.size(), Iteration.size(), Action.size()});
  }
};

} // namespace

static Side describeSide(const KernelProgram &Kernel, const RaceVerdict &Verdict, bool IsSecond) {
  const Access &Site = Kernel.Accesses[IsSecond ? Verdict.Second : Verdict.First];
  const RaceParticipant &Who = IsSecond ? Verdict.SecondThread : Verdict.FirstThread;
  Side Result;
  Result.Thread = describeParticipant(Verdict, Who);
  Result.Calls = printableText(describeCalls(Kernel, Site));
  Result.Iteration = describeIterations(Kernel, Site, Who);
  Result.Action = printableText(
      ("line " + utostr(Site.Position.Line) + " " + verbOfAccess(Site).str() + " " + Site.Text));
  return Result;
}

static StringRef whatIsMissing(const RaceVerdict &Verdict) {
  switch (Verdict.Threads) {
  case ThreadPair::SameWarp:
    return " no __syncwarp() ";
  case ThreadPair::DifferentWarps:
    return " no __syncthreads() ";
  case ThreadPair::DifferentBlocks:
    return " nothing orders blocks ";
  }
  llvm_unreachable("covered switch");
}

void drawRace(raw_ostream &Stream, const KernelProgram &Kernel, const RaceVerdict &Verdict,
              unsigned Indent) {
  // The first access in the program may be made in a later iteration than the second.
  bool Swaps = iterationsAhead(Verdict) > 0;
  Side Left = describeSide(Kernel, Verdict, Swaps), Right = describeSide(Kernel, Verdict, !Swaps);
  size_t Width = Left.width() + 3, Whole = Width + Right.width();
  auto Row = [&](StringRef InLeft, StringRef InRight) {
    std::string Text = (InLeft + std::string(Width - InLeft.size(), ' ') + InRight).str();
    Stream.indent(Indent) << "| " << StringRef(Text).rtrim() << '\n';
  };
  Row(Left.Thread, Right.Thread);
  if (!Left.Calls.empty() || !Right.Calls.empty())
    Row(Left.Calls, Right.Calls);
  if (!Left.Iteration.empty() || !Right.Iteration.empty())
    Row(Left.Iteration, Right.Iteration);
  if (Verdict.First == Verdict.Second && Left.Iteration == Right.Iteration) {
    Row(Left.Action, Right.Action);
  } else {
    StringRef Missing = whatIsMissing(Verdict);
    size_t Around = Whole > Missing.size() ? (Whole - Missing.size()) / 2 : 0;
    Row(Left.Action, "");
    Stream.indent(Indent) << "| ";
    Stream.changeColor(raw_ostream::RED, /*Bold=*/true);
    Stream << std::string(Around, '-') << Missing << std::string(Around, '-');
    Stream.resetColor();
    Stream << '\n';
    Row("", Right.Action);
  }
  std::string Element = describeCommonElement(Kernel, Verdict);
  Stream.indent(Indent) << "v " << (Element.empty() ? "at the same address" : "both at " + Element)
                        << '\n';
}

} // namespace memlint
