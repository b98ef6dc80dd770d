//===- ConcreteLoops.cpp - Loops run iteration by iteration ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops of code that is run as it would run. One whose end is not known, or too
/// far, is run once, from a state in which what it changes is not known.
///
//===----------------------------------------------------------------------===//

#include "LoopInterpreter.h"

using namespace clang;

namespace memlint {

/// Moves what is in \p From behind what is in \p To.
static void appendStates(std::vector<State> &To, std::vector<State> &From) {
  To.insert(To.end(), std::make_move_iterator(From.begin()), std::make_move_iterator(From.end()));
}

/// Runs the loop to its end; false where that is not known or too far. \p All gets the ways out;
/// those through the condition count as breaks.
bool LoopInterpreter::unroll(Iteration &All) {
  auto FirstInside = SlotId(Code.SlotTypes.size());
  for (unsigned Iterations = 0; Code.Client.runsAgain(*Parts.Where, Iterations); ++Iterations) {
    Iteration Once = iterate();
    if (Once.Condition && !Once.Condition->isConstant())
      return false;
    if (Once.Failed.Reachable)
      All.Breaks.push_back(std::move(Once.Failed));
    appendStates(All.Breaks, Once.Breaks);
    appendStates(All.Returns, Once.Returns);
    appendStates(All.OuterBreaks, Once.OuterBreaks);
    appendStates(All.OuterContinues, Once.OuterContinues);
    for (auto &[Label, States] : Once.Jumps)
      appendStates(All.Jumps[Label], States);
    if (!Once.End.Reachable)
      return true;
    Code.Current = std::move(Once.End);
    Code.dropVariablesFrom(FirstInside);
  }
  return false;
}

/// Once for all iterations; \p All gets the ways out. Again as long as a pointer is seen to be
/// given what another one had.
void LoopInterpreter::runForAll(Iteration &All) {
  std::map<SlotId, Value> Pointers = Code.Client.carriedPointers(*Parts.Where);
  for (const Stmt *Part : {Parts.Body, static_cast<const Stmt *>(Parts.Condition),
                           static_cast<const Stmt *>(Parts.Increment)})
    if (Part)
      Code.Client.forgetChanges(*Part);
  for (const Stmt *Part : Parts.Sequence)
    Code.Client.forgetChanges(*Part);
  State Start = Code.Current;
  unsigned WaysLeftBefore = Code.WaysLeft;
  bool IsNew = true;
  while (IsNew) {
    Code.Current = Start;
    for (const auto &[Slot, Held] : Pointers)
      Code.Current.Variables[Slot] = Held;
    Code.WaysLeft = WaysLeftBefore;
    Code.Client.restartLoop();
    All = iterate();
    IsNew = All.End.Reachable && Code.Client.addCarried(Pointers, All.End);
  }
  if (All.Failed.Reachable)
    All.Breaks.push_back(std::move(All.Failed));
}

void LoopInterpreter::runConcretely() {
  Entry = Code.Current;
  unsigned WaysLeftBefore = Code.WaysLeft;
  Code.Client.enterLoop(*Parts.Where);
  Iteration All;
  if (!unroll(All)) {
    All = Iteration();
    Code.Current = Entry;
    Code.WaysLeft = WaysLeftBefore;
    runForAll(All);
  }
  Code.Client.leaveLoop();
  appendStates(Code.frame().Returns, All.Returns);
  for (auto &[Label, States] : All.Jumps)
    appendStates(Code.frame().Gotos[Label], States);
  if (!Code.BreakTargets.empty())
    appendStates(Code.BreakTargets.back().Breaks, All.OuterBreaks);
  auto Outer = llvm::find_if(llvm::reverse(Code.BreakTargets), [](const auto &Target) {
    return Target.IsLoop || Target.IsTransparent;
  });
  if (Outer != Code.BreakTargets.rend())
    appendStates(Outer->Continues, All.OuterContinues);
  size_t GuardsAtEntry = Entry.Guards.size();
  Code.Current = Code.join(std::move(All.Breaks), GuardsAtEntry);
  Code.rejoin(WaysLeftBefore, 0, GuardsAtEntry);
}

} // namespace memlint
