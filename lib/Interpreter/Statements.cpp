//===- Statements.cpp - Statements ------------------------------*- C++ -*-===//
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

bool Interpreter::step(uint64_t Weight) {
  Steps += Client.isConcrete() ? 1 : Weight;
  if (Steps > StepLimit && !Client.isConcrete())
    StepsExhausted = true;
  return !StepsExhausted;
}

void Interpreter::endPath() {
  ++WaysLeft;
  Current.Reachable = false;
  Current.Edges.clear();
}

void Interpreter::endImpossiblePath() {
  Current.Impossible = true;
  Current.Reachable = false;
  Current.Edges.clear();
}

void Interpreter::rejoin(unsigned WaysLeftBefore, size_t WaysBack, size_t GuardsAtEntry) {
  if (WaysLeft - WaysLeftBefore != WaysBack) {
    WaysLeft -= unsigned(std::min<size_t>(WaysBack, WaysLeft - WaysLeftBefore));
    return;
  }
  WaysLeft = WaysLeftBefore;
  if (Current.Reachable && Current.Guards.size() > GuardsAtEntry)
    Current.Guards.resize(GuardsAtEntry);
}

void Interpreter::branch(ExprRef Condition, llvm::function_ref<void()> Then,
                         llvm::function_ref<void()> Else, const clang::Expr *Written) {
  if (!FallingConditions.empty()) {
    ExprRef Otherwise = Exprs.logicalNot(Condition);
    const FallingCondition *IfTrue = fallingCondition(Condition);
    const FallingCondition *Known = IfTrue ? IfTrue : fallingCondition(Otherwise);
    if (Known) {
      if (Known->ByCounter)
        Condition = IfTrue ? Known->ByCounter : Exprs.logicalNot(Known->ByCounter);
      llvm::function_ref<void()> Side = IfTrue ? Then : Else;
      auto Assuming = [&] {
        assumeHolds(*Known);
        Side();
      };
      branchOn(Condition, IfTrue ? llvm::function_ref<void()>(Assuming) : Then,
               IfTrue ? Else : llvm::function_ref<void()>(Assuming), Written);
      return;
    }
  }
  branchOn(Condition, Then, Else, Written);
}

void Interpreter::branchOn(ExprRef Condition, llvm::function_ref<void()> Then,
                           llvm::function_ref<void()> Else, const clang::Expr *Written) {
  if (Condition->isConstant()) {
    if (Condition->isConstant(0))
      Else();
    else
      Then();
    return;
  }
  size_t GuardsAtEntry = Current.Guards.size();
  std::vector<OpenEdge> ElseEdges;
  if (Recording) {
    unsigned Branch = Recorder.addBranch(Condition, Written);
    ElseEdges = {{Branch, 1}};
  }
  State Entry = Current;
  unsigned WaysLeftBefore = WaysLeft;
  Current.Guards.push_back(Condition);
  std::vector<Refinement> InThen = refine(Condition);
  Then();
  State AfterThen = std::move(Current);
  Current = std::move(Entry);
  Current.Edges = std::move(ElseEdges);
  ExprRef Opposite = Exprs.logicalNot(Condition);
  Current.Guards.push_back(Opposite);
  std::vector<Refinement> InElse = refine(Opposite);
  Else();
  forget(InThen, AfterThen, InElse, Current);
  forget(InElse, Current, InThen, AfterThen);
  std::vector<State> Ends;
  Ends.push_back(std::move(AfterThen));
  Ends.push_back(std::move(Current));
  Current = join(std::move(Ends), GuardsAtEntry);
  rejoin(WaysLeftBefore, 0, GuardsAtEntry);
}

void Interpreter::execute(const Stmt *S) {
  if (!S || !Current.Reachable || !step())
    return;
  size_t ObjectsBefore = frame().Objects.size();
  auto FirstInside = SlotId(SlotTypes.size());
  executeUnscoped(S);
  // All statements are scopes but these, whose variables are those of the block around them.
  if (!isa<DeclStmt, LabelStmt, SwitchCase, AttributedStmt>(S))
    leaveScope(ObjectsBefore);
  // What a block had is copied at each branch behind it otherwise.
  if (isa<CompoundStmt>(S))
    dropVariablesFrom(FirstInside);
}

