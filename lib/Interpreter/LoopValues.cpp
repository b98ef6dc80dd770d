//===- LoopValues.cpp - What a loop carries along -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Values at the start of each iteration: each variable that the loop changes is a
/// function of the iteration number, or is known to have no such form.
///
//===----------------------------------------------------------------------===//

#include "LoopInterpreter.h"
#include "cuda-memlint/Interpreter/VariableParts.h"

using namespace clang;

namespace memlint {

QualType slotPartType(ASTContext &Ast, QualType Type, size_t Part) {
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
/// in an array; null for other lvalues.
static ExprRef positionIn(ExprContext &Exprs, const Lvalue &At) {
  if (At.isMemory())
    return At.Offset;
  if (!At.isVariable() || At.Path.empty())
    return nullptr;
  const PathStep &Last = At.Path.back();
  return Last.Index ? Last.Index : Exprs.constant(Last.Number);
}

static void moveTo(Lvalue &Memory, ExprRef Offset, ExprRef InSelected) {
  Memory.Offset = Offset;
  if (Memory.Selector)
    Memory.OffsetInSelected = InSelected;
}

static void setPosition(Lvalue &At, ExprRef Position) {
  if (At.isMemory())
    moveTo(At, Position, Position);
  else
    At.Path.back() = PathStep(Position);
}

/// The lvalues are in one object or in one array.
static bool differInPosition(const Lvalue &Left, const Lvalue &Right) {
  if (Left.isMemory() || Right.isMemory())
    return Left.isMemory() && Right.isMemory() && Left.Object == Right.Object;
  return Left.isVariable() && Right.isVariable() && Left.Slot == Right.Slot &&
         Left.ByteOffset == Right.ByteOffset && !Left.Path.empty() &&
         Left.Path.size() == Right.Path.size() &&
         llvm::ArrayRef(Left.Path).drop_back() == llvm::ArrayRef(Right.Path).drop_back();
}

/// A variable that is not set before the loop holds what an earlier iteration left
/// in it.
Value LoopInterpreter::unsetSymbol(QualType Type, Uniformity Varies, llvm::StringRef Name) {
  if (Type.isNull() || Type->isVoidType() || Type->isReferenceType())
    return {};
  std::vector<QualType> Types = partTypes(Code.Ast, Type);
  if (!Types.empty()) {
    if (!Code.isTracked(Type))
      return {};
    std::vector<Value> Symbols;
    for (QualType Part : Types)
      Symbols.push_back(isUnion(Type) && !Symbols.empty() ? Value()
                                                          : unsetSymbol(Part, Varies, Name));
    return Value::aggregate(std::move(Symbols));
  }
  Value Unknown = Code.unknownValue(Type, Varies, OpaqueReason::ControlFlow, Name);
  if (Unknown.isScalar() && !isFloat(Unknown))
    Setting.Symbols.insert(Unknown.Number);
  return Unknown;
}

Value LoopInterpreter::symbolFor(const Value &Initial, QualType Type, Uniformity Varies,
                                 llvm::StringRef Name) {
  switch (Initial.What) {
  case Value::Kind::Empty:
    return unsetSymbol(Type, Varies, Name);
  case Value::Kind::Function:
    return Initial;
  case Value::Kind::Scalar: {
    if (Type->isFloatingType())
      return floatValue(Exprs, Varies);
    ExprRef Symbol = Exprs.opaque(OpaqueReason::ControlFlow, Varies, Name, rangeOf(Code.Ast, Type));
    Setting.Symbols.insert(Symbol);
    return Value::scalar(Symbol);
  }
  case Value::Kind::Pointer: {
    bool InArray = Code.endsInElement(Initial.Target);
    if ((!Initial.Target.isMemory() && !InArray) || Type->isReferenceType())
      return Initial;
    ExprRef Symbol = Exprs.opaque(OpaqueReason::ControlFlow, Varies, Name);
    Setting.Symbols.insert(Symbol);
    Lvalue Target = Initial.Target;
    setPosition(Target, Symbol);
    Target.NotNull = nullptr;
    return Value::pointer(Target);
  }
  case Value::Kind::Aggregate: {
    std::vector<Value> Symbols;
    for (size_t Part = 0; Part != Initial.Parts->size(); ++Part)
      if (isUnion(Type) && (*Initial.Parts)[Part].isEmpty())
        Symbols.emplace_back();
      else
        Symbols.push_back(
            symbolFor((*Initial.Parts)[Part], slotPartType(Code.Ast, Type, Part), Varies, Name));
    return Value::aggregate(std::move(Symbols));
  }
  }
  return {};
}

bool LoopInterpreter::isResolved(const Value &AtStart) const {
  switch (AtStart.What) {
  case Value::Kind::Scalar:
    return !Setting.Symbols.contains(AtStart.Number);
  case Value::Kind::Pointer: {
    ExprRef Position = positionIn(Exprs, AtStart.Target);
    return (!Position || !Setting.Symbols.contains(Position)) &&
           !Setting.Symbols.contains(AtStart.Target.Selector);
  }
  case Value::Kind::Aggregate:
    return llvm::all_of(*AtStart.Parts, [&](const Value &Part) { return isResolved(Part); });
  case Value::Kind::Empty:
  case Value::Kind::Function:
    return true;
  }
  return true;
}

bool LoopInterpreter::closeValue(Value &AtStart, const Value &Initial, const Value &End,
                                 QualType Type) {
  if (isResolved(AtStart) || AtStart.What != End.What)
    return false;
  switch (AtStart.What) {
  case Value::Kind::Scalar: {
    ExprRef Closed = nullptr;
    if (Initial.isScalar())
      Closed = closedForm(Exprs, Setting, Initial.Number, AtStart.Number, End.Number,
                          Type->isUnsignedIntegerType() ? unsigned(Code.Ast.getTypeSize(Type)) : 0);
    if (!Closed && (Initial.isScalar() || Initial.isEmpty()))
      Closed = setInOneIteration(Exprs, Setting, Initial.Number, AtStart.Number, End.Number);
    if (!Closed)
      return false;
    AtStart = Value::scalar(Closed);
    return true;
  }
  case Value::Kind::Pointer:
    return Initial.isPointer() && closePointer(AtStart.Target, Initial.Target, End.Target);
  case Value::Kind::Aggregate: {
    if (AtStart.Parts->size() != End.Parts->size() ||
        (!Initial.isEmpty() &&
         (!Initial.isAggregate() || AtStart.Parts->size() != Initial.Parts->size())))
      return false;
    bool Any = false;
    std::vector<Value> Parts = *AtStart.Parts;
    for (size_t Part = 0; Part != Parts.size(); ++Part)
      Any |= closeValue(Parts[Part], Initial.isEmpty() ? Value() : (*Initial.Parts)[Part],
                        (*End.Parts)[Part], slotPartType(Code.Ast, Type, Part));
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

/// \p At as an lvalue in the object that \p Like is in, where that is one of several.
Lvalue LoopInterpreter::asIn(const Lvalue &At, const Lvalue &Like) {
  if (!At.isMemory() || !Like.isMemory() || At.Object == Like.Object ||
      !Code.Memory.isAmong(At.Object, Like.Object))
    return At;
  return Code.Memory.asOneOf(At, Like.Object);
}

bool LoopInterpreter::closePointer(Lvalue &AtStart, const Lvalue &Initial, const Lvalue &End) {
  Lvalue First = asIn(Initial, AtStart), Last = asIn(End, AtStart);
  if (!differInPosition(Last, AtStart) || !differInPosition(First, AtStart))
    return false;
  // Which object it is, where that changes.
  if (Setting.Symbols.contains(AtStart.Selector)) {
    ExprRef Closed = First.Selector && Last.Selector ? closedForm(Exprs, Setting, First.Selector,
                                                                  AtStart.Selector, Last.Selector)
                                                     : nullptr;
    if (!Closed || Closed->varies() == Uniformity::Lane)
      return false;
    AtStart.Selector = Closed;
    return true;
  }
  ExprRef Position = positionIn(Exprs, AtStart);
  ExprRef Closed =
      closedForm(Exprs, Setting, positionIn(Exprs, First), Position, positionIn(Exprs, Last));
  if (!Closed)
    return false;
  ExprRef InSelected = nullptr;
  if (AtStart.Selector && First.Selector && Last.Selector)
    InSelected =
        closedForm(Exprs, Setting, First.OffsetInSelected, Position, Last.OffsetInSelected);
  if (!InSelected)
    AtStart.Selector = AtStart.OffsetInSelected = nullptr;
  if (AtStart.isMemory())
    moveTo(AtStart, Closed, InSelected);
  else
    setPosition(AtStart, Closed);
  if (Initial.NotNull || End.NotNull)
    AtStart.NotNull = Code.Memory.unknownNullness(Uniformity::Lane);
  return true;
}

bool LoopInterpreter::closeVariables(const State &End) {
  if (!End.Reachable)
    return false;
  bool Any = closeRotations(End);
  for (auto &[Slot, Changed] : Variables) {
    auto Final = End.Variables.find(Slot);
    if (Final != End.Variables.end() && Changed.SplitBy)
      Any |= closeCourses(Changed, Final->second, Code.SlotTypes[Slot]);
    else if (Final != End.Variables.end())
      Any |= closeValue(Changed.AtStart, Changed.Initial, Final->second, Code.SlotTypes[Slot]);
  }
  return Any;
}

/// The bits of \p Slot, of an unsigned type; 0 for narrow ones, which are followed exactly.
unsigned LoopInterpreter::wrappingBits(SlotId Slot) const {
  QualType Type = Code.SlotTypes[Slot];
  unsigned Bits = Type->isUnsignedIntegerType() ? unsigned(Code.Ast.getTypeSize(Type)) : 0;
  return Bits >= 32 ? Bits : 0;
}

/// What follows from a number below zero in an unsigned type is exact only while it stays a number
/// that wraps.
void LoopInterpreter::makeWrap(SlotId Slot, Carried &Changed) {
  unsigned Bits = wrappingBits(Slot);
  int64_t Least = -(int64_t(1) << (Bits - 1));
  ExprRef Symbol = Exprs.opaque(OpaqueReason::ControlFlow, Changed.Varies, Code.SlotNames[Slot],
                                {Least, -Least - 1});
  Setting.Symbols.insert(Symbol);
  Changed.Wraps = true;
  Changed.AtStart = Value::scalar(Exprs.wrap(Symbol, Bits, /*Signed=*/false));
}

/// Unsigned numbers without a closed form that may have come from below zero.
bool LoopInterpreter::followWraps(const State &End) {
  bool Any = false;
  for (auto &[Slot, Changed] : Variables) {
    unsigned Bits = wrappingBits(Slot);
    auto Final = End.Variables.find(Slot);
    if (Bits != 32 || Changed.SplitBy || !Changed.AtStart.isScalar() ||
        isResolved(Changed.AtStart) || isKnownUnderCondition(Changed.AtStart.Number))
      continue;
    auto MayWrap = [&](const Value &Held) {
      return Held.isScalar() && mayHaveWrapped(Held.Number, Bits);
    };
    // Where no iteration seems to end, that may be because the number does not wrap.
    if (!MayWrap(Changed.Initial) && (Final == End.Variables.end() || !MayWrap(Final->second)))
      continue;
    makeWrap(Slot, Changed);
    Any = true;
  }
  return Any;
}

/// A carried value that has no closed form varies at least as what the body
/// leaves in it.
bool LoopInterpreter::raiseUniformity(Iteration &Once) {
  bool Raised = false;
  for (auto &[Slot, Changed] : Variables) {
    if (Changed.SplitBy) {
      if (auto Final = Once.End.Variables.find(Slot); Final != Once.End.Variables.end())
        Raised |= raiseCourses(Slot, Changed, Final->second);
      continue;
    }
    if (isResolved(Changed.AtStart) && !Changed.Wraps && !Code.SlotTypes[Slot]->isFloatingType())
      continue;
    auto Final = Once.End.Variables.find(Slot);
    if (Final == Once.End.Variables.end())
      continue;
    Uniformity Seen = uniformity(Final->second);
    if (Seen <= Changed.Varies)
      continue;
    Changed.Varies = Seen;
    if (Changed.Wraps)
      makeWrap(Slot, Changed);
    else
      Changed.AtStart =
          symbolFor(Changed.Initial, Code.SlotTypes[Slot], Seen, Code.SlotNames[Slot]);
    Raised = true;
  }
  return Raised;
}

/// \p AtStart is in one object, and at the end of an iteration in another one.
bool LoopInterpreter::loseObject(Lvalue &AtStart, const Lvalue &Initial, const Lvalue &End) {
  if (Code.Memory.isNull(End) || Code.Memory.isNull(AtStart))
    return false;
  bool IsKnown =
      AtStart.Selector == End.Selector || !AtStart.Selector || AtStart.Selector != Initial.Selector;
  if (Code.Memory.isAmong(End.Object, AtStart.Object) && IsKnown)
    return false;
  AtStart = symbolIn(AtStart, Code.Memory.jointObject(AtStart.Object, End.Object));
  return true;
}

/// Somewhere in \p Object, and which part of it that is changes, too.
Lvalue LoopInterpreter::symbolIn(const Lvalue &AtStart, unsigned Object) {
  Lvalue Lost = Code.Memory.asOneOf(AtStart, Object);
  Uniformity Varies = uniformity(Value::pointer(AtStart));
  auto Symbol = [&] {
    ExprRef New = Exprs.opaque(OpaqueReason::ControlFlow, Varies, Code.Memory.nameOf(Object));
    Setting.Symbols.insert(New);
    return New;
  };
  Lost.Offset = Symbol();
  if (Lost.Selector) {
    Lost.Selector = Symbol();
    Lost.OffsetInSelected = Lost.Offset;
  }
  Lost.NotNull = nullptr;
  return Lost;
}

/// Which of several objects it is was found by what other pointers were in: not any longer.
void LoopInterpreter::forgetSelectors(Value &AtStart) {
  if (AtStart.isAggregate()) {
    std::vector<Value> Parts = *AtStart.Parts;
    for (Value &Part : Parts)
      forgetSelectors(Part);
    AtStart = Value::aggregate(std::move(Parts));
    return;
  }
  if (AtStart.isPointer() && AtStart.Target.isMemory() && AtStart.Target.Selector &&
      !Setting.Symbols.contains(AtStart.Target.Selector))
    AtStart.Target = symbolIn(AtStart.Target, AtStart.Target.Object);
}

/// \p AtStart or a part of it points to a variable, and to another one at the end
/// of an iteration.
bool LoopInterpreter::losePointersIn(Value &AtStart, const Value &Initial, const Value &End) {
  if (AtStart.isAggregate() && End.isAggregate() && AtStart.Parts->size() == End.Parts->size()) {
    bool Any = false;
    std::vector<Value> Parts = *AtStart.Parts;
    for (size_t Part = 0; Part != Parts.size(); ++Part)
      Any |= losePointersIn(Parts[Part], Initial.isAggregate() ? (*Initial.Parts)[Part] : Value(),
                            (*End.Parts)[Part]);
    if (Any)
      AtStart = Value::aggregate(std::move(Parts));
    return Any;
  }
  if (!AtStart.isPointer() || !End.isPointer())
    return false;
  if (AtStart.Target.isMemory() && End.Target.isMemory())
    return loseObject(AtStart.Target, Initial.Target, End.Target);
  bool Moves = Code.endsInElement(AtStart.Target) && differInPosition(AtStart.Target, End.Target);
  if (Moves || AtStart.Target == End.Target || sameValue(AtStart, End))
    return false;
  Code.lostPointer(End.Target);
  Value Lost = Value::pointer(Code.lostPointer(AtStart.Target));
  if (AtStart.Target.isMemory() && AtStart.Target.Object == Lost.Target.Object)
    return false;
  AtStart = std::move(Lost);
  return true;
}

bool LoopInterpreter::losePointers(const State &End) {
  bool Any = false;
  for (auto &[Slot, Changed] : Variables) {
    auto Final = End.Variables.find(Slot);
    // What takes turns at several lvalues has been found to.
    if (End.Reachable && Final != End.Variables.end() && !Changed.Rotates)
      Any |= losePointersIn(Changed.AtStart, Changed.Initial, Final->second);
  }
  if (Any)
    for (auto &[Slot, Changed] : Variables)
      if (!Changed.Rotates)
        forgetSelectors(Changed.AtStart);
  return Any;
}

} // namespace memlint
