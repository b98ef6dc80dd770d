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
#include "LoopLowering.h"

using namespace clang;

namespace memlint {

/// "iter(i)" for a loop that increments i, otherwise named after its line.
std::string LoopLowering::counterName() const {
  auto Assigned = assignedVariables(Parts.Increment);
  if (Assigned.size() == 1)
    return "iter(" + Assigned.front()->getNameAsString() + ")";
  return "iter@" + std::to_string(positionOf(Parts.Where->getSourceRange(), Lowering.Ast).Line);
}

/// do { … } while (0), as macros are written.
bool LoopLowering::runsOnce() const {
  clang::Expr::EvalResult Result;
  return Parts.TestAtEnd && Parts.Condition && !Parts.Condition->isValueDependent() &&
         Parts.Condition->EvaluateAsInt(Result, Lowering.Ast) && Result.Val.getInt() == 0;
}

void LoopLowering::runOnce() {
  size_t GuardsAtEntry = Lowering.Current.Guards.size();
  unsigned WaysLeftBefore = Lowering.WaysLeft;
  KernelLowering::BreakTarget Target;
  Target.IsLoop = true;
  Target.GuardsAtEntry = GuardsAtEntry;
  Lowering.BreakTargets.push_back(std::move(Target));
  Lowering.execute(Parts.Body);
  KernelLowering::BreakTarget Done = std::move(Lowering.BreakTargets.back());
  Lowering.BreakTargets.pop_back();
  std::vector<State> Ends = std::move(Done.Breaks);
  for (State &Continue : Done.Continues)
    Ends.push_back(std::move(Continue));
  size_t WaysBack = Ends.size();
  Ends.push_back(std::move(Lowering.Current));
  Lowering.Current = Lowering.join(std::move(Ends), GuardsAtEntry);
  Lowering.rejoin(WaysLeftBefore, WaysBack, GuardsAtEntry);
}

void LoopLowering::addAssignedVariables() {
  auto &Slots = Lowering.frame().Slots;
  for (const Stmt *Part : {Parts.Body, static_cast<const Stmt *>(Parts.Condition),
                           static_cast<const Stmt *>(Parts.Increment)})
    for (const ValueDecl *Assigned : assignedVariables(Part))
      if (auto Known = Slots.find(Assigned); Known != Slots.end())
        Lowering.WriteLog[Known->second] = true;
}

bool LoopLowering::addWrittenVariables() {
  bool Added = false;
  for (auto &[Slot, Written] : Lowering.WriteLog) {
    auto Held = Entry.Variables.find(Slot);
    if (Held == Entry.Variables.end() || Variables.contains(Slot))
      continue;
    Carried &New = Variables[Slot];
    New.Initial = Held->second;
    New.Varies = Lowering.uniformity(New.Initial);
    Added = true;
  }
  // Symbols are made in the order of the slots.
  for (auto &[Slot, New] : Variables)
    if (New.AtStart.isEmpty())
      New.AtStart =
          symbolFor(New.Initial, Lowering.SlotTypes[Slot], New.Varies, Lowering.SlotNames[Slot]);
  return Added;
}

void LoopLowering::prepareIteration() {
  Lowering.Current = Entry;
  for (auto &[Slot, Changed] : Variables)
    Lowering.Current.Variables[Slot] = Changed.AtStart;
}

ExprRef LoopLowering::guardsWithin(const State &At) const {
  return Lowering.conjunction(
      llvm::ArrayRef(At.Guards).drop_front(std::min(Entry.Guards.size(), At.Guards.size())));
}

void LoopLowering::test(Iteration &Result) {
  State &Current = Lowering.Current;
  if (!Parts.Condition || !Current.Reachable) {
    Result.Failed.Reachable = false;
    Result.Condition = Exprs.constant(1);
    return;
  }
  if (Parts.ConditionVariable)
    Lowering.executeDeclaration(*Parts.ConditionVariable);
  Result.Condition = Lowering.condition(Parts.Condition);
  Result.Failed = Current;
  if (Lowering.Recording) {
    unsigned Branch = Lowering.emitNode(NodeKind::Branch, 0, Result.Condition, Parts.Condition);
    Result.Failed.Edges = {{Branch, 1}};
  }
  Result.Failed.Guards.push_back(Exprs.logicalNot(Result.Condition));
  Current.Guards.push_back(Result.Condition);
  if (Result.Condition->isConstant(1))
    Result.Failed.Reachable = false;
  if (Result.Condition->isConstant(0)) {
    Current.Reachable = false;
    Current.Edges.clear();
  }
}

LoopLowering::Iteration LoopLowering::iterate() {
  // A trial copies the state and its variables.
  Lowering.step(20 + Lowering.Current.Variables.size());
  Iteration Result;
  KernelLowering::BreakTarget Target;
  Target.IsLoop = !Parts.Restart;
  Target.IsTransparent = Parts.Restart;
  Target.GuardsAtEntry = Entry.Guards.size();
  Lowering.BreakTargets.push_back(std::move(Target));
  size_t ReturnsBefore = Lowering.frame().Returns.size();
  auto GotosBefore = std::move(Lowering.frame().Gotos);
  Lowering.frame().Gotos.clear();

  if (!Parts.TestAtEnd)
    test(Result);
  size_t GuardsInBody = Lowering.Current.Guards.size();
  unsigned WaysLeftBefore = Lowering.WaysLeft;
  Lowering.execute(Parts.ElementDeclaration);
  std::vector<State> Ends;
  if (Parts.Restart) {
    Lowering.executeSequence(Parts.Sequence, /*InLoop=*/true);
    if (Lowering.Current.Reachable) {
      Result.Breaks.push_back(std::move(Lowering.Current));
      Lowering.endPath();
    }
    Ends = std::move(Lowering.frame().Gotos[Parts.Restart]);
    Lowering.frame().Gotos.erase(Parts.Restart);
    Result.OuterBreaks = std::move(Lowering.BreakTargets.back().Breaks);
    Result.OuterContinues = std::move(Lowering.BreakTargets.back().Continues);
  } else {
    Lowering.executeBody(Parts.Body);
    Ends = std::move(Lowering.BreakTargets.back().Continues);
    Result.Breaks = std::move(Lowering.BreakTargets.back().Breaks);
  }
  size_t WaysBack = Ends.size();
  if (!Parts.Restart)
    Ends.push_back(std::move(Lowering.Current));
  Lowering.Current = Lowering.join(std::move(Ends), GuardsInBody);
  Lowering.rejoin(WaysLeftBefore, WaysBack, GuardsInBody);
  if (Lowering.Current.Reachable && Parts.Increment)
    Lowering.evaluateForEffect(Parts.Increment);
  if (Parts.TestAtEnd)
    test(Result);
  Result.End = std::move(Lowering.Current);
  Result.Jumps = std::move(Lowering.frame().Gotos);
  Lowering.frame().Gotos = std::move(GotosBefore);
  // Those that break meet the others after the loop.
  Lowering.WaysLeft -=
      unsigned(std::min<size_t>(Result.Breaks.size(), Lowering.WaysLeft - WaysLeftBefore));
  Lowering.BreakTargets.pop_back();
  auto &Returns = Lowering.frame().Returns;
  Result.Returns.assign(std::make_move_iterator(Returns.begin() + long(ReturnsBefore)),
                        std::make_move_iterator(Returns.end()));
  Returns.resize(ReturnsBefore);
  return Result;
}

/// The loop's variable that counts its iterations from 0, as written; empty if there is none.
llvm::StringRef LoopLowering::countingVariable() const {
  for (const auto &[Slot, Changed] : Variables)
    if (Changed.AtStart.isScalar() && Changed.AtStart.Number == Setting.Counter)
      return Lowering.SlotNames[Slot];
  return "";
}

/// With a known number of iterations, values that depend on the counter get
/// their true range; if a variable equals the counter, the counter gets its name.
void LoopLowering::tightenCounter(Iteration &Once) {
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
void LoopLowering::substituteAtStart(ExprContext::Replacement Replace) {
  auto Substitute = [&](ExprRef Root) { return Exprs.substitute(Root, Replace); };
  for (auto &[Slot, Changed] : Variables)
    Changed.AtStart = mapExpressions(Changed.AtStart, Substitute);
  for (size_t Number = OuterConditions; Number != Lowering.FallingConditions.size(); ++Number) {
    FallingCondition &Own = Lowering.FallingConditions[Number];
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
void LoopLowering::renewCarriedValues() {
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
unsigned LoopLowering::mark() {
  return Exprs.opaque(OpaqueReason::None, Uniformity::Grid, "mark")->number();
}

void LoopLowering::record() {
  unsigned FirstCarried = mark();
  renewCarriedValues();
  Setting.FirstInner = FirstCarried;
  prepareIteration();
  Lowering.Current.Edges = Entry.Edges;
  unsigned Head = 0;
  if (Lowering.Recording) {
    Head = Lowering.emitNode(NodeKind::LoopHead, LoopId, nullptr, Parts.Where);
    Loop New;
    New.Id = LoopId;
    if (!Lowering.LoopStack.empty())
      New.Parent = Lowering.LoopStack.back();
    New.Counter = Setting.Counter;
    New.Position = positionOf(Parts.Where->getSourceRange(), Lowering.Ast);
    if (auto Asked = Lowering.UnrollCounts.find(Parts.Where); Asked != Lowering.UnrollCounts.end())
      New.UnrollCount = Asked->second;
    Lowering.Program.Loops[LoopId] = std::move(New);
  }
  Lowering.LoopStack.push_back(LoopId);
  // Values made from here on are new in each iteration: also those of read-only memory that
  // earlier rounds have seen.
  std::erase_if(Lowering.ReadOnlyLoads, [&](const auto &Known) {
    return anyLeaf(std::get<1>(Known.first), [&](ExprRef Leaf) { return Leaf == Setting.Counter; });
  });
  Iteration Final = iterate();
  Lowering.LoopStack.pop_back();
  if (Lowering.Recording) {
    Loop &Recorded = Lowering.Program.Loops[LoopId];
    Recorded.FirstValue = Setting.FirstInner;
    Recorded.EndValue = mark();
  }
  if (Lowering.Recording)
    for (const OpenEdge &Edge : Final.End.Edges) {
      std::vector<unsigned> &Successors = Lowering.Program.Nodes[Edge.Node].Successors;
      if (Successors.size() <= Edge.Successor)
        Successors.resize(Edge.Successor + 1, Head);
      Successors[Edge.Successor] = Head;
    }
  Loop Scratch;
  leave(Final, Lowering.Recording ? Lowering.Program.Loops[LoopId] : Scratch);
}

/// Makes what the loop changes opaque and lane-varying. Pointers still lead to all objects
/// that some iteration leaves them in: in each round, one more variable gets to know of one.
void LoopLowering::giveUp() {
  for (auto &[Slot, Changed] : Variables)
    Changed.Varies = Uniformity::Grid;
  auto ForgetNew = [&] {
    for (auto &[Slot, Changed] : Variables) {
      if (Changed.Varies == Uniformity::Lane)
        continue;
      Changed.AtStart = symbolFor(Changed.Initial, Lowering.SlotTypes[Slot], Uniformity::Lane,
                                  Lowering.SlotNames[Slot]);
      Changed.Varies = Uniformity::Lane;
      if (wrappingBits(Slot) == 32 && Changed.AtStart.isScalar())
        makeWrap(Slot, Changed);
      Changed.SplitBy = nullptr;
      Changed.Swaps = false;
    }
  };
  ForgetNew();
  unsigned WaysLeftBefore = Lowering.WaysLeft;
  for (size_t Round = 0; Round <= 2 * Variables.size() && Lowering.step(); ++Round) {
    prepareIteration();
    Lowering.WaysLeft = WaysLeftBefore;
    Lowering.WriteLog.clear();
    Iteration Once = iterate();
    bool Added = addWrittenVariables();
    ForgetNew();
    if (!losePointers(Once.End) && !Added)
      return;
  }
  for (auto &[Slot, Changed] : Variables)
    if (!Lowering.SlotTypes[Slot]->isReferenceType())
      Changed.AtStart = Lowering.unknownValue(Lowering.SlotTypes[Slot], Uniformity::Lane,
                                              OpaqueReason::ControlFlow, Lowering.SlotNames[Slot]);
}

void LoopLowering::run() {
  if (runsOnce()) {
    runOnce();
    return;
  }
  /// Rounds after which carried variables that still move are given up.
  constexpr unsigned MaximumRounds = 12;
  Entry = Lowering.Current;
  OuterConditions = Lowering.FallingConditions.size();
  bool WasRecording = Lowering.Recording;
  if (WasRecording) {
    LoopId = unsigned(Lowering.Program.Loops.size());
    Lowering.Program.Loops.emplace_back();
  } else {
    LoopId = 0x40000000u + Lowering.NextLoop++;
  }
  LeafInfo Counter;
  Counter.Kind = LeafKind::LoopCounter;
  // An iteration's number is the same for all threads in it; the exits decide which threads
  // these are.
  Counter.Varies = Uniformity::Grid;
  Counter.Id = LoopId;
  Counter.Range = {0, std::numeric_limits<int32_t>::max()};
  Counter.Name = counterName();
  Setting.Counter = Exprs.leaf(Counter);
  Setting.FirstInner = mark();

  auto OuterLog = std::move(Lowering.WriteLog);
  Lowering.WriteLog.clear();
  Lowering.Recording = false;
  addAssignedVariables();
  addWrittenVariables();
  unsigned WaysLeftBefore = Lowering.WaysLeft;
  bool Settled = false;
  for (unsigned Round = 0; Round != MaximumRounds && !Settled && Lowering.step(); ++Round) {
    prepareIteration();
    Lowering.WaysLeft = WaysLeftBefore;
    Lowering.WriteLog.clear();
    Iteration Once = iterate();
    if (addWrittenVariables())
      continue;
    if (closeVariables(Once.End))
      continue;
    if (Once.End.Reachable && splitVariables(Once.End))
      continue;
    if (raiseUniformity(Once) || losePointers(Once.End))
      continue;
    if (closeByRunning(Once) || closeUnderCondition(Once.End))
      continue;
    if (Once.End.Reachable && followWraps(Once.End))
      continue;
    tightenCounter(Once);
    Settled = true;
  }
  if (!Settled) {
    Lowering.WaysLeft = WaysLeftBefore;
    giveUp();
  }
  Lowering.Recording = WasRecording;
  Lowering.WaysLeft = WaysLeftBefore;
  Lowering.WriteLog = std::move(OuterLog);
  for (auto &[Slot, Changed] : Variables)
    Lowering.WriteLog[Slot] = true;
  if (Trips && Trips->isConstant(0) && !Parts.TestAtEnd) {
    // Never entered: only the test is executed, once.
    Lowering.FallingConditions.resize(OuterConditions);
    Lowering.Current = Entry;
    Iteration Never;
    test(Never);
    Lowering.Current = std::move(Never.Failed);
    Lowering.Current.Guards.resize(Entry.Guards.size());
    if (!Lowering.Current.Reachable)
      Lowering.Current = Entry;
    if (WasRecording && LoopId + 1 == Lowering.Program.Loops.size())
      Lowering.Program.Loops.pop_back();
    return;
  }
  record();
  Lowering.FallingConditions.resize(OuterConditions);
}

void KernelLowering::executeLoop(const LoopParts &Parts) {
  if (Current.Reachable)
    LoopLowering(*this, Parts).run();
}

} // namespace memlint