void Interpreter::executeScope(const Stmt *S) {
  size_t ObjectsBefore = frame().Objects.size();
  execute(S);
  leaveScope(ObjectsBefore);
}

void Interpreter::executeUnscoped(const Stmt *S) {
  switch (S->getStmtClass()) {
  case Stmt::CompoundStmtClass: {
    Recorder.enterStatement(*S, Placement::Block);
    executeSequence({cast<CompoundStmt>(S)->body_begin(), cast<CompoundStmt>(S)->body_end()});
    Recorder.leaveStatement(*S, Placement::Block);
    return;
  }
  case Stmt::DeclStmtClass:
    for (const Decl *Declaration : cast<DeclStmt>(S)->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(Declaration))
        executeDeclaration(*Variable);
    return;
  case Stmt::IfStmtClass:
    executeIf(cast<IfStmt>(S));
    return;
  case Stmt::ForStmtClass: {
    const auto *For = cast<ForStmt>(S);
    execute(For->getInit());
    executeLoop({.Where = S,
                 .Condition = For->getCond(),
                 .ConditionVariable = For->getConditionVariable(),
                 .Increment = For->getInc(),
                 .Body = For->getBody()});
    return;
  }
  case Stmt::WhileStmtClass: {
    const auto *While = cast<WhileStmt>(S);
    executeLoop({.Where = S,
                 .Condition = While->getCond(),
                 .ConditionVariable = While->getConditionVariable(),
                 .Body = While->getBody()});
    return;
  }
  case Stmt::DoStmtClass: {
    const auto *Do = cast<DoStmt>(S);
    executeLoop({.Where = S, .Condition = Do->getCond(), .Body = Do->getBody(), .TestAtEnd = true});
    return;
  }
  case Stmt::CXXForRangeStmtClass: {
    const auto *For = cast<CXXForRangeStmt>(S);
    for (const Stmt *Before : std::initializer_list<const Stmt *>{
             For->getInit(), For->getRangeStmt(), For->getBeginStmt(), For->getEndStmt()})
      execute(Before);
    executeLoop({.Where = S,
                 .Condition = For->getCond(),
                 .Increment = For->getInc(),
                 .Body = For->getBody(),
                 .ElementDeclaration = For->getLoopVarStmt()});
    return;
  }
  case Stmt::SwitchStmtClass:
    executeSwitch(cast<SwitchStmt>(S));
    return;
  case Stmt::CaseStmtClass:
  case Stmt::DefaultStmtClass:
    execute(cast<SwitchCase>(S)->getSubStmt());
    return;
  case Stmt::BreakStmtClass:
    executeBreak();
    return;
  case Stmt::ContinueStmtClass:
    executeContinue();
    return;
  case Stmt::ReturnStmtClass:
    executeReturn(cast<ReturnStmt>(S));
    return;
  case Stmt::AttributedStmtClass:
    Recorder.noteAttributes(*cast<AttributedStmt>(S));
    execute(cast<AttributedStmt>(S)->getSubStmt());
    return;
  case Stmt::LabelStmtClass: {
    if (jumpsTo(cast<LabelStmt>(S)->getDecl()).Followed) {
      execute(cast<LabelStmt>(S)->getSubStmt());
      return;
    }
    // A goto may lead here with other values of what the function assigns.
    const FunctionDecl *Function = frame().Function;
    for (const ValueDecl *Assigned : assignedVariables(Function ? Function->getBody() : nullptr))
      if (auto Known = frame().Slots.find(Assigned);
          Known != frame().Slots.end() && Current.Variables.contains(Known->second))
        havocVariable(Known->second, "a value at a label that a goto may lead to");
    if (Function && Function->getBody())
      Client.forgetChanges(*Function->getBody());
    execute(cast<LabelStmt>(S)->getSubStmt());
    return;
  }
  case Stmt::GotoStmtClass:
    loseObjects(S);
    if (const LabelDecl *Label = cast<GotoStmt>(S)->getLabel(); jumpsTo(Label).Followed) {
      frame().Gotos[Label].push_back(Current);
      endPath();
      return;
    }
    [[fallthrough]];
  case Stmt::IndirectGotoStmtClass:
    Recorder.noteUnseen(S);
    ++WaysLeft;
    // What follows is reached by those that did not jump; nothing is known of
    // who they are.
    Current.Guards.push_back(Exprs.opaque(OpaqueReason::NotUnderstood, Uniformity::Lane,
                                          "whether a goto was taken", {0, 1}));
    return;
  case Stmt::GCCAsmStmtClass:
    Client.executeAsm(*cast<GCCAsmStmt>(S));
    return;
  case Stmt::CXXTryStmtClass:
    executeTry(cast<CXXTryStmt>(S));
    return;
  case Stmt::NullStmtClass:
    return;
  default:
    if (const auto *Expression = dyn_cast<clang::Expr>(S)) {
      evaluateForEffect(Expression);
      return;
    }
    for (const Stmt *Child : S->children())
      execute(Child);
    return;
  }
}

