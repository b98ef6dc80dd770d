//===- Switches.cpp - Switch statements -------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssignedVariables.h"
#include "cuda-memlint/Interpreter/Interpreter.h"

#include "llvm/ADT/SmallPtrSet.h"

using namespace clang;

namespace memlint {

ExprRef Interpreter::caseMatches(ExprRef Selector, const CaseStmt &Case) {
  ExprRef Low = number(Case.getLHS());
  if (!Case.getRHS())
    return Exprs.equal(Selector, Low);
  ExprRef High = number(Case.getRHS());
  return Exprs.logicalAnd(Exprs.logicalNot(Exprs.less(Selector, Low)),
                          Exprs.logicalNot(Exprs.less(High, Selector)));
}

/// Some case of \p Switch is not a statement of its body itself.
static bool hasInnerLabels(const SwitchStmt &Switch) {
  llvm::SmallPtrSet<const SwitchCase *, 16> Outer;
  auto Note = [&](const Stmt *Child) {
    while (const auto *Case = dyn_cast_or_null<SwitchCase>(Child)) {
      Outer.insert(Case);
      Child = Case->getSubStmt();
    }
  };
  if (const auto *Body = dyn_cast_or_null<CompoundStmt>(Switch.getBody()))
    for (const Stmt *Child : Body->body())
      Note(Child);
  else
    Note(Switch.getBody());
  for (const SwitchCase *Case = Switch.getSwitchCaseList(); Case; Case = Case->getNextSwitchCase())
    if (!Outer.contains(Case))
      return true;
  return false;
}

/// Runs a switch whose cases are statements of its body, from the first to the last.
class Interpreter::SwitchRun {
public:
  SwitchRun(Interpreter &In, ExprRef Selector, ExprRef Unmatched)
      : In(In), Selector(Selector), Unmatched(Unmatched) {}

  void run(const SwitchStmt &Switch) {
    if (In.Recording && In.Current.Reachable)
      Branch = In.Recorder.addBranch(Selector, Switch.getCond());
    Entry = In.Current;
    unsigned WaysLeftBefore = In.WaysLeft;
    BreakTarget Target;
    Target.GuardsAtEntry = Entry.Guards.size();
    In.enterBreakable(std::move(Target));
    In.Current.Reachable = false;
    In.Current.Edges.clear();

    if (const auto *Body = dyn_cast_or_null<CompoundStmt>(Switch.getBody()))
      for (const Stmt *Child : Body->body())
        runCases(Child);
    else if (Switch.getBody())
      runCases(Switch.getBody());
    if (!HasDefault)
      enter(Unmatched);

    std::vector<State> Ends = std::move(In.BreakTargets.back().Breaks);
    In.BreakTargets.pop_back();
    size_t WaysBack = Ends.size();
    Ends.push_back(std::move(In.Current));
    In.Current = In.join(std::move(Ends), Entry.Guards.size());
    In.rejoin(WaysLeftBefore, WaysBack, Entry.Guards.size());
  }

private:
  /// Threads that the label lets in meet those that come from the case before.
  void enter(ExprRef Matches) {
    if (Matches->isConstant(0))
      return;
    State FromTop = Entry;
    for (OpenEdge &Edge : FromTop.Edges)
      Edge.Successor = NextEdge;
    ++NextEdge;
    if (Branch)
      In.Recorder.addCase(*Branch, Matches);
    FromTop.Guards.push_back(Matches);
    std::vector<State> Ways;
    Ways.push_back(std::move(FromTop));
    Ways.push_back(std::move(In.Current));
    In.Current = In.join(std::move(Ways), Entry.Guards.size());
  }

  void runCases(const Stmt *Child) {
    while (const auto *Case = dyn_cast<SwitchCase>(Child)) {
      if (const auto *Labelled = dyn_cast<CaseStmt>(Case)) {
        enter(In.caseMatches(Selector, *Labelled));
      } else {
        HasDefault = true;
        enter(Unmatched);
      }
      Child = Case->getSubStmt();
    }
    In.execute(Child);
  }

  Interpreter &In;
  ExprRef Selector, Unmatched;
  State Entry;
  std::optional<unsigned> Branch;
  unsigned NextEdge = 0;
  bool HasDefault = false;
};

void Interpreter::executeSwitch(const SwitchStmt *Switch) {
  execute(Switch->getInit());
  if (const VarDecl *Variable = Switch->getConditionVariable())
    executeDeclaration(*Variable);
  ExprRef Selector = number(Switch->getCond());
  if (hasInnerLabels(*Switch)) {
    executeUnfollowed(*Switch);
    return;
  }
  ExprRef Unmatched = Exprs.constant(1);
  for (const SwitchCase *Case = Switch->getSwitchCaseList(); Case; Case = Case->getNextSwitchCase())
    if (const auto *Labelled = dyn_cast<CaseStmt>(Case))
      Unmatched = Exprs.logicalAnd(Unmatched, Exprs.logicalNot(caseMatches(Selector, *Labelled)));
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Switch->getBody());
  if (Client.isConcrete() && Body)
    runEachCase(*Body, Selector, Unmatched);
  else
    SwitchRun(*this, Selector, Unmatched).run(*Switch);
}

