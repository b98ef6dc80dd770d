//===- Values.cpp - Variables, joins, lvalues -------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Interpreter/Interpreter.h"
#include "cuda-memlint/Interpreter/VariableParts.h"
#include "cuda-memlint/Symbolic/Bounds.h"

#include "clang/AST/RecordLayout.h"

using namespace clang;

namespace memlint {

bool sameValue(const Value &Left, const Value &Right) {
  if (Left.What != Right.What)
    return false;
  switch (Left.What) {
  case Value::Kind::Empty:
    return true;
  case Value::Kind::Scalar:
    return Left.Number == Right.Number && Left.Floating == Right.Floating;
  case Value::Kind::Pointer:
    return Left.Target == Right.Target;
  case Value::Kind::Function:
    return Left.Callee == Right.Callee;
  case Value::Kind::Aggregate:
    if (Left.Parts == Right.Parts)
      return true;
    if (Left.Parts->size() != Right.Parts->size())
      return false;
    for (size_t Index = 0; Index != Left.Parts->size(); ++Index)
      if (!sameValue((*Left.Parts)[Index], (*Right.Parts)[Index]))
        return false;
    return true;
  }
  return false;
}

InterpretedMemory::~InterpretedMemory() = default;
ExecutionRecorder::~ExecutionRecorder() = default;
InterpreterClient::~InterpreterClient() = default;

Interpreter::Interpreter(ASTContext &Ast, ExprContext &Exprs, InterpretedMemory &Memory,
                         ExecutionRecorder &Recorder, InterpreterClient &Client)
    : Execution(Ast), Exprs(Exprs), Memory(Memory), Recorder(Recorder), Client(Client) {
  // Values made in a loop's body are distinguished from older ones by their number: they must
  // not equal a leaf of another function or pass.
  NextLoop = Exprs.opaque(OpaqueReason::None, Uniformity::Grid, "mark")->number();
}

SlotId Interpreter::newSlot(QualType Type, llvm::StringRef Name) {
  SlotTypes.push_back(Type);
  SlotNames.push_back(Name.str());
  return SlotId(SlotTypes.size() - 1);
}

Value floatValue(ExprContext &Exprs, Uniformity Varies) {
  LeafInfo Info;
  Info.Kind = LeafKind::Opaque;
  Info.Reason = OpaqueReason::DataDependent;
  Info.Varies = Varies;
  // Outside what ExprContext::opaque hands out: one leaf stands for all.
  Info.Id = std::numeric_limits<uint32_t>::max();
  Info.Name = "floating-point value";
  return Value::scalar(Exprs.leaf(Info));
}

Value floatConstant(ExprContext &Exprs, double Number) {
  Value Result = floatValue(Exprs, Uniformity::Grid);
  Result.Floating = Number;
  return Result;
}

bool isFloat(const Value &Held) {
  return Held.isScalar() && Held.Number->isLeaf() && Held.Number->leaf().Kind == LeafKind::Opaque &&
         Held.Number->leaf().Id == std::numeric_limits<uint32_t>::max();
}

static Uniformity uniformityOf(const Lvalue &At) {
  Uniformity Most = Uniformity::Grid;
  if (At.isMemory() && At.Offset)
    Most = At.Offset->varies();
  if (At.Selector)
    Most = std::max(Most, At.Selector->varies());
  for (const PathStep &Step : At.Path)
    if (Step.Index)
      Most = std::max(Most, Step.Index->varies());
  if (At.isChoice())
    for (const LvalueChoice &One : *At.Choices)
      Most = std::max({Most, One.Condition->varies(), uniformityOf(One.At)});
  return Most;
}

Uniformity uniformity(const Value &Held) {
  switch (Held.What) {
  case Value::Kind::Empty:
    return Uniformity::Grid;
  case Value::Kind::Scalar:
    return Held.Number->varies();
  case Value::Kind::Function:
    return Uniformity::Grid;
  case Value::Kind::Pointer:
    return uniformityOf(Held.Target);
  case Value::Kind::Aggregate: {
    Uniformity Most = Uniformity::Grid;
    for (const Value &Part : *Held.Parts)
      Most = std::max(Most, uniformity(Part));
    return Most;
  }
  }
  return Uniformity::Lane;
}

Value Interpreter::unknownValue(QualType Type, Uniformity Varies, OpaqueReason Reason,
                                llvm::StringRef Words) {
  Type = Type.getNonReferenceType();
  if (Type->isVoidType())
    return {};
  bool InParts = (Type->isRecordType() || Type->isConstantArrayType()) && isTracked(Type);
  if (Type->isPointerType() || (Type->isArrayType() && !InParts))
    return Value::pointer(Memory.unknownPointer(Varies, Reason, Words));
  if (Type->isFloatingType())
    return floatValue(Exprs, Varies);
  if (InParts && Client.isConcrete())
    return unsetParts(Type);
  if (InParts) {
    std::vector<Value> Parts;
    for (QualType Part : partTypes(Ast, Type))
      Parts.push_back(unknownValue(Part, Varies, Reason, Words));
    return Value::aggregate(std::move(Parts));
  }
  return Value::scalar(Exprs.opaque(Reason, Varies, Words, rangeOf(Ast, Type)));
}

/// A value whose parts are named when they are read: most of what is in a large structure never is.
Value Interpreter::unsetParts(QualType Type) {
  size_t Count = partTypes(Ast, Type).size();
  std::shared_ptr<const std::vector<Value>> &Parts = UnsetParts[Count];
  if (!Parts)
    Parts = std::make_shared<const std::vector<Value>>(Count);
  Value Result;
  Result.What = Value::Kind::Aggregate;
  Result.Parts = Parts;
  return Result;
}

Value Interpreter::unknownValue(const clang::Expr *Of, Uniformity Varies, OpaqueReason Reason) {
  return unknownValue(Of->getType(), Varies, Reason, textOf(Of->getSourceRange(), Ast));
}

Value Interpreter::zeroValue(QualType Type) {
  Type = Type.getNonReferenceType();
  if (Type->isFloatingType())
    return floatNumber(0, Type);
  if (Type->isPointerType())
    return Value::pointer(Lvalue::memory(Memory.nullObject(), Exprs.constant(0)));
  if ((Type->isRecordType() || Type->isConstantArrayType()) && isTracked(Type)) {
    std::vector<Value> Parts;
    for (QualType Part : partTypes(Ast, Type))
      Parts.push_back(zeroValue(Part));
    return Value::aggregate(std::move(Parts));
  }
  return Value::scalar(Exprs.constant(0));
}

bool Interpreter::isTracked(QualType Type) const {
  return isTrackedType(Ast, Type, Client.trackedSizes());
}

void Interpreter::havocAround(const Lvalue &At, llvm::StringRef Why) {
  forEachChoice(At, [&](const Lvalue &One) {
    if (One.isVariable())
      havocVariable(One.Slot, Why);
  });
}

void Interpreter::havocVariable(SlotId Slot, llvm::StringRef Why) {
  QualType Type = SlotTypes[Slot];
  if (Type->isReferenceType())
    return;
  WriteLog[Slot] = true;
  Value Unknown = unknownValue(Type, Uniformity::Lane, OpaqueReason::NotUnderstood, Why);
  Current.Variables[Slot] = std::move(Unknown);
}

void Interpreter::havocReachableFrom(const Value &From, llvm::StringRef Why) {
  if (From.isPointer() && From.Target.isVariable())
    havocVariable(From.Target.Slot, Why);
  if (From.isPointer() && From.Target.isChoice())
    for (const LvalueChoice &One : *From.Target.Choices)
      havocReachableFrom(Value::pointer(One.At), Why);
  if (From.isAggregate())
    for (const Value &Part : *From.Parts)
      havocReachableFrom(Part, Why);
}

void Interpreter::havocLostVariables(llvm::StringRef Why) {
  for (SlotId Slot : PointedToSomehow)
    if (Current.Variables.contains(Slot))
      havocVariable(Slot, Why);
}

const ValueDecl *Interpreter::declarationOf(SlotId Slot) const {
  for (const Frame &Active : llvm::reverse(Frames))
    for (const auto &[Declared, Number] : Active.Slots)
      if (Number == Slot && !isa<ParmVarDecl>(Declared))
        return Declared;
  return nullptr;
}

/// Distinct ends of the tree of selects that \p Root is, up to \p Limit.
static unsigned countAlternatives(ExprRef Root, unsigned Limit) {
  if (Limit == 0)
    return 0;
  if (Root->kind() == ExprKind::Polynomial) {
    unsigned Most = 1;
    for (const Monomial &Part : Root->terms())
      for (ExprRef Factor : Part.Factors)
        Most = std::max(Most, countAlternatives(Factor, Limit));
    return Most;
  }
  if (Root->kind() != ExprKind::Select)
    return 1;
  unsigned Count = countAlternatives(Root->operands()[1], Limit);
  return Count + countAlternatives(Root->operands()[2], Limit - std::min(Limit, Count));
}

/// Numbers that are constants or choices between constants, and not too many of them.
static bool areFewConstants(ExprRef Left, ExprRef Right) {
  constexpr unsigned MostConstants = 8;
  unsigned Count = 0;
  auto IsConstant = [&](auto &Self, ExprRef Number) -> bool {
    if (Number->kind() == ExprKind::Select)
      return Self(Self, Number->operands()[1]) && Self(Self, Number->operands()[2]);
    return Number->isConstant() && ++Count <= MostConstants;
  };
  return IsConstant(IsConstant, Left) && IsConstant(IsConstant, Right);
}

/// Whether a quotient is rounded up, or the like: the two differ by a constant, and which one it is
/// depends on no other unknowns than they do.
static bool isRounded(ExprContext &Exprs, ExprRef Condition, ExprRef Left, ExprRef Right) {
  if (!Exprs.subtract(Left, Right)->isConstant())
    return false;
  return allLeaves(Condition, [&](ExprRef Decisive) {
    return anyLeaf(Right, [&](ExprRef Leaf) { return Leaf == Decisive; });
  });
}

ExprRef joinNumbers(ExprContext &Exprs, ExprRef Condition, ExprRef IfTrue, ExprRef IfFalse) {
  /// More alternatives than this become one opaque value.
  constexpr unsigned MaximumAlternatives = 8;
  ExprRef Choice = Exprs.select(Condition, IfTrue, IfFalse);
  if (countAlternatives(Choice, MaximumAlternatives + 1) <= MaximumAlternatives)
    return Choice;
  return Exprs.opaque(OpaqueReason::ControlFlow, Choice->varies(),
                      "one of many values, depending on the path", Choice->range(),
                      Choice->congruence());
}

Value Interpreter::joinValues(ExprRef Condition, const Value &IfTrue, const Value &IfFalse,
                              QualType Type) {
  if (sameValue(IfTrue, IfFalse))
    return IfTrue;
  // Of code that is run concretely, what is not set may have been set where that is not seen.
  if (Client.isConcrete() && (IfTrue.isEmpty() || IfFalse.isEmpty()))
    return {};
  if (IfTrue.isEmpty())
    return IfFalse;
  if (IfFalse.isEmpty())
    return IfTrue;
  if (IfTrue.What != IfFalse.What)
    return unknownValue(Type, Uniformity::Lane, OpaqueReason::ControlFlow, "joined value");
  switch (IfTrue.What) {
  case Value::Kind::Empty:
    return {};
  case Value::Kind::Scalar:
    if (isFloat(IfTrue) || isFloat(IfFalse))
      return floatValue(Exprs, std::max({IfTrue.Number->varies(), IfFalse.Number->varies(),
                                         Condition->varies()}));
    if (Client.isConcrete() && !areFewConstants(IfTrue.Number, IfFalse.Number) &&
        !isRounded(Exprs, Condition, IfTrue.Number, IfFalse.Number))
      return Value::scalar(
          Exprs.opaque(OpaqueReason::ControlFlow, Uniformity::Grid, "one of two values",
                       joinIntervals(IfTrue.Number->range(), IfFalse.Number->range()),
                       joinCongruences(IfTrue.Number->congruence(), IfFalse.Number->congruence())));
    return Value::scalar(joinNumbers(Exprs, Condition, IfTrue.Number, IfFalse.Number));
  case Value::Kind::Function:
    return unknownValue(Type, Uniformity::Lane, OpaqueReason::NotUnderstood,
                        "one of several functions");
  case Value::Kind::Pointer:
    return Value::pointer(joinLvalues(Condition, IfTrue.Target, IfFalse.Target));
  case Value::Kind::Aggregate: {
    if (IfTrue.Parts->size() != IfFalse.Parts->size())
      return unknownValue(Type, Uniformity::Lane, OpaqueReason::ControlFlow, "joined value");
    std::vector<QualType> Types = partTypes(Ast, Type);
    std::vector<Value> Parts;
    if (isUnion(Type)) {
      for (size_t Field = 0; Field != IfTrue.Parts->size(); ++Field) {
        bool Held = !(*IfTrue.Parts)[Field].isEmpty() || !(*IfFalse.Parts)[Field].isEmpty();
        Parts.push_back(Held ? joinValues(Condition, unionField(IfTrue, Type, int64_t(Field)),
                                          unionField(IfFalse, Type, int64_t(Field)), Types[Field])
                             : Value());
      }
      return Value::aggregate(std::move(Parts));
    }
    for (size_t Index = 0; Index != IfTrue.Parts->size(); ++Index)
      Parts.push_back(joinValues(Condition, (*IfTrue.Parts)[Index], (*IfFalse.Parts)[Index],
                                 Index < Types.size() ? Types[Index] : Ast.IntTy));
    return Value::aggregate(std::move(Parts));
  }
  }
  return {};
}

ExprRef conjunction(ExprContext &Exprs, llvm::ArrayRef<ExprRef> Guards) {
  ExprRef Result = Exprs.constant(1);
  for (ExprRef Guard : Guards)
    Result = Exprs.logicalAnd(Result, Guard);
  return Result;
}

void Interpreter::noteChoice(ExprRef Condition) {
  ChoosingConditions.insert(Condition);
  ChoosingConditions.insert(Exprs.logicalNot(Condition));
}

ExprRef Interpreter::wayTaken(const State &Taken, const State &Other) {
  auto [Left, Right] = std::mismatch(Taken.Guards.begin(), Taken.Guards.end(), Other.Guards.begin(),
                                     Other.Guards.end());
  // Of code that is run concretely, the course behind a guard is not kept.
  if (Left == Taken.Guards.end() || Right == Other.Guards.end() ||
      *Right != Exprs.logicalNot(*Left))
    return Exprs.opaque(OpaqueReason::ControlFlow, Uniformity::Grid, "the way taken", {0, 1});
  noteChoice(*Left);
  return *Left;
}

State Interpreter::join(std::vector<State> States, size_t GuardsAtEntry) {
  bool AnyImpossible =
      llvm::any_of(States, [](const State &S) { return !S.Reachable && S.Impossible; });
  llvm::erase_if(States, [](const State &S) { return !S.Reachable; });
  if (States.empty()) {
    State Dead;
    Dead.Reachable = false;
    Dead.Impossible = AnyImpossible;
    return Dead;
  }
  State Result = std::move(States.back());
  States.pop_back();
  if (States.empty() && AnyImpossible) {
    // The other ways end in a failed assertion: what leads here is a fact.
    for (size_t Index = GuardsAtEntry; Index < Result.Guards.size(); ++Index)
      Recorder.addFact(Result.Guards[Index],
                       llvm::ArrayRef(Result.Guards).take_front(GuardsAtEntry));
    Result.Guards.resize(std::min(GuardsAtEntry, Result.Guards.size()));
    return Result;
  }
  for (; !States.empty(); States.pop_back()) {
    State &Other = States.back();
    ExprRef Condition =
        Client.isConcrete()
            ? wayTaken(Other, Result)
            : conjunction(Exprs, llvm::ArrayRef(Other.Guards)
                                     .drop_front(std::min(GuardsAtEntry, Other.Guards.size())));
    llvm::DenseMap<SlotId, Value> Joined;
    for (auto &[Slot, Held] : Result.Variables) {
      auto Found = Other.Variables.find(Slot);
      if (Found != Other.Variables.end())
        Joined[Slot] = sameValue(Held, Found->second)
                           ? std::move(Held)
                           : joinValues(Condition, Found->second, Held, SlotTypes[Slot]);
    }
    Result.Variables = std::move(Joined);
    if (!Client.isConcrete())
      Result.Edges.insert(Result.Edges.end(), Other.Edges.begin(), Other.Edges.end());

    // A thread is here when it came either way.
    size_t Common = GuardsAtEntry;
    while (Common < Result.Guards.size() && Common < Other.Guards.size() &&
           Result.Guards[Common] == Other.Guards[Common])
      ++Common;
    auto Left = llvm::ArrayRef(Other.Guards).drop_front(Common);
    auto Right = llvm::ArrayRef(Result.Guards).drop_front(Common);
    ExprRef Either = nullptr;
    if (!Left.empty() && !Right.empty() && !Client.isConcrete()) {
      if (Right[0] == Exprs.logicalNot(Left[0])) {
        ExprRef LeftRest = conjunction(Exprs, Left.drop_front());
        ExprRef RightRest = conjunction(Exprs, Right.drop_front());
        if (LeftRest->isConstant(1) && !RightRest->isConstant(1))
          Either = Exprs.logicalOr(Left[0], RightRest);
        else if (RightRest->isConstant(1) && !LeftRest->isConstant(1))
          Either = Exprs.logicalOr(Right[0], LeftRest);
        else if (!LeftRest->isConstant(1))
          Either = Exprs.select(Left[0], LeftRest, RightRest);
      } else {
        Either = Exprs.logicalOr(conjunction(Exprs, Left), conjunction(Exprs, Right));
      }
    }
    Result.Guards.resize(Common);
    if (Either && !Either->isConstant(1))
      Result.Guards.push_back(Either);
  }
  return Result;
}

} // namespace memlint