LabelJumps Interpreter::jumpsTo(const LabelDecl *Label) {
  if (!frame().Jumps)
    frame().Jumps = findJumps(frame().Function ? frame().Function->getBody() : nullptr);
  return frame().Jumps->lookup(Label);
}

void Interpreter::executeBody(const Stmt *Body) {
  bool IsAlone = Body && !isa<CompoundStmt, NullStmt>(Body);
  if (IsAlone)
    Recorder.enterStatement(*Body, Placement::Body);
  executeScope(Body);
  if (IsAlone)
    Recorder.leaveStatement(*Body, Placement::Body);
}

void Interpreter::executeSequence(llvm::ArrayRef<Stmt *> Statements, bool InLoop) {
  for (size_t Index = 0; Index < Statements.size(); ++Index) {
    const auto *Label = dyn_cast_or_null<LabelStmt>(Statements[Index]);
    LabelJumps Jumps = Label ? jumpsTo(Label->getDecl()) : LabelJumps();
    if (!Jumps.Followed) {
      Placement Placed = Statements.size() > 1 ? Placement::InBlock : Placement::AloneInBlock;
      Recorder.enterStatement(*Statements[Index], Placed);
      execute(Statements[Index]);
      Recorder.leaveStatement(*Statements[Index], Placed);
      continue;
    }
    if (InLoop && Index == 0) {
      execute(Label->getSubStmt());
      continue;
    }
    arriveAt(Label->getDecl());
    if (Jumps.LoopStatements == 0) {
      execute(Label->getSubStmt());
      continue;
    }
    LoopParts Parts;
    Parts.Where = Label;
    Parts.Restart = Label->getDecl();
    Parts.Sequence = Statements.slice(Index).take_front(Jumps.LoopStatements);
    executeLoop(Parts);
    Index += Parts.Sequence.size() - 1;
  }
}

/// Threads that jumped to \p Label meet those that come to it step by step.
void Interpreter::arriveAt(const LabelDecl *Label) {
  auto Jumped = frame().Gotos.find(Label);
  if (Jumped == frame().Gotos.end() || Jumped->second.empty())
    return;
  std::vector<State> States = std::move(Jumped->second);
  frame().Gotos.erase(Label);
  WaysLeft -= unsigned(std::min<size_t>(States.size(), WaysLeft));
  States.push_back(std::move(Current));
  // The guards that all of them have.
  const State *Shortest = &States.front();
  size_t Common = Shortest->Guards.size();
  for (const State &Way : States) {
    if (!Way.Reachable)
      continue;
    size_t Same = 0;
    while (Same < Common && Same < Way.Guards.size() && Way.Guards[Same] == Shortest->Guards[Same])
      ++Same;
    Common = Same;
  }
  Current = join(std::move(States), Common);
}

void Interpreter::enterBreakable(BreakTarget Target) {
  Target.ObjectsOutside = frame().Objects.size();
  BreakTargets.push_back(std::move(Target));
}

void Interpreter::executeBreak() {
  if (BreakTargets.empty())
    return;
  jumpOutOfScope(BreakTargets.back().ObjectsOutside);
  BreakTargets.back().Breaks.push_back(std::move(Current));
  endPath();
}

void Interpreter::executeContinue() {
  for (BreakTarget &Target : llvm::reverse(BreakTargets))
    if (Target.IsLoop || Target.IsTransparent) {
      jumpOutOfScope(Target.ObjectsOutside);
      Target.Continues.push_back(std::move(Current));
      endPath();
      return;
    }
}

