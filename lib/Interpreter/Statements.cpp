//===- Statements.cpp - Statements ------------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AssignedVariables.h"
#include "cuda-memlint/Interpreter/Interpreter.h"

#include "clang/AST/StmtVisitor.h"

using namespace clang;

namespace memlint {

bool Interpreter::step(uint64_t Weight) {
  // All that is done under many conditions, as behind jumps that are not followed, is held against
  // each of them.
  constexpr size_t ManyGuards = 128;
  if (Current.Guards.size() > ManyGuards)
    Weight += Current.Guards.size();
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

/// Runs a statement, by its kind.
class Interpreter::StatementVisitor : public ConstStmtVisitor<Interpreter::StatementVisitor> {
public:
  explicit StatementVisitor(Interpreter &In) : In(In) {}

  void VisitCompoundStmt(const CompoundStmt *Block) {
    In.Recorder.enterStatement(*Block, Placement::Block);
    auto *Body = const_cast<CompoundStmt *>(Block);
    In.executeSequence({Body->body_begin(), Body->body_end()});
    In.Recorder.leaveStatement(*Block, Placement::Block);
  }
  void VisitDeclStmt(const DeclStmt *S) {
    for (const Decl *Declaration : S->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(Declaration))
        In.executeDeclaration(*Variable);
  }
  void VisitNullStmt(const NullStmt *) {}
  void VisitExpr(const clang::Expr *E) { In.evaluateForEffect(E); }
  void VisitGCCAsmStmt(const GCCAsmStmt *Asm) { In.Client.executeAsm(*Asm); }

  // Branches.
  void VisitIfStmt(const IfStmt *If) { In.executeIf(If); }
  void VisitSwitchStmt(const SwitchStmt *Switch) { In.executeSwitch(Switch); }
  void VisitSwitchCase(const SwitchCase *Case) { In.execute(Case->getSubStmt()); }
  void VisitCXXTryStmt(const CXXTryStmt *Try) { In.executeTry(Try); }

  // Loops.
  void VisitForStmt(const ForStmt *For) {
    In.execute(For->getInit());
    In.executeLoop({.Where = For,
                    .Condition = For->getCond(),
                    .ConditionVariable = For->getConditionVariable(),
                    .Increment = For->getInc(),
                    .Body = For->getBody()});
  }
  void VisitWhileStmt(const WhileStmt *While) {
    In.executeLoop({.Where = While,
                    .Condition = While->getCond(),
                    .ConditionVariable = While->getConditionVariable(),
                    .Body = While->getBody()});
  }
  void VisitDoStmt(const DoStmt *Do) {
    In.executeLoop(
        {.Where = Do, .Condition = Do->getCond(), .Body = Do->getBody(), .TestAtEnd = true});
  }
  void VisitCXXForRangeStmt(const CXXForRangeStmt *For) {
    for (const Stmt *Before : std::initializer_list<const Stmt *>{
             For->getInit(), For->getRangeStmt(), For->getBeginStmt(), For->getEndStmt()})
      In.execute(Before);
    In.executeLoop({.Where = For,
                    .Condition = For->getCond(),
                    .Increment = For->getInc(),
                    .Body = For->getBody(),
                    .ElementDeclaration = For->getLoopVarStmt()});
  }

  // Jumps.
  void VisitBreakStmt(const BreakStmt *) { In.executeBreak(); }
  void VisitContinueStmt(const ContinueStmt *) { In.executeContinue(); }
  void VisitReturnStmt(const ReturnStmt *Return) { In.executeReturn(Return); }
  void VisitLabelStmt(const LabelStmt *Label) {
    if (!In.jumpsTo(Label->getDecl()).Followed)
      In.forgetAssigned();
    In.execute(Label->getSubStmt());
  }
  void VisitGotoStmt(const GotoStmt *Goto) {
    In.loseObjects(Goto);
    const LabelDecl *Label = Goto->getLabel();
    if (!In.jumpsTo(Label).Followed) {
      unfollowedJump(Goto);
      return;
    }
    In.frame().Gotos[Label].push_back(In.Current);
    In.endPath();
  }
  void VisitIndirectGotoStmt(const IndirectGotoStmt *Goto) { unfollowedJump(Goto); }

  void VisitAttributedStmt(const AttributedStmt *S) {
    In.Recorder.noteAttributes(*S);
    In.execute(S->getSubStmt());
  }
  void VisitStmt(const Stmt *S) {
    for (const Stmt *Child : S->children())
      In.execute(Child);
  }

private:
  /// What follows is reached by those that did not jump; nothing is known of who they are.
  void unfollowedJump(const Stmt *Jump) {
    In.Recorder.noteUnseen(Jump);
    ++In.WaysLeft;
    In.Current.Guards.push_back(In.Exprs.opaque(OpaqueReason::NotUnderstood, Uniformity::Lane,
                                                "whether a goto was taken", {0, 1}));
  }

  Interpreter &In;
};

void Interpreter::execute(const Stmt *S) {
  if (!S || !Current.Reachable || !step())
    return;
  size_t ObjectsBefore = frame().Objects.size();
  auto FirstInside = SlotId(SlotTypes.size());
  StatementVisitor(*this).Visit(S);
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

/// A goto may lead to a label with other values of what the function assigns.
void Interpreter::forgetAssigned() {
  const FunctionDecl *Function = frame().Function;
  const Stmt *Body = Function ? Function->getBody() : nullptr;
  if (!frame().Assigned)
    frame().Assigned = assignedVariables(Body);
  for (const ValueDecl *Assigned : *frame().Assigned)
    if (auto Known = frame().Slots.find(Assigned);
        Known != frame().Slots.end() && Current.Variables.contains(Known->second))
      havocVariable(Known->second, "a value at a label that a goto may lead to");
  if (Body)
    Client.forgetChanges(*Body);
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
