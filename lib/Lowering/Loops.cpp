//===- Loops.cpp - Loops --------------------------------------------- -*- C++
//-*-===//
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
#include "ClosedForm.h"
#include "KernelLowering.h"
#include "VariableParts.h"

#include <functional>

using namespace clang;

namespace memlint {

class LoopLowering {
public:
  LoopLowering(KernelLowering &Lowering, const LoopParts &Parts)
      : Lowering(Lowering), Exprs(Lowering.Exprs), Parts(Parts) {}

  void run();

private:
  /// A variable that the loop changes.
  struct Carried {
    Value Initial;
    /// What it is at the start of an iteration: symbols until closed.
    Value AtStart;
    /// Guess of how its opaque parts vary; only grows.
    Uniformity Varies = Uniformity::Grid;
    /// It exchanges its value with another one in each iteration.
    bool Swaps = false;
  };

  /// One execution of the loop's body, and the ways out of it.
  struct Iteration {
    State End;
    /// Where the loop's own condition fails.
    State Failed;
    ExprRef Condition = nullptr;
    std::vector<State> Breaks;
    std::vector<State> Returns;
    /// By label: gotos out of the loop.
    llvm::MapVector<const LabelDecl *, std::vector<State>> Jumps;
    /// Of a loop made of gotos: breaks and continues of a loop further out.
    std::vector<State> OuterBreaks;
    std::vector<State> OuterContinues;
  };

  /// A way out of the loop.
  struct Exit {
    State *At = nullptr;
    /// Within an iteration, exits of lower rank come first.
    unsigned Rank = 0;
    /// The iteration in which a thread would leave here if there were no other
    /// exit; null when not known. Far beyond all iterations: never.
    ExprRef When = nullptr;
  };

  std::string counterName() const;
  bool runsOnce() const;
  void runOnce();
  void addAssignedVariables();
  bool addWrittenVariables();
  void prepareIteration();
  Iteration iterate();
  void test(Iteration &Result);
  Value symbolFor(const Value &Initial, QualType Type, Uniformity Varies, llvm::StringRef Name);
  bool closeVariables(const State &End);
  bool closeValue(Value &AtStart, const Value &Initial, const Value &End);
  bool closeSwaps(const State &End);
  bool closeByRunning(const Iteration &Once);
  bool raiseUniformity(Iteration &Once);
  Uniformity exitUniformity(Iteration &Once) const;
  std::vector<Exit> exitsOf(Iteration &Once) const;
  std::vector<Exit> followedExits(Iteration &Once) const;
  ExprRef leavesBy(const Exit &Way, llvm::ArrayRef<Exit> Exits);
  void tightenCounter(Iteration &Once);
  Value unsetSymbol(QualType Type, Uniformity Varies, llvm::StringRef Name);
  bool losePointers(const State &End);
  bool losePointersIn(Value &AtStart, const Value &End);
  void record();
  void leave(Iteration &Final, Loop &Recorded);
  ExprRef guardsWithin(const State &At) const;
  Value afterLoop(const Value &In, QualType Type, ExprRef Trips, Uniformity Varies);
  bool isResolved(const Value &AtStart) const;

  KernelLowering &Lowering;
  ExprContext &Exprs;
  LoopParts Parts;
  State Entry;
  LoopSetting Setting;
  unsigned LoopId = 0;
  /// In the order of the slots, so that results do not depend on addresses.
  std::map<SlotId, Carried> Variables;
  /// Iterations, when a closed form is known.
  ExprRef Trips = nullptr;
};

static QualType slotPartType(ASTContext &Ast, QualType Type, size_t Part) {
  if (const auto *Array = Ast.getAsConstantArrayType(Type))
    return Array->getElementType();
  const RecordDecl *Record = Type->getAsRecordDecl();
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record)
    return Ast.IntTy;
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record)) {
    if (Part < Class->getNumBases())
      return std::next(Class->bases_begin(), long(Part))->getType();
    Part -= Class->getNumBases();
  }
  for (const FieldDecl *Field : Record->fields())
    if (Part-- == 0)
      return Field->getType();
  return Ast.IntTy;
}

