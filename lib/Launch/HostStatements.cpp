//===- HostStatements.cpp - Statements of host code -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostEvaluator.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"

using namespace clang;

namespace memlint {

namespace {

void joinInto(std::optional<HostState> &Target, const HostState &State) {
  if (Target)
    Target->joinWith(State);
  else
    Target = State;
}

} // namespace

void HostEvaluator::execute(const Stmt *Statement) {
  if (!Statement)
    return;
  if (const auto *Label = dyn_cast<LabelStmt>(Statement))
    return executeLabel(Label);
  if (const auto *Compound = dyn_cast<CompoundStmt>(Statement)) {
    for (const Stmt *Child : Compound->body())
      execute(Child);
    return;
  }
  if (!State.Reachable)
    return;
  ++Steps;
  if (const auto *Expression = dyn_cast<clang::Expr>(Statement)) {
    evaluate(Expression);
  } else if (const auto *Declaration = dyn_cast<DeclStmt>(Statement)) {
    for (const Decl *Each : Declaration->decls())
      if (const auto *Variable = dyn_cast<VarDecl>(Each))
        declare(Variable);
  } else if (const auto *If = dyn_cast<IfStmt>(Statement)) {
    executeIf(If);
  } else if (const auto *Loop = dyn_cast<ForStmt>(Statement)) {
    execute(Loop->getInit());
    executeLoop({Loop, Loop->getConditionVariable(), Loop->getCond(), Loop->getBody(),
                 Loop->getInc(), /*BodyFirst=*/false});
  } else if (const auto *Loop = dyn_cast<WhileStmt>(Statement)) {
    executeLoop({Loop, Loop->getConditionVariable(), Loop->getCond(), Loop->getBody(), nullptr,
                 /*BodyFirst=*/false});
  } else if (const auto *Loop = dyn_cast<DoStmt>(Statement)) {
    executeLoop({Loop, nullptr, Loop->getCond(), Loop->getBody(), nullptr, /*BodyFirst=*/true});
  } else if (const auto *Loop = dyn_cast<CXXForRangeStmt>(Statement)) {
    executeRangeFor(Loop);
  } else if (const auto *Switch = dyn_cast<SwitchStmt>(Statement)) {
    executeSwitch(Switch);
  } else if (const auto *Return = dyn_cast<ReturnStmt>(Statement)) {
    executeReturn(Return);
  } else if (const auto *Try = dyn_cast<CXXTryStmt>(Statement)) {
    executeTry(Try);
  } else if (const auto *Attributed = dyn_cast<AttributedStmt>(Statement)) {
    execute(Attributed->getSubStmt());
  } else if (const auto *Case = dyn_cast<SwitchCase>(Statement)) {
    execute(Case->getSubStmt());
  } else if (const auto *Goto = dyn_cast<GotoStmt>(Statement)) {
    auto [Found, Inserted] = frame().Gotos.try_emplace(Goto->getLabel(), State);
    if (!Inserted)
      Found->second.joinWith(State);
    State.Reachable = false;
  } else if (isa<BreakStmt>(Statement)) {
    if (!Jumps.empty())
      joinInto(Jumps.back().Break, State);
    State.Reachable = false;
  } else if (isa<ContinueStmt>(Statement)) {
    for (auto Target = Jumps.rbegin(); Target != Jumps.rend(); ++Target)
      if (!Target->IsSwitch) {
        joinInto(Target->Continue, State);
        break;
      }
    State.Reachable = false;
  } else if (!isa<NullStmt>(Statement)) {
    havoc(modificationsIn(Statement));
  }
}

void HostEvaluator::declare(const VarDecl *Variable) {
  const clang::Expr *Initializer = Variable->getInit();
  // The value of a static variable in later calls is known only if it is constant.
  if (Variable->isStaticLocal() || isa<DecompositionDecl>(Variable)) {
    if (Initializer && !Variable->getType().isConstQualified())
      evaluate(Initializer);
    return;
  }
  HostLocation Location;
  Location.Root = {frame().Number, Variable};
  if (Variable->getType().isVolatileQualified())
    return;
  if (!Initializer)
    State.forget(Location);
  else if (Variable->getType()->isReferenceType())
    State.store(Location, HostValue::pointerTo(locate(Initializer)));
  else
    State.store(Location, evaluate(Initializer));
}

void HostEvaluator::executeIf(const IfStmt *If) {
  execute(If->getInit());
  if (const VarDecl *Variable = If->getConditionVariable())
    declare(Variable);
  std::optional<bool> Holds = truth(If->getCond());
  if (Holds)
    return execute(*Holds ? If->getThen() : If->getElse());
  both(
      [&] {
        refine(If->getCond(), true);
        execute(If->getThen());
      },
      [&] {
        refine(If->getCond(), false);
        execute(If->getElse());
      });
}

void HostEvaluator::executeSwitchFrom(ArrayRef<const Stmt *> Statements) {
  for (const Stmt *Statement : Statements)
    execute(Statement);
}

void HostEvaluator::executeSwitch(const SwitchStmt *Switch) {
  execute(Switch->getInit());
  if (const VarDecl *Variable = Switch->getConditionVariable())
    declare(Variable);
  HostValue Selector = evaluate(Switch->getCond());
  const auto *Body = dyn_cast<CompoundStmt>(Switch->getBody());
  if (!Body || !State.Reachable)
    return havoc(modificationsIn(Switch->getBody()));
  SmallVector<const Stmt *> Statements(Body->body());

  Jumps.emplace_back().IsSwitch = true;
  HostState Before = State;
  HostState After = State;
  After.Reachable = false;
  bool HasDefault = false, Matched = false;
  auto RunFrom = [&](unsigned Index, std::optional<int64_t> Value) {
    State = Before;
    const clang::Expr *Subject = Switch->getCond()->IgnoreParenImpCasts();
    if (Value && isa<DeclRefExpr, MemberExpr>(Subject) && !Subject->HasSideEffects(Ast))
      learn(locate(Subject), *Value);
    executeSwitchFrom(ArrayRef(Statements).drop_front(Index));
    After.joinWith(State);
  };
  std::optional<unsigned> DefaultIndex;
  for (unsigned Index = 0; Index != Statements.size(); ++Index) {
    // Labels that share a statement are nested.
    const Stmt *Labelled = Statements[Index];
    for (const auto *Label = dyn_cast<SwitchCase>(Labelled); Label;
         Label = dyn_cast<SwitchCase>(Label->getSubStmt())) {
      const auto *Case = dyn_cast<CaseStmt>(Label);
      if (!Case) {
        HasDefault = true;
        DefaultIndex = Index;
        continue;
      }
      HostValue Value = evaluateConstant(Case->getLHS());
      if (!Value.isInteger() || Case->getRHS()) {
        if (Selector.isUnknown())
          RunFrom(Index, std::nullopt);
      } else if (Selector.isUnknown() ||
                 (Selector.isInteger() && Selector.Integer == Value.Integer)) {
        Matched |= Selector.isInteger();
        RunFrom(Index, Value.Integer);
      }
    }
  }
  if (!Matched) {
    if (DefaultIndex)
      RunFrom(*DefaultIndex, std::nullopt);
    else if (!HasDefault)
      After.joinWith(Before);
  }
  State = std::move(After);
  if (std::optional<HostState> Break = std::move(Jumps.back().Break))
    State.joinWith(*Break);
  Jumps.pop_back();
}

void HostEvaluator::executeReturn(const ReturnStmt *Return) {
  HostValue Value;
  if (const clang::Expr *Returned = Return->getRetValue())
    Value = frame().Function->getReturnType()->isReferenceType()
                ? HostValue::pointerTo(locate(Returned))
                : evaluate(Returned);
  if (!State.Reachable)
    return;
  Frame &Active = frame();
  Active.Result = Active.Result ? join(*Active.Result, Value) : Value;
  joinInto(Active.Returned, State);
  State.Reachable = false;
}

void HostEvaluator::executeTry(const CXXTryStmt *Try) {
  HostState Before = State;
  execute(Try->getTryBlock());
  HostState After = std::move(State);
  State = std::move(Before);
  havoc(modificationsIn(Try->getTryBlock()));
  HostState Thrown = State;
  for (unsigned Index = 0; Index != Try->getNumHandlers(); ++Index) {
    State = Thrown;
    execute(Try->getHandler(Index)->getHandlerBlock());
    After.joinWith(State);
  }
  State = std::move(After);
}

void HostEvaluator::executeLabel(const LabelStmt *Label) {
  auto Found = frame().Gotos.find(Label->getDecl());
  if (Found != frame().Gotos.end())
    State.joinWith(Found->second);
  // A jump back to here may come from anywhere in the function.
  if (State.Reachable)
    havoc(modificationsIn(frame().Function->getBody()));
  execute(Label->getSubStmt());
}

void HostEvaluator::executeRangeFor(const CXXForRangeStmt *Loop) {
  execute(Loop->getInit());
  const auto *Range = cast<VarDecl>(cast<DeclStmt>(Loop->getRangeStmt())->getSingleDecl());
  const VarDecl *Element = Loop->getLoopVariable();
  HostLocation Location = Range->getInit() ? locate(Range->getInit()) : HostLocation();
  HostValue Elements = State.load(Location);
  const CXXRecordDecl *Class =
      Range->getInit() ? Range->getInit()->getType()->getAsCXXRecordDecl() : nullptr;
  bool IsArray = Range->getInit() && (Range->getInit()->getType()->isArrayType() ||
                                      (Class && Class->getName() == "initializer_list"));
  Jumps.emplace_back();
  HostState Exit = State;
  Exit.Reachable = false;
  if (IsArray && Elements.isAggregate() && Elements.Elements.size() <= MaximumIterations) {
    for (unsigned Index = 0; Index != Elements.Elements.size() && State.Reachable; ++Index) {
      HostLocation Variable;
      Variable.Root = {frame().Number, Element};
      State.store(Variable, Element->getType()->isReferenceType()
                                ? HostValue::pointerTo(Location.at(Index))
                                : Elements.Elements[Index]);
      executeBody(Loop->getBody());
    }
  } else {
    havoc(modificationsIn(Loop->getBody()));
    HostLocation Variable;
    Variable.Root = {frame().Number, Element};
    State.forget(Variable);
    Exit = State;
    executeBody(Loop->getBody());
  }
  State.joinWith(Exit);
  if (std::optional<HostState> Break = std::move(Jumps.back().Break))
    State.joinWith(*Break);
  Jumps.pop_back();
}

/// One iteration; afterwards the state is where the next one begins.
void HostEvaluator::executeBody(const Stmt *Body) {
  execute(Body);
  if (std::optional<HostState> Continue = std::move(Jumps.back().Continue)) {
    Jumps.back().Continue.reset();
    State.joinWith(*Continue);
  }
}

std::optional<bool> HostEvaluator::loopCondition(const LoopParts &Loop) {
  if (Loop.ConditionVariable)
    declare(Loop.ConditionVariable);
  return Loop.Condition ? truth(Loop.Condition) : true;
}

/// Runs the loop as it would run; false, with the state spoilt, where its end is
/// not known or too far.
bool HostEvaluator::unroll(const LoopParts &Loop) {
  bool Quiet = QuietLoopDepth != 0;
  bool SkipCondition = Loop.BodyFirst;
  uint64_t Before = Steps;
  bool Ended = false;
  for (unsigned Iteration = 0; Iteration <= MaximumIterations; ++Iteration) {
    if (!SkipCondition) {
      std::optional<bool> Continues = loopCondition(Loop);
      if (!Continues)
        break;
      if (!*Continues) {
        Ended = true;
        break;
      }
    }
    SkipCondition = false;
    if (Iteration == MaximumIterations || exhausted() ||
        (Quiet && LoopSteps + (Steps - Before) > MaximumLoopSteps)) {
      LongLoops.insert(Loop.Whole);
      break;
    }
    executeBody(Loop.Body);
    if (!State.Reachable) {
      Ended = true;
      break;
    }
    if (Loop.Increment)
      evaluate(Loop.Increment);
  }
  if (QuietLoopDepth == 1)
    LoopSteps += Steps - Before;
  return Ended;
}

const HostEvaluator::LoopFacts &HostEvaluator::factsOf(const LoopParts &Loop) {
  auto [Known, Inserted] = FactsOfLoops.try_emplace(Loop.Whole);
  LoopFacts &Facts = Known->second;
  if (Inserted) {
    Facts.ReachesLaunch = Program.reachesLaunch(Loop.Body);
    addModifications(Loop.Body, Facts.Modified);
    addModifications(Loop.Condition, Facts.Modified);
    addModifications(Loop.Increment, Facts.Modified);
  }
  return Facts;
}

void HostEvaluator::executeLoop(const LoopParts &Loop) {
  const LoopFacts &Facts = factsOf(Loop);
  bool Quiet = !Facts.ReachesLaunch;
  QuietLoopDepth += Quiet;
  Jumps.emplace_back();
  HostState Before = State;
  size_t LaunchesBefore = Launches.size();
  bool Hopeless = Quiet && (LongLoops.contains(Loop.Whole) || LoopSteps > MaximumLoopSteps);
  if (exhausted() || Hopeless || !unroll(Loop)) {
    State = std::move(Before);
    Launches.resize(LaunchesBefore);
    Jumps.back() = {};
    HostState Entry = State;
    havoc(Facts.Modified);
    keepLoopPointers(Loop, Facts.Modified, Entry);
    if (Loop.BodyFirst) {
      executeBody(Loop.Body);
      loopCondition(Loop);
    } else {
      bool Endless = loopCondition(Loop) == std::optional(true) && !Loop.ConditionVariable &&
                     (!Loop.Condition || Loop.Condition->isEvaluatable(Ast));
      HostState Exit = State;
      if (Endless)
        Exit.Reachable = false;
      if (Loop.Condition)
        refine(Loop.Condition, true);
      executeBody(Loop.Body);
      State = std::move(Exit);
    }
  }
  if (std::optional<HostState> Break = std::move(Jumps.back().Break))
    State.joinWith(*Break);
  Jumps.pop_back();
  QuietLoopDepth -= Quiet;
}

} // namespace memlint
