//===- Loops.cpp - Loops --------------------------------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops become counted loops. The body is run without recording, with symbols
/// for what it changes, until each changed variable is a function of the
/// iteration number or is known to have none; then it is run once more and
/// recorded.
///
//===----------------------------------------------------------------------===//

#include "AssignedVariables.h"
#include "LoopInterpreter.h"

using namespace clang;

namespace memlint {

/// "iter(i)" for a loop that increments i, otherwise named after its line.
std::string LoopInterpreter::counterName() const {
  auto Assigned = assignedVariables(Parts.Increment);
  if (Assigned.size() == 1)
    return "iter(" + Assigned.front()->getNameAsString() + ")";
  return "iter@" + std::to_string(positionOf(Parts.Where->getSourceRange(), Code.Ast).Line);
}

/// do { … } while (0), as macros are written.
bool LoopInterpreter::runsOnce() const {
  clang::Expr::EvalResult Result;
  return Parts.TestAtEnd && Parts.Condition && !Parts.Condition->isValueDependent() &&
         Parts.Condition->EvaluateAsInt(Result, Code.Ast) && Result.Val.getInt() == 0;
}

void LoopInterpreter::runOnce() {
  size_t GuardsAtEntry = Code.Current.Guards.size();
  unsigned WaysLeftBefore = Code.WaysLeft;
  Interpreter::BreakTarget Target;
  Target.IsLoop = true;
  Target.GuardsAtEntry = GuardsAtEntry;
  Code.enterBreakable(std::move(Target));
  Code.execute(Parts.Body);
  Interpreter::BreakTarget Done = std::move(Code.BreakTargets.back());
  Code.BreakTargets.pop_back();
  std::vector<State> Ends = std::move(Done.Breaks);
  for (State &Continue : Done.Continues)
    Ends.push_back(std::move(Continue));
  size_t WaysBack = Ends.size();
  Ends.push_back(std::move(Code.Current));
  Code.Current = Code.join(std::move(Ends), GuardsAtEntry);
  Code.rejoin(WaysLeftBefore, WaysBack, GuardsAtEntry);
}

void LoopInterpreter::addAssignedVariables() {
  auto &Slots = Code.frame().Slots;
  for (const Stmt *Part : {Parts.Body, static_cast<const Stmt *>(Parts.Condition),
                           static_cast<const Stmt *>(Parts.Increment)})
    for (const ValueDecl *Assigned : assignedVariables(Part))
      if (auto Known = Slots.find(Assigned); Known != Slots.end())
        Code.WriteLog[Known->second] = true;
}

bool LoopInterpreter::addWrittenVariables() {
  bool Added = false;
  for (auto &[Slot, Written] : Code.WriteLog) {
    auto Held = Entry.Variables.find(Slot);
    if (Held == Entry.Variables.end() || Variables.contains(Slot))
      continue;
    Carried &New = Variables[Slot];
    New.Initial = Held->second;
    New.Varies = uniformity(New.Initial);
    Added = true;
  }
  // Symbols are made in the order of the slots.
  for (auto &[Slot, New] : Variables)
    if (New.AtStart.isEmpty())
      New.AtStart = symbolFor(New.Initial, Code.SlotTypes[Slot], New.Varies, Code.SlotNames[Slot]);
  return Added;
}

void LoopInterpreter::prepareIteration() {
  Code.Current = Entry;
  for (auto &[Slot, Changed] : Variables)
    Code.Current.Variables[Slot] = Changed.AtStart;
}

ExprRef LoopInterpreter::guardsWithin(const State &At) const {
  return conjunction(
      Exprs, llvm::ArrayRef(At.Guards).drop_front(std::min(Entry.Guards.size(), At.Guards.size())));
}

void LoopInterpreter::test(Iteration &Result) {
  State &Current = Code.Current;
  if (!Parts.Condition || !Current.Reachable) {
    Result.Failed.Reachable = false;
    Result.Condition = Exprs.constant(1);
    return;
  }
  if (Parts.ConditionVariable)
    Code.executeDeclaration(*Parts.ConditionVariable);
  Result.Condition = Code.condition(Parts.Condition);
  if (Code.Client.isConcrete() && Result.Condition->isConstant()) {
    Result.Failed = Current;
    (Result.Condition->isConstant(0) ? Current : Result.Failed).Reachable = false;
    return;
  }
  Result.Failed = Current;
  if (Code.Recording) {
    unsigned Branch = Code.Recorder.addBranch(Result.Condition, Parts.Condition);
    Result.Failed.Edges = {{Branch, 1}};
  }
  Result.Failed.Guards.push_back(Exprs.logicalNot(Result.Condition));
  Current.Guards.push_back(Result.Condition);
  if (Code.Client.isConcrete())
    Code.refine(Result.Condition);
  if (Result.Condition->isConstant(1))
    Result.Failed.Reachable = false;
  if (Result.Condition->isConstant(0)) {
    Current.Reachable = false;
    Current.Edges.clear();
  }
}

LoopInterpreter::Iteration LoopInterpreter::iterate() {
  // A trial copies the state and its variables.
  Code.step(20 + Code.Current.Variables.size());
  Iteration Result;
  Interpreter::BreakTarget Target;
  Target.IsLoop = !Parts.Restart;
  Target.IsTransparent = Parts.Restart;
  Target.GuardsAtEntry = Entry.Guards.size();
  Code.enterBreakable(std::move(Target));
  size_t ReturnsBefore = Code.frame().Returns.size();
  auto GotosBefore = std::move(Code.frame().Gotos);
  Code.frame().Gotos.clear();

  if (!Parts.TestAtEnd)
    test(Result);
  size_t GuardsInBody = Code.Current.Guards.size();
  unsigned WaysLeftBefore = Code.WaysLeft;
  size_t ObjectsBefore = Code.frame().Objects.size();
  Code.execute(Parts.ElementDeclaration);
  std::vector<State> Ends;
  if (Parts.Restart) {
    Code.executeSequence(Parts.Sequence, /*InLoop=*/true);
    if (Code.Current.Reachable) {
      Result.Breaks.push_back(std::move(Code.Current));
      Code.endPath();
    }
    Ends = std::move(Code.frame().Gotos[Parts.Restart]);
    Code.frame().Gotos.erase(Parts.Restart);
    Result.OuterBreaks = std::move(Code.BreakTargets.back().Breaks);
    Result.OuterContinues = std::move(Code.BreakTargets.back().Continues);
  } else {
    Code.executeBody(Parts.Body);
    Code.leaveScope(ObjectsBefore);
    Ends = std::move(Code.BreakTargets.back().Continues);
    Result.Breaks = std::move(Code.BreakTargets.back().Breaks);
  }
  size_t WaysBack = Ends.size();
  if (!Parts.Restart)
    Ends.push_back(std::move(Code.Current));
  Code.Current = Code.join(std::move(Ends), GuardsInBody);
  Code.rejoin(WaysLeftBefore, WaysBack, GuardsInBody);
  Result.IsAsForeseen = Code.Current.Reachable && isAsForeseen();
  if (Code.Current.Reachable && Parts.Increment)
    Code.evaluateForEffect(Parts.Increment);
  if (Parts.TestAtEnd)
    test(Result);
  Result.End = std::move(Code.Current);
  Result.Jumps = std::move(Code.frame().Gotos);
  Code.frame().Gotos = std::move(GotosBefore);
  // Those that break meet the others after the loop.
  Code.WaysLeft -= unsigned(std::min<size_t>(Result.Breaks.size(), Code.WaysLeft - WaysLeftBefore));
  Code.BreakTargets.pop_back();
  auto &Returns = Code.frame().Returns;
  Result.Returns.assign(std::make_move_iterator(Returns.begin() + long(ReturnsBefore)),
                        std::make_move_iterator(Returns.end()));
  Returns.resize(ReturnsBefore);
  return Result;
}

/// The loop's variable that counts its iterations from 0, as written; empty if there is none.
llvm::StringRef LoopInterpreter::countingVariable() const {
  for (const auto &[Slot, Changed] : Variables)
    if (Changed.AtStart.isScalar() && Changed.AtStart.Number == Setting.Counter)
      return Code.SlotNames[Slot];
  return "";
}

/// With a known number of iterations, values that depend on the counter get
/// their true range; if a variable equals the counter, the counter gets its name.
void LoopInterpreter::tightenCounter(Iteration &Once) {
  Trips = nullptr;
  int64_t Most = std::numeric_limits<int64_t>::max();
  if (ExprRef Failure = Once.Condition ? firstFailure(Exprs, Setting, Once.Condition) : nullptr) {
    Trips = Parts.TestAtEnd ? Exprs.add(Failure, Exprs.constant(1)) : Failure;
    Most = Trips->range().High;
  }
  for (const Exit &Way : followedExits(Once))
    if (Way.When && Way.When->range().High < Most)
      Most = Way.When->range().High + 1;
  LeafInfo Info = Setting.Counter->leaf();
  // The condition itself is still evaluated once past the last iteration.
  if (Most > 0)
    Info.Range.High = std::min(Most, Info.Range.High);
  if (llvm::StringRef Name = countingVariable(); !Name.empty())
    Info.Name = Name.str();
  ExprRef Old = Setting.Counter, New = Exprs.leaf(Info);
  if (New == Old)
    return;
  substituteAtStart([&](ExprRef Leaf) -> ExprRef { return Leaf == Old ? New : nullptr; });
  Setting.Counter = New;
}

/// Replaces leaves in all that is known of the start of an iteration.
void LoopInterpreter::substituteAtStart(ExprContext::Replacement Replace) {
  auto Substitute = [&](ExprRef Root) { return Exprs.substitute(Root, Replace); };
  for (auto &[Slot, Changed] : Variables)
    Changed.AtStart = mapExpressions(Changed.AtStart, Substitute);
  for (size_t Number = OuterConditions; Number != Code.FallingConditions.size(); ++Number) {
    FallingCondition &Own = Code.FallingConditions[Number];
    Own.Condition = Substitute(Own.Condition);
    if (Own.ByCounter)
      Own.ByCounter = Substitute(Own.ByCounter);
    for (auto &[Symbol, Held] : Own.Values) {
      Symbol = Substitute(Symbol);
      Held = Substitute(Held);
    }
  }
}

/// Replaces the opaque values at the start of an iteration by new ones, so that
/// Loop::makes() distinguishes them from values that are the same in all iterations.
void LoopInterpreter::renewCarriedValues() {
  llvm::DenseMap<ExprRef, ExprRef> Renewed;
  substituteAtStart([&](ExprRef Leaf) -> ExprRef {
    const LeafInfo &Old = Leaf->leaf();
    if (Old.Kind != LeafKind::Opaque || Leaf->number() <= Setting.FirstInner ||
        isFloat(Value::scalar(Leaf)))
      return nullptr;
    ExprRef &New = Renewed[Leaf];
    if (!New)
      New = Exprs.opaque(Old.Reason, Old.Varies, Old.Name, Old.Range, Old.Modulus);
    if (Setting.Symbols.contains(Leaf))
      Setting.Symbols.insert(New);
    return New;
  });
}

/// The number of a new expression, which comes after all others.
unsigned LoopInterpreter::mark() {
  return Exprs.opaque(OpaqueReason::None, Uniformity::Grid, "mark")->number();
}

/// Tells the recorder of what the next iteration begins with, where that has no closed form.
void LoopInterpreter::noteCarried(const Value &Start, const Value &Initial, const Value &End) {
  if (Start.isAggregate() && End.isAggregate() && Start.Parts->size() == End.Parts->size()) {
    bool IsKnown = Initial.isAggregate() && Initial.Parts->size() == Start.Parts->size();
    for (size_t Part = 0; Part != Start.Parts->size(); ++Part)
      noteCarried((*Start.Parts)[Part], IsKnown ? (*Initial.Parts)[Part] : Value(),
                  (*End.Parts)[Part]);
  }
  if (Start.isScalar() && End.isScalar()) {
    bool MayWrap = Start.Number->kind() == ExprKind::Wrap;
    ExprRef Symbol = MayWrap ? Start.Number->operands()[0] : Start.Number;
    if (Setting.Symbols.contains(Symbol))
      Code.Recorder.addStep(LoopId, Symbol, Initial.isScalar() ? Initial.Number : nullptr,
                            End.Number, std::nullopt);
  }
  if (Start.isPointer() && End.isPointer() && Start.Target.isMemory() && End.Target.isMemory() &&
      Setting.Symbols.contains(Start.Target.Offset))
    Code.Recorder.addStep(LoopId, Start.Target.Offset,
                          Initial.isPointer() && Initial.Target.isMemory() ? Initial.Target.Offset
                                                                           : nullptr,
                          End.Target.Offset, End.Target.Object);
}

void LoopInterpreter::record() {
  unsigned FirstCarried = mark();
  renewCarriedValues();
  Setting.FirstInner = FirstCarried;
  prepareIteration();
  Code.Current.Edges = Entry.Edges;
  unsigned Head = 0;
  if (Code.Recording)
    Head = Code.Recorder.enterLoop(LoopId, Setting.Counter, Parts.Where);
  Code.LoopStack.push_back(LoopId);
  // Values made from here on are new in each iteration: also those of read-only memory that
  // earlier rounds have seen.
  Code.Client.forgetLoads(Setting.Counter);
  Iteration Final = iterate();
  Code.LoopStack.pop_back();
  if (Code.Recording) {
    Code.Recorder.setLoopValues(LoopId, Setting.FirstInner, mark());
    for (const auto &[Slot, Changed] : Variables)
      if (auto Last = Final.End.Variables.find(Slot);
          Final.End.Reachable && Last != Final.End.Variables.end())
        noteCarried(Changed.AtStart, Changed.Initial, Last->second);
    Code.Recorder.leaveLoop(Head, Final.End.Edges);
  }
  leave(Final);
}

/// Makes what the loop changes opaque and lane-varying. Pointers still lead to all objects
/// that some iteration leaves them in: in each round, one more variable gets to know of one.
void LoopInterpreter::giveUp() {
  for (auto &[Slot, Changed] : Variables)
    Changed.Varies = Uniformity::Grid;
  auto ForgetNew = [&] {
    for (auto &[Slot, Changed] : Variables) {
      if (Changed.Varies == Uniformity::Lane)
        continue;
      Changed.AtStart =
          symbolFor(Changed.Initial, Code.SlotTypes[Slot], Uniformity::Lane, Code.SlotNames[Slot]);
      Changed.Varies = Uniformity::Lane;
      if (wrappingBits(Slot) == 32 && Changed.AtStart.isScalar())
        makeWrap(Slot, Changed);
      Changed.SplitBy = nullptr;
      Changed.Rotates = false;
    }
  };
  ForgetNew();
  unsigned WaysLeftBefore = Code.WaysLeft;
  for (size_t Round = 0; Round <= 2 * Variables.size() && Code.step(); ++Round) {
    prepareIteration();
    Code.WaysLeft = WaysLeftBefore;
    Code.WriteLog.clear();
    Iteration Once = iterate();
    bool Added = addWrittenVariables();
    ForgetNew();
    if (!losePointers(Once.End) && !Added)
      return;
  }
  for (auto &[Slot, Changed] : Variables)
    if (!Code.SlotTypes[Slot]->isReferenceType())
      Changed.AtStart = Code.unknownValue(Code.SlotTypes[Slot], Uniformity::Lane,
                                          OpaqueReason::ControlFlow, Code.SlotNames[Slot]);
}

/// The number of the iteration. It is the same for all threads in it; the exits decide which
/// threads these are.
ExprRef LoopInterpreter::makeCounter() {
  LeafInfo Counter;
  Counter.Kind = LeafKind::LoopCounter;
  Counter.Varies = Uniformity::Grid;
  Counter.Id = LoopId;
  Counter.Range = {0, std::numeric_limits<int32_t>::max()};
  Counter.Name = counterName();
  return Exprs.leaf(Counter);
}

/// Executes the body once more; whether what it leaves behind is what was assumed before it.
bool LoopInterpreter::isSettled() {
  Iteration Once = iterate();
  bool IsRefuted = !Once.IsAsForeseen && forgetForeseen();
  if (addWrittenVariables()) {
    // What the increment reads may be among them.
    if (forgetForeseen())
      foresee();
    return false;
  }
  if (IsRefuted)
    return false;
  confirmForeseen();
  // A number from below zero, which the last one follows, may be what another iteration takes.
  if (closeVariables(Once.End) || (Once.End.Reachable && splitVariables(Once.End)) ||
      raiseUniformity(Once) || losePointers(Once.End) || closeByRunning(Once) ||
      closeUnderCondition(Once.End) || followWraps(Once.End))
    return false;
  tightenCounter(Once);
  return true;
}

/// Brings the variables to what they are at the start of any iteration, or gives them up.
void LoopInterpreter::settle() {
  /// Rounds after which carried variables that still move are given up.
  constexpr unsigned MaximumRounds = 12;
  unsigned WaysLeftBefore = Code.WaysLeft;
  bool Settled = false;
  for (unsigned Round = 0; Round != MaximumRounds && !Settled && Code.step(); ++Round) {
    prepareIteration();
    Code.WaysLeft = WaysLeftBefore;
    Code.WriteLog.clear();
    Settled = isSettled();
  }
  Code.WaysLeft = WaysLeftBefore;
  if (!Settled)
    giveUp();
  Code.WaysLeft = WaysLeftBefore;
}

/// The loop is never entered: only the test is executed, once.
void LoopInterpreter::passBy() {
  Code.FallingConditions.resize(OuterConditions);
  Code.Current = Entry;
  Iteration Never;
  test(Never);
  Code.Current = std::move(Never.Failed);
  Code.Current.Guards.resize(Entry.Guards.size());
  if (!Code.Current.Reachable)
    Code.Current = Entry;
  if (Code.Recording)
    Code.Recorder.dropLoop(LoopId);
}

void LoopInterpreter::run() {
  if (runsOnce()) {
    runOnce();
    return;
  }
  Entry = Code.Current;
  OuterConditions = Code.FallingConditions.size();
  bool WasRecording = Code.Recording;
  LoopId = WasRecording ? Code.Recorder.addLoop() : 0x40000000u + Code.NextLoop++;
  Setting.Counter = makeCounter();
  Setting.FirstInner = mark();

  auto OuterLog = std::move(Code.WriteLog);
  Code.WriteLog.clear();
  Code.Recording = false;
  addAssignedVariables();
  addWrittenVariables();
  foresee();
  settle();
  Code.Recording = WasRecording;
  Code.WriteLog = std::move(OuterLog);
  for (auto &[Slot, Changed] : Variables)
    Code.WriteLog[Slot] = true;
  if (Trips && Trips->isConstant(0) && !Parts.TestAtEnd) {
    passBy();
    return;
  }
  record();
  Code.FallingConditions.resize(OuterConditions);
}

void Interpreter::executeLoop(const LoopParts &Parts) {
  if (!Current.Reachable)
    return;
  if (Client.isConcrete())
    LoopInterpreter(*this, Parts).runConcretely();
  else
    LoopInterpreter(*this, Parts).run();
}

} // namespace memlint