/// What moves when a pointer moves: the offset in an object, the element's number
/// in an array; null for other places.
static ExprRef positionIn(ExprContext &Exprs, const Place &At) {
  if (At.isMemory())
    return At.Offset;
  if (!At.isVariable() || At.Path.empty())
    return nullptr;
  const PathStep &Last = At.Path.back();
  return Last.Index ? Last.Index : Exprs.constant(Last.Number);
}

static void setPosition(Place &At, ExprRef Position) {
  if (At.isMemory())
    At.Offset = Position;
  else
    At.Path.back() = PathStep(Position);
}

/// The places are in one object or in one array.
static bool differInPosition(const Place &Left, const Place &Right) {
  if (Left.isMemory() || Right.isMemory())
    return Left.isMemory() && Right.isMemory() && Left.Object == Right.Object;
  return Left.isVariable() && Right.isVariable() && Left.Slot == Right.Slot &&
         Left.ByteOffset == Right.ByteOffset && !Left.Path.empty() &&
         Left.Path.size() == Right.Path.size() &&
         llvm::ArrayRef(Left.Path).drop_back() == llvm::ArrayRef(Right.Path).drop_back();
}

/// A variable that is not set before the loop holds what an earlier iteration left
/// in it.
Value LoopLowering::unsetSymbol(QualType Type, Uniformity Varies, llvm::StringRef Name) {
  if (Type.isNull() || Type->isVoidType() || Type->isReferenceType())
    return {};
  std::vector<QualType> Types = partTypes(Lowering.Ast, Type);
  if (!Types.empty()) {
    if (!Lowering.isTrackedType(Type))
      return {};
    std::vector<Value> Symbols;
    for (QualType Part : Types)
      Symbols.push_back(isUnion(Type) && !Symbols.empty() ? Value()
                                                          : unsetSymbol(Part, Varies, Name));
    return Value::aggregate(std::move(Symbols));
  }
  Value Unknown = Lowering.unknownValue(Type, Varies, OpaqueReason::ControlFlow, Name);
  if (Unknown.isScalar() && !isFloat(Unknown))
    Setting.Symbols.insert(Unknown.Number);
  return Unknown;
}

Value LoopLowering::symbolFor(const Value &Initial, QualType Type, Uniformity Varies,
                              llvm::StringRef Name) {
  switch (Initial.What) {
  case Value::Kind::Empty:
    return unsetSymbol(Type, Varies, Name);
  case Value::Kind::Function:
    return Initial;
  case Value::Kind::Scalar: {
    if (Type->isFloatingType())
      return Lowering.floatValue(Varies);
    ExprRef Symbol = Exprs.opaque(OpaqueReason::ControlFlow, Varies, Name, Lowering.rangeOf(Type));
    Setting.Symbols.insert(Symbol);
    return Value::scalar(Symbol);
  }
  case Value::Kind::Pointer: {
    bool InArray = Lowering.endsInElement(Initial.Target);
    if ((!Initial.Target.isMemory() && !InArray) || Type->isReferenceType())
      return Initial;
    ExprRef Symbol = Exprs.opaque(OpaqueReason::ControlFlow, Varies, Name);
    Setting.Symbols.insert(Symbol);
    Place Target = Initial.Target;
    setPosition(Target, Symbol);
    return Value::pointer(Target);
  }
  case Value::Kind::Aggregate: {
    std::vector<Value> Symbols;
    for (size_t Part = 0; Part != Initial.Parts->size(); ++Part)
      if (isUnion(Type) && (*Initial.Parts)[Part].isEmpty())
        Symbols.emplace_back();
      else
        Symbols.push_back(symbolFor((*Initial.Parts)[Part], slotPartType(Lowering.Ast, Type, Part),
                                    Varies, Name));
    return Value::aggregate(std::move(Symbols));
  }
  }
  return {};
}

bool LoopLowering::isResolved(const Value &AtStart) const {
  switch (AtStart.What) {
  case Value::Kind::Scalar:
    return !Setting.Symbols.contains(AtStart.Number);
  case Value::Kind::Pointer: {
    ExprRef Position = positionIn(Exprs, AtStart.Target);
    return !Position || !Setting.Symbols.contains(Position);
  }
  case Value::Kind::Aggregate:
    return llvm::all_of(*AtStart.Parts, [&](const Value &Part) { return isResolved(Part); });
  case Value::Kind::Empty:
  case Value::Kind::Function:
    return true;
  }
  return true;
}