void Interpreter::executeIf(const IfStmt *If) {
  execute(If->getInit());
  if (const VarDecl *Variable = If->getConditionVariable())
    executeDeclaration(*Variable);
  if (If->isConsteval()) {
    execute(If->isNonNegatedConsteval() ? If->getElse() : If->getThen());
    return;
  }
  branch(
      condition(If->getCond()), [&] { executeScope(If->getThen()); },
      [&] { executeScope(If->getElse()); }, If->getCond());
}

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

void Interpreter::executeSwitch(const SwitchStmt *Switch) {
  execute(Switch->getInit());
  if (const VarDecl *Variable = Switch->getConditionVariable())
    executeDeclaration(*Variable);
  ExprRef Selector = number(Switch->getCond());
  const auto *Body = dyn_cast_or_null<CompoundStmt>(Switch->getBody());
  size_t GuardsAtEntry = Current.Guards.size();
  if (hasInnerLabels(*Switch)) {
    // A label inside a loop or branch of its switch: who gets there is not known.
    Recorder.noteUnseen(Switch);
    Client.forgetChanges(*Switch->getBody());
    for (const ValueDecl *Assigned : assignedVariables(Switch->getBody()))
      if (auto Known = frame().Slots.find(Assigned); Known != frame().Slots.end())
        havocVariable(Known->second, "a value in a switch with labels inside its statements");
    enterBreakable({});
    std::vector<State> Ends;
    if (Client.isConcrete())
      Ends.push_back(Current);
    Current.Guards.push_back(Exprs.opaque(OpaqueReason::NotUnderstood, Uniformity::Lane,
                                          "whether a case is reached", {0, 1}));
    execute(Switch->getBody());
    std::vector<State> &Breaks = BreakTargets.back().Breaks;
    std::move(Breaks.begin(), Breaks.end(), std::back_inserter(Ends));
    BreakTargets.pop_back();
    Ends.push_back(std::move(Current));
    Current = join(std::move(Ends), GuardsAtEntry);
    return;
  }
  ExprRef Unmatched = Exprs.constant(1);
  for (const SwitchCase *Case = Switch->getSwitchCaseList(); Case; Case = Case->getNextSwitchCase())
    if (const auto *Labelled = dyn_cast<CaseStmt>(Case))
      Unmatched = Exprs.logicalAnd(Unmatched, Exprs.logicalNot(caseMatches(Selector, *Labelled)));
  if (Client.isConcrete() && Body) {
    runEachCase(*Body, Selector, Unmatched);
    return;
  }
  std::optional<unsigned> Branch;
  if (Recording && Current.Reachable)
    Branch = Recorder.addBranch(Selector, Switch->getCond());
  State Entry = Current;
  unsigned WaysLeftBefore = WaysLeft;
  BreakTarget Target;
  Target.GuardsAtEntry = GuardsAtEntry;
  enterBreakable(std::move(Target));

  bool HasDefault = false;
  unsigned NextEdge = 0;
  auto Enter = [&](ExprRef Matches) {
    if (Matches->isConstant(0))
      return;
    State FromTop = Entry;
    for (OpenEdge &Edge : FromTop.Edges)
      Edge.Successor = NextEdge;
    ++NextEdge;
    if (Branch)
      Recorder.addCase(*Branch, Matches);
    FromTop.Guards.push_back(Matches);
    std::vector<State> Ways;
    Ways.push_back(std::move(FromTop));
    Ways.push_back(std::move(Current));
    Current = join(std::move(Ways), GuardsAtEntry);
  };
  Current.Reachable = false;
  Current.Edges.clear();
  auto RunCases = [&](const Stmt *Child) {
    while (const auto *Case = dyn_cast<SwitchCase>(Child)) {
      if (const auto *Labelled = dyn_cast<CaseStmt>(Case)) {
        Enter(caseMatches(Selector, *Labelled));
      } else {
        HasDefault = true;
        Enter(Unmatched);
      }
      Child = Case->getSubStmt();
    }
    execute(Child);
  };
  if (Body)
    for (const Stmt *Child : Body->body())
      RunCases(Child);
  else if (Switch->getBody())
    RunCases(Switch->getBody());
  if (!HasDefault)
    Enter(Unmatched);

  BreakTarget Done = std::move(BreakTargets.back());
  BreakTargets.pop_back();
  std::vector<State> Ends = std::move(Done.Breaks);
  size_t WaysBack = Ends.size();
  Ends.push_back(std::move(Current));
  Current = join(std::move(Ends), GuardsAtEntry);
  rejoin(WaysLeftBefore, WaysBack, GuardsAtEntry);
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

/// An exception may be thrown anywhere in the block.
void Interpreter::executeTry(const CXXTryStmt *Try) {
  size_t GuardsAtEntry = Current.Guards.size();
  unsigned WaysLeftBefore = WaysLeft;
  State Thrown = Current;
  execute(Try->getTryBlock());
  std::vector<State> Ends;
  std::swap(Thrown, Current);
  Ends.push_back(std::move(Thrown));
  Current.Edges.clear();
  Current.Guards.push_back(Exprs.opaque(OpaqueReason::NotUnderstood, Uniformity::Lane,
                                        "whether an exception is thrown", {0, 1}));
  Client.forgetChanges(*Try->getTryBlock());
  State Caught = Current;
  for (unsigned Index = 0; Index != Try->getNumHandlers(); ++Index) {
    Current = Caught;
    execute(Try->getHandler(Index)->getHandlerBlock());
    Ends.push_back(std::move(Current));
  }
  Current = join(std::move(Ends), GuardsAtEntry);
  rejoin(WaysLeftBefore, 0, GuardsAtEntry);
}

void Interpreter::executeReturn(const ReturnStmt *Return) {
  if (const clang::Expr *Result = Return->getRetValue()) {
    const FunctionDecl *Function = frame().Function;
    Value Returned;
    if (Function && Function->getReturnType()->isReferenceType())
      Returned = Value::pointer(locate(Result));
    else
      Returned = evaluate(Result);
    if (Frames.size() > 1)
      writeVariable(Lvalue::variable(frame().Result), Returned);
  }
  jumpOutOfScope(0, Return->getNRVOCandidate());
  if (Current.Reachable)
    frame().Returns.push_back(Current);
  endPath();
}

void Interpreter::executeDeclaration(const VarDecl &Variable) {
  initialise(Variable);
  if (Variable.hasLocalStorage() && !Variable.getType()->isDependentType() && Variable.getInit())
    noteLifetime(Variable);
}

void Interpreter::initialise(const VarDecl &Variable) {
  QualType Type = Variable.getType();
  // Shared and static variables are objects; their initial value is not known.
  if (!Variable.hasLocalStorage() || Type->isDependentType())
    return;
  bool IsDestroyed = Type.isDestructedType() != QualType::DK_none && !Client.isNumbered(Type);
  if ((IsDestroyed || Variable.isInvalidDecl()) && Variable.getInit())
    Recorder.noteUnseen(Variable.getInit());
  const clang::Expr *Init = Variable.getInit();
  if (!Type->isReferenceType() && (!isTracked(Type) || Client.isChangedUnseen(Variable))) {
    if (Init)
      evaluateForEffect(Init);
    return;
  }
  SlotId Slot = newSlot(Type, Variable.getName());
  frame().Slots[&Variable] = Slot;
  WriteLog[Slot] = true;
  Current.Variables[Slot] = Value();
  if (!Init)
    return;
  // Arguments in parentheses that do not compile have no type of their own.
  if (Init->containsErrors()) {
    Recorder.noteUnseen(Init);
    Client.forgetChanges(*Init);
    bool IsReference = Type->isReferenceType();
    QualType Bare = Type.getNonReferenceType();
    Current.Variables[Slot] =
        unknownValue(IsReference ? Ast.getPointerType(Bare) : Bare, Uniformity::Lane,
                     OpaqueReason::NotUnderstood, "an expression that does not compile");
    return;
  }
  if (Type->isReferenceType()) {
    Current.Variables[Slot] = Value::pointer(locate(Init));
    return;
  }
  if (const auto *Construct = dyn_cast<CXXConstructExpr>(Init->IgnoreImplicit())) {
    constructInto(Lvalue::variable(Slot), Construct);
    return;
  }
  Value Initial = evaluate(initialValueOf(Variable));
  Current.Variables[Slot] = std::move(Initial);
}

} // namespace memlint