/// A label inside a loop or branch of its switch: who gets there is not known.
void Interpreter::executeUnfollowed(const SwitchStmt &Switch) {
  size_t GuardsAtEntry = Current.Guards.size();
  Recorder.noteUnseen(&Switch);
  Client.forgetChanges(*Switch.getBody());
  for (const ValueDecl *Assigned : assignedVariables(Switch.getBody()))
    if (auto Known = frame().Slots.find(Assigned); Known != frame().Slots.end())
      havocVariable(Known->second, "a value in a switch with labels inside its statements");
  enterBreakable({});
  std::vector<State> Ends;
  if (Client.isConcrete())
    Ends.push_back(Current);
  Current.Guards.push_back(Exprs.opaque(OpaqueReason::NotUnderstood, Uniformity::Lane,
                                        "whether a case is reached", {0, 1}));
  execute(Switch.getBody());
  std::vector<State> &Breaks = BreakTargets.back().Breaks;
  std::move(Breaks.begin(), Breaks.end(), std::back_inserter(Ends));
  BreakTargets.pop_back();
  Ends.push_back(std::move(Current));
  Current = join(std::move(Ends), GuardsAtEntry);
}

/// Runs the statements from each label of a switch on, by themselves: what the label says of the
/// selector is known in them.
void Interpreter::runEachCase(const CompoundStmt &Body, ExprRef Selector, ExprRef Unmatched) {
  State Entry = Current;
  unsigned WaysLeftBefore = WaysLeft;
  size_t WaysBack = 0;
  std::vector<CaseRun> Runs;
  CaseRun Otherwise;
  enterBreakable({});
  auto RunFrom = [&](ExprRef Matches, llvm::ArrayRef<Stmt *> Statements) {
    CaseRun Run;
    Run.Matches = Matches;
    if (Matches->isConstant(0))
      return Run;
    Current = Entry;
    Current.Guards.push_back(Matches);
    Run.Refined = refine(Matches);
    for (const Stmt *Each : Statements)
      execute(Each);
    std::vector<State> Ends = std::exchange(BreakTargets.back().Breaks, {});
    WaysBack += Ends.size();
    Ends.push_back(std::move(Current));
    Run.End = join(std::move(Ends), Entry.Guards.size() + 1);
    return Run;
  };
  llvm::ArrayRef<Stmt *> Statements(const_cast<CompoundStmt &>(Body).body_begin(), Body.size());
  for (; !Statements.empty(); Statements = Statements.drop_front())
    for (const auto *Case = dyn_cast<SwitchCase>(Statements.front()); Case;
         Case = dyn_cast<SwitchCase>(Case->getSubStmt())) {
      if (const auto *Labelled = dyn_cast<CaseStmt>(Case))
        Runs.push_back(RunFrom(caseMatches(Selector, *Labelled), Statements));
      else
        Otherwise = RunFrom(Unmatched, Statements);
    }
  if (!Otherwise.Matches)
    Otherwise = RunFrom(Unmatched, {});
  BreakTargets.pop_back();
  Runs.push_back(std::move(Otherwise));
  llvm::erase_if(Runs, [](const CaseRun &Run) { return Run.Matches->isConstant(0); });
  Current = joinCases(std::move(Runs), Entry);
  rejoin(WaysLeftBefore, WaysBack, Entry.Guards.size());
}

/// Undoes what was refined where no case has changed the variable.
void Interpreter::forgetCases(llvm::MutableArrayRef<CaseRun> Runs, const State &Entry) {
  llvm::DenseSet<SlotId> Changed, Refined;
  for (const CaseRun &Run : Runs) {
    for (const Refinement &Refining : Run.Refined)
      Refined.insert(Refining.Slot);
    for (const auto &[Slot, Before] : Entry.Variables) {
      auto Known = llvm::find_if(Run.Refined,
                                 [&, At = Slot](const Refinement &Of) { return Of.Slot == At; });
      auto Held = Run.End.Variables.find(Slot);
      if (Held == Run.End.Variables.end() ||
          !sameValue(Held->second, Known == Run.Refined.end() ? Before : Known->Known))
        Changed.insert(Slot);
    }
  }
  for (CaseRun &Run : Runs)
    for (SlotId Slot : Refined)
      if (!Changed.contains(Slot))
        Run.End.Variables[Slot] = Entry.Variables.lookup(Slot);
}

/// One case alone matches: which state it is that a number is from follows from the labels, the
/// last of \p Runs being that of no label.
State Interpreter::joinCases(std::vector<CaseRun> Runs, const State &Entry) {
  auto IsReached = [](const CaseRun &Run) { return Run.End.Reachable; };
  size_t GuardsAtEntry = Entry.Guards.size();
  if (llvm::count_if(Runs, IsReached) < 2) {
    std::vector<State> Ends;
    for (CaseRun &Run : Runs)
      Ends.push_back(std::move(Run.End));
    return join(std::move(Ends), GuardsAtEntry);
  }
  llvm::erase_if(Runs, std::not_fn(IsReached));
  forgetCases(Runs, Entry);
  State Result = std::move(Runs.back().End);
  for (Runs.pop_back(); !Runs.empty(); Runs.pop_back()) {
    CaseRun &Run = Runs.back();
    auto Arrives = [&](State &Way, ExprRef Condition) {
      Way.Guards.resize(GuardsAtEntry);
      Way.Guards.push_back(Condition);
    };
    Arrives(Run.End, Run.Matches);
    Arrives(Result, Exprs.logicalNot(Run.Matches));
    std::vector<State> Ways;
    Ways.push_back(std::move(Run.End));
    Ways.push_back(std::move(Result));
    Result = join(std::move(Ways), GuardsAtEntry);
  }
  return Result;
}

} // namespace memlint