/// "iter(i)" for a loop over i; by its line where no variable stands out.
std::string LoopLowering::counterName() const {
  auto Assigned = assignedVariables(Parts.Increment);
  if (Assigned.size() == 1)
    return "iter(" + Assigned.front()->getNameAsString() + ")";
  return "iter@" + std::to_string(Lowering.positionOf(Parts.Where->getSourceRange()).Line);
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
    unsigned Branch = Lowering.emitNode(NodeKind::Branch, 0, Result.Condition);
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
    Lowering.execute(Parts.Body);
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

bool LoopLowering::closeValue(Value &AtStart, const Value &Initial, const Value &End) {
  if (isResolved(AtStart) || AtStart.What != End.What)
    return false;
  switch (AtStart.What) {
  case Value::Kind::Scalar: {
    ExprRef Closed = nullptr;
    if (Initial.isScalar())
      Closed = closedForm(Exprs, Setting, Initial.Number, AtStart.Number, End.Number);
    if (!Closed && (Initial.isScalar() || Initial.isEmpty()))
      Closed = setInOneIteration(Exprs, Setting, Initial.Number, AtStart.Number, End.Number);
    if (!Closed)
      return false;
    AtStart = Value::scalar(Closed);
    return true;
  }
  case Value::Kind::Pointer: {
    if (!Initial.isPointer() || !differInPosition(End.Target, AtStart.Target) ||
        !differInPosition(Initial.Target, AtStart.Target))
      return false;
    ExprRef Closed = closedForm(Exprs, Setting, positionIn(Exprs, Initial.Target),
                                positionIn(Exprs, AtStart.Target), positionIn(Exprs, End.Target));
    if (!Closed)
      return false;
    setPosition(AtStart.Target, Closed);
    return true;
  }
  case Value::Kind::Aggregate: {
    if (AtStart.Parts->size() != End.Parts->size() ||
        (!Initial.isEmpty() &&
         (!Initial.isAggregate() || AtStart.Parts->size() != Initial.Parts->size())))
      return false;
    bool Any = false;
    std::vector<Value> Parts = *AtStart.Parts;
    for (size_t Part = 0; Part != Parts.size(); ++Part)
      Any |= closeValue(Parts[Part], Initial.isEmpty() ? Value() : (*Initial.Parts)[Part],
                        (*End.Parts)[Part]);
    if (Any)
      AtStart = Value::aggregate(std::move(Parts));
    return Any;
  }
  case Value::Kind::Empty:
  case Value::Kind::Function:
    return false;
  }
  return false;
}

/// Two variables that exchange their values in each iteration.
bool LoopLowering::closeSwaps(const State &End) {
  for (auto &[Slot, First] : Variables) {
    if (First.AtStart.isEmpty() || First.AtStart.isAggregate() || isResolved(First.AtStart))
      continue;
    for (auto &[OtherSlot, Second] : Variables) {
      if (OtherSlot <= Slot || Second.AtStart.isEmpty() || isResolved(Second.AtStart))
        continue;
      auto FirstEnd = End.Variables.find(Slot), SecondEnd = End.Variables.find(OtherSlot);
      if (FirstEnd == End.Variables.end() || SecondEnd == End.Variables.end() ||
          !sameValue(FirstEnd->second, Second.AtStart) ||
          !sameValue(SecondEnd->second, First.AtStart))
        continue;
      ExprRef Odd = Exprs.remainder(Setting.Counter, Exprs.constant(2));
      QualType Type = Lowering.SlotTypes[Slot];
      First.AtStart = Lowering.joinValues(Odd, Second.Initial, First.Initial, Type);
      Second.AtStart = Lowering.joinValues(Odd, First.Initial, Second.Initial, Type);
      First.Swaps = Second.Swaps = true;
      return true;
    }
  }
  return false;
}

bool LoopLowering::closeVariables(const State &End) {
  if (!End.Reachable)
    return false;
  bool Any = closeSwaps(End);
  for (auto &[Slot, Changed] : Variables) {
    auto Final = End.Variables.find(Slot);
    if (Final != End.Variables.end())
      Any |= closeValue(Changed.AtStart, Changed.Initial, Final->second);
  }
  return Any;
}

/// Numbers that start as constants and become constants: the loop is run, and a
/// table made of the values that they go through.
bool LoopLowering::closeByRunning(const Iteration &Once) {
  /// Iterations of the longest table.
  constexpr size_t MostIterations = 48;
  if (!Once.End.Reachable || !Once.Condition)
    return false;
  struct Run {
    SlotId Slot;
    ExprRef Symbol;
    ExprRef End;
    int64_t Value;
    std::vector<int64_t> Values;
  };
  std::vector<Run> Runs;
  for (auto &[Slot, Changed] : Variables) {
    auto Final = Once.End.Variables.find(Slot);
    if (!Changed.AtStart.isScalar() || isResolved(Changed.AtStart) || !Changed.Initial.isScalar() ||
        !Changed.Initial.Number->isConstant() || Final == Once.End.Variables.end() ||
        !Final->second.isScalar())
      continue;
    Runs.push_back({Slot,
                    Changed.AtStart.Number,
                    Final->second.Number,
                    Changed.Initial.Number->constantTerm(),
                    {}});
  }
  auto IsRun = [&](ExprRef Root) {
    bool Known = true;
    forEachLeaf(Root, [&](ExprRef Leaf) {
      Known &= Leaf == Setting.Counter ||
               llvm::any_of(Runs, [&](const Run &Of) { return Of.Symbol == Leaf; });
    });
    return Known;
  };
  for (size_t Before = 0; Before != Runs.size();) {
    Before = Runs.size();
    llvm::erase_if(Runs, [&](const Run &Of) { return !IsRun(Of.End); });
  }
  if (Runs.empty())
    return false;
  // The way out, when it is decided by these numbers; else the numbers themselves
  // end the loop where they leave their type.
  std::vector<ExprRef> Exits;
  for (const State *At : {&Once.Failed})
    if (At->Reachable)
      Exits.push_back(guardsWithin(*At));
  for (const State &At : Once.Breaks)
    Exits.push_back(guardsWithin(At));
  llvm::erase_if(Exits, [&](ExprRef Exit) { return !IsRun(Exit); });
  size_t Iteration = 0;
  bool Left = false;
  for (; Iteration <= MostIterations && !Left; ++Iteration) {
    auto Now = [&](ExprRef Leaf) -> int64_t {
      for (const Run &Of : Runs)
        if (Of.Symbol == Leaf)
          return Of.Value;
      return int64_t(Iteration);
    };
    for (Run &Of : Runs)
      Of.Values.push_back(Of.Value);
    Left = llvm::any_of(Exits, [&](ExprRef Exit) { return memlint::evaluate(Exit, Now) != 0; });
    std::vector<int64_t> Next;
    for (Run &Of : Runs)
      Next.push_back(memlint::evaluate(Of.End, Now));
    for (size_t Number = 0; Number != Runs.size(); ++Number)
      Runs[Number].Value = Next[Number];
    // A signed number that would overflow is never reached.
    for (const Run &Of : Runs)
      Left |= !Lowering.rangeOf(Lowering.SlotTypes[Of.Slot]).contains({Of.Value, Of.Value});
  }
  if (!Left)
    return false;
  for (const Run &Of : Runs) {
    ExprRef Table = Exprs.constant(Of.Values.back());
    for (size_t Row = Of.Values.size() - 1; Row-- != 0;)
      Table = Exprs.select(Exprs.equal(Setting.Counter, Exprs.constant(int64_t(Row))),
                           Exprs.constant(Of.Values[Row]), Table);
    Variables[Of.Slot].AtStart = Value::scalar(Table);
  }
  return true;
}

Uniformity LoopLowering::exitUniformity(Iteration &Once) const {
  Uniformity Most = Once.Condition ? Once.Condition->varies() : Uniformity::Grid;
  for (const Exit &Way : exitsOf(Once))
    if (Way.At != &Once.Failed)
      Most = std::max(Most, guardsWithin(*Way.At)->varies());
  return Most;
}

std::vector<LoopLowering::Exit> LoopLowering::exitsOf(Iteration &Once) const {
  std::vector<Exit> Exits;
  if (Once.Failed.Reachable)
    Exits.push_back({&Once.Failed});
  auto AddAll = [&](std::vector<State> &States) {
    for (State &At : States)
      Exits.push_back({&At});
  };
  AddAll(Once.Breaks);
  AddAll(Once.Returns);
  for (auto &[Label, States] : Once.Jumps)
    AddAll(States);
  AddAll(Once.OuterBreaks);
  AddAll(Once.OuterContinues);
  return Exits;
}

/// The exits in the order in which an iteration comes to them, with the iteration
/// of each where that has a closed form; empty when the order cannot be told.
std::vector<LoopLowering::Exit> LoopLowering::followedExits(Iteration &Once) const {
  std::vector<Exit> Pending = exitsOf(Once), Ordered;
  llvm::DenseSet<ExprRef> Stayed;
  for (unsigned Rank = 0; !Pending.empty(); ++Rank) {
    llvm::SmallVector<ExprRef, 4> Left;
    // Behind an exit its condition is known not to hold; so the first exit is one
    // with a single condition, and the next has one more.
    auto Single = [&](const Exit &Way) -> ExprRef {
      ExprRef Condition = nullptr;
      for (ExprRef Guard : llvm::ArrayRef(Way.At->Guards)
                               .drop_front(std::min(Entry.Guards.size(), Way.At->Guards.size()))) {
        if (Stayed.contains(Guard) || Guard->isConstant(1))
          continue;
        if (Condition)
          return nullptr;
        Condition = Guard;
      }
      return Condition ? Condition : Exprs.constant(1);
    };
    std::vector<Exit> Rest;
    for (Exit &Way : Pending) {
      ExprRef Condition = Single(Way);
      if (!Condition) {
        Rest.push_back(Way);
        continue;
      }
      Way.Rank = Rank;
      if (Setting.isInvariant(Condition))
        Way.When = Exprs.select(Condition, Exprs.constant(0), Exprs.constant(NeverLeft));
      else
        Way.When = firstFailure(Exprs, Setting, Exprs.logicalNot(Condition),
                                /*MayNeverFail=*/Way.At != &Once.Failed);
      Left.push_back(Condition);
      Ordered.push_back(Way);
    }
    if (Left.empty())
      return {};
    for (ExprRef Condition : Left)
      Stayed.insert(Exprs.logicalNot(Condition));
    Pending = std::move(Rest);
  }
  return Ordered;
}

/// Whether a thread leaves the loop by \p Way and not by another of \p Exits.
ExprRef LoopLowering::leavesBy(const Exit &Way, llvm::ArrayRef<Exit> Exits) {
  ExprRef Leaves = Exprs.constant(1);
  for (const Exit &Other : Exits) {
    if (Other.At == Way.At)
      continue;
    ExprRef Limit = Other.Rank < Way.Rank ? Other.When : Exprs.add(Other.When, Exprs.constant(1));
    Leaves = Exprs.logicalAnd(Leaves, Exprs.less(Way.When, Limit));
  }
  return Leaves;
}

/// A carried value that has no closed form varies at least as what the body
/// leaves in it.
bool LoopLowering::raiseUniformity(Iteration &Once) {
  bool Raised = false;
  for (auto &[Slot, Changed] : Variables) {
    if (isResolved(Changed.AtStart) && !Lowering.SlotTypes[Slot]->isFloatingType())
      continue;
    auto Final = Once.End.Variables.find(Slot);
    if (Final == Once.End.Variables.end())
      continue;
    Uniformity Seen = Lowering.uniformity(Final->second);
    if (Seen <= Changed.Varies)
      continue;
    Changed.Varies = Seen;
    Changed.AtStart =
        symbolFor(Changed.Initial, Lowering.SlotTypes[Slot], Seen, Lowering.SlotNames[Slot]);
    Raised = true;
  }
  return Raised;
}

/// \p AtStart or a part of it points to a variable, and to another one at the end
/// of an iteration.
bool LoopLowering::losePointersIn(Value &AtStart, const Value &End) {
  if (AtStart.isAggregate() && End.isAggregate() && AtStart.Parts->size() == End.Parts->size()) {
    bool Any = false;
    std::vector<Value> Parts = *AtStart.Parts;
    for (size_t Part = 0; Part != Parts.size(); ++Part)
      Any |= losePointersIn(Parts[Part], (*End.Parts)[Part]);
    if (Any)
      AtStart = Value::aggregate(std::move(Parts));
    return Any;
  }
  if (!AtStart.isPointer() || !End.isPointer() ||
      (AtStart.Target.isMemory() && End.Target.isMemory()))
    return false;
  bool Moves =
      Lowering.endsInElement(AtStart.Target) && differInPosition(AtStart.Target, End.Target);
  if (Moves || AtStart.Target == End.Target || sameValue(AtStart, End))
    return false;
  Lowering.lostPointer(End.Target);
  Value Lost = Value::pointer(Lowering.lostPointer(AtStart.Target));
  if (AtStart.Target.isMemory() && AtStart.Target.Object == Lost.Target.Object)
    return false;
  AtStart = std::move(Lost);
  return true;
}

bool LoopLowering::losePointers(const State &End) {
  bool Any = false;
  for (auto &[Slot, Changed] : Variables) {
    auto Final = End.Variables.find(Slot);
    // What alternates between two places has been found to.
    if (End.Reachable && Final != End.Variables.end() && !Changed.Swaps)
      Any |= losePointersIn(Changed.AtStart, Final->second);
  }
  return Any;
}

/// With a known number of iterations, values that depend on the counter get
/// their true range.
void LoopLowering::tightenCounter(Iteration &Once) {
  Trips = nullptr;
  int64_t Most = std::numeric_limits<int64_t>::max();
  if (ExprRef Failure = Once.Condition ? firstFailure(Exprs, Setting, Once.Condition) : nullptr) {
    Trips = Parts.TestAtEnd ? Exprs.add(Failure, Exprs.constant(1)) : Failure;
    Most = Trips->range().High;
  }
  for (const Exit &Way : followedExits(Once))
    if (Way.When)
      Most = std::min(Most, Way.When->range().High + 1);
  if (Most <= 0 || Most >= Setting.Counter->range().High)
    return;
  LeafInfo Info = Setting.Counter->leaf();
  // The condition itself is still evaluated once past the last iteration.
  Info.Range.High = Most;
  ExprRef Old = Setting.Counter, New = Exprs.leaf(Info);
  auto Replace = [&](ExprRef Root) {
    return Exprs.substitute(Root,
                            [&](ExprRef Leaf) -> ExprRef { return Leaf == Old ? New : nullptr; });
  };
  std::function<Value(const Value &)> Renew = [&](const Value &In) {
    Value Out = In;
    if (In.isScalar())
      Out.Number = Replace(In.Number);
    if (In.isPointer())
      Out.Target = mapExpressions(In.Target, Replace);
    if (In.isAggregate()) {
      std::vector<Value> Parts;
      for (const Value &Part : *In.Parts)
        Parts.push_back(Renew(Part));
      Out = Value::aggregate(std::move(Parts));
    }
    return Out;
  };
  for (auto &[Slot, Changed] : Variables)
    Changed.AtStart = Renew(Changed.AtStart);
  Setting.Counter = New;
}

/// What \p In, a value where the loop's condition fails, is after the loop.
Value LoopLowering::afterLoop(const Value &In, QualType Type, ExprRef TripCount,
                              Uniformity Varies) {
  auto Leave = [&](ExprRef Root, bool IsOffset) {
    if (TripCount && Setting.dependsOnCounterOnly(Root))
      return Exprs.substitute(Root, [&](ExprRef Leaf) -> ExprRef {
        return Leaf == Setting.Counter ? TripCount : nullptr;
      });
    if (Setting.isInvariant(Root))
      return Root;
    OpaqueReason Reason = OpaqueReason::ControlFlow;
    forEachLeaf(Root, [&](ExprRef Leaf) {
      if (Leaf->leaf().Kind == LeafKind::Loaded ||
          Leaf->leaf().Reason == OpaqueReason::DataDependent)
        Reason = OpaqueReason::DataDependent;
    });
    return Exprs.opaque(Reason, std::max(Root->varies(), Varies), "value after a loop",
                        IsOffset ? Interval() : Lowering.rangeOf(Type));
  };
  Value Out = In;
  if (In.isScalar())
    Out = Type->isFloatingType() ? Lowering.floatValue(std::max(In.Number->varies(), Varies))
                                 : Value::scalar(Leave(In.Number, false));
  if (In.isPointer())
    Out.Target = mapExpressions(In.Target, [&](ExprRef Root) { return Leave(Root, true); });
  if (In.isAggregate()) {
    std::vector<Value> Parts;
    for (size_t Part = 0; Part != In.Parts->size(); ++Part)
      Parts.push_back(
          afterLoop((*In.Parts)[Part], slotPartType(Lowering.Ast, Type, Part), TripCount, Varies));
    Out = Value::aggregate(std::move(Parts));
  }
  return Out;
}

void LoopLowering::leave(Iteration &Final, Loop &Recorded) {
  Uniformity Varies = exitUniformity(Final);
  std::vector<Exit> Exits = followedExits(Final);
  bool AllKnown =
      !Exits.empty() && llvm::all_of(Exits, [](const Exit &Way) { return Way.When != nullptr; });
  if (Exits.empty())
    Exits = exitsOf(Final);
  for (Exit &Way : Exits) {
    ExprRef When = guardsWithin(*Way.At);
    if (!When->isConstant(0))
      Recorded.Exits.push_back(When);
    if (Way.At != &Final.Failed)
      continue;
    // The values at the failed test are those of that very iteration.
    if (!Way.When && Final.Condition)
      Way.When = firstFailure(Exprs, Setting, Final.Condition);
    if (!Way.When && Exits.size() == 1)
      Way.When = Exprs.opaque(OpaqueReason::ControlFlow, Varies, "number of iterations",
                              {0, std::numeric_limits<int32_t>::max()});
  }
  auto IsAmong = [](const std::vector<State> &States, const State *At) {
    return !States.empty() && At >= &States.front() && At <= &States.back();
  };
  std::vector<Exit> Meeting, Gone;
  for (const Exit &Way : Exits)
    (Way.At == &Final.Failed || IsAmong(Final.Breaks, Way.At) ? Meeting : Gone).push_back(Way);

  // Threads that leave for elsewhere do not come back.
  std::vector<ExprRef> Stay;
  ExprRef AnyGone = nullptr;
  for (const Exit &Way : Gone) {
    ExprRef Left = AllKnown ? leavesBy(Way, Exits) : AnyGone;
    if (!Left)
      Left = AnyGone = Exprs.opaque(OpaqueReason::DataDependent, Varies,
                                    "whether a thread has left the loop for good", {0, 1});
    if (ExprRef Stays = Exprs.logicalNot(Left); !llvm::is_contained(Stay, Stays))
      Stay.push_back(Stays);
    Way.At->Guards.resize(std::min(Entry.Guards.size(), Way.At->Guards.size()));
    Way.At->Guards.push_back(Left);
    ExprRef When = AllKnown ? Way.When : nullptr;
    for (auto &[Slot, Held] : Way.At->Variables)
      if (Variables.contains(Slot) || Slot == Lowering.frame().Result)
        Held = afterLoop(Held, Lowering.SlotTypes[Slot], When, When ? Varies : Uniformity::Lane);
  }
  auto MoveTo = [](std::vector<State> &From, std::vector<State> &To) {
    To.insert(To.end(), std::make_move_iterator(From.begin()), std::make_move_iterator(From.end()));
  };

  State After;
  After.Reachable = !Meeting.empty();
  if (After.Reachable) {
    After = Entry;
    After.Edges.clear();
    for (const Exit &Way : Meeting)
      After.Edges.insert(After.Edges.end(), Way.At->Edges.begin(), Way.At->Edges.end());
    // By way, whether it is this one and none of those after it.
    std::vector<ExprRef> Taken(Meeting.size(), nullptr);
    for (size_t Way = 0; AllKnown && Way + 1 < Meeting.size(); ++Way)
      Taken[Way] = leavesBy(Meeting[Way], llvm::ArrayRef(Meeting).drop_front(Way + 1));
    for (auto &[Slot, Changed] : Variables) {
      QualType Type = Lowering.SlotTypes[Slot];
      Value Joined;
      for (size_t Number = Meeting.size(); Number-- != 0;) {
        const Exit &Way = Meeting[Number];
        auto Held = Way.At->Variables.find(Slot);
        if (Held == Way.At->Variables.end())
          continue;
        Value Left = afterLoop(Held->second, Type, Way.When, Varies);
        if (Joined.isEmpty() || sameValue(Joined, Left)) {
          Joined = Left;
          continue;
        }
        ExprRef IsThis = Taken[Number] ? Taken[Number]
                                       : Exprs.opaque(OpaqueReason::ControlFlow, Varies,
                                                      "which way a loop was left", {0, 1});
        Joined = Lowering.joinValues(IsThis, Left, Joined, Type);
      }
      After.Variables[Slot] = std::move(Joined);
    }
    for (ExprRef Stays : Stay)
      After.Guards.push_back(Stays);
  }
  MoveTo(Final.Returns, Lowering.frame().Returns);
  for (auto &[Label, States] : Final.Jumps)
    MoveTo(States, Lowering.frame().Gotos[Label]);
  if (!Final.OuterBreaks.empty() && !Lowering.BreakTargets.empty())
    MoveTo(Final.OuterBreaks, Lowering.BreakTargets.back().Breaks);
  for (KernelLowering::BreakTarget &Target : llvm::reverse(Lowering.BreakTargets))
    if (Target.IsLoop || Target.IsTransparent) {
      MoveTo(Final.OuterContinues, Target.Continues);
      break;
    }
  Lowering.Current = std::move(After);
}

void LoopLowering::record() {
  prepareIteration();
  Lowering.Current.Edges = Entry.Edges;
  unsigned Head = 0;
  if (Lowering.Recording) {
    Head = Lowering.emitNode(NodeKind::LoopHead, LoopId, nullptr);
    Loop New;
    New.Id = LoopId;
    if (!Lowering.LoopStack.empty())
      New.Parent = Lowering.LoopStack.back();
    New.Counter = Setting.Counter;
    New.Position = Lowering.positionOf(Parts.Where->getSourceRange());
    Lowering.Program.Loops[LoopId] = std::move(New);
  }
  Lowering.LoopStack.push_back(LoopId);
  // Values made from here on are new in each iteration.
  Setting.FirstInner = Exprs.opaque(OpaqueReason::None, Uniformity::Grid, "mark")->number();
  Iteration Final = iterate();
  Lowering.LoopStack.pop_back();
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

void LoopLowering::run() {
  if (runsOnce()) {
    runOnce();
    return;
  }
  /// Rounds after which carried variables that still move are given up.
  constexpr unsigned MaximumRounds = 10;
  Entry = Lowering.Current;
  bool WasRecording = Lowering.Recording;
  if (WasRecording) {
    LoopId = unsigned(Lowering.Program.Loops.size());
    Lowering.Program.Loops.emplace_back();
  } else {
    LoopId = 0x40000000u + Lowering.NextLoop++;
  }
  LeafInfo Counter;
  Counter.Kind = LeafKind::LoopCounter;
  // An iteration's number is the same for all that are in it; who is in it is
  // told by the exits.
  Counter.Varies = Uniformity::Grid;
  Counter.Id = LoopId;
  Counter.Range = {0, std::numeric_limits<int32_t>::max()};
  Counter.Name = counterName();
  Setting.Counter = Exprs.leaf(Counter);
  Setting.FirstInner = Exprs.opaque(OpaqueReason::None, Uniformity::Grid, "mark")->number();

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
    if (raiseUniformity(Once) || losePointers(Once.End))
      continue;
    if (closeByRunning(Once))
      continue;
    tightenCounter(Once);
    Settled = true;
  }
  if (!Settled)
    for (auto &[Slot, Changed] : Variables)
      Changed.AtStart = symbolFor(Changed.Initial, Lowering.SlotTypes[Slot], Uniformity::Lane,
                                  Lowering.SlotNames[Slot]);
  Lowering.Recording = WasRecording;
  Lowering.WaysLeft = WaysLeftBefore;
  Lowering.WriteLog = std::move(OuterLog);
  for (auto &[Slot, Changed] : Variables)
    Lowering.WriteLog[Slot] = true;
  if (Trips && Trips->isConstant(0) && !Parts.TestAtEnd) {
    // Never entered: only the test is executed, once.
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
}

void KernelLowering::executeLoop(const LoopParts &Parts) {
  if (Current.Reachable)
    LoopLowering(*this, Parts).run();
}

} // namespace memlint
