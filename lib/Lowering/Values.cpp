//===- Values.cpp - Variables, joins, places ----------------------- -*- C++
//-*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"

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
    return Left.Number == Right.Number;
  case Value::Kind::Pointer:
    return Left.Target == Right.Target;
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

/// Types of the parts of a value of \p Type, in the order of Value::Parts.
static std::vector<QualType> partTypes(ASTContext &Ast, QualType Type) {
  std::vector<QualType> Types;
  if (const auto *Array = Ast.getAsConstantArrayType(Type)) {
    Types.assign(size_t(Array->getZExtSize()), Array->getElementType());
    return Types;
  }
  const RecordDecl *Record = Type->getAsRecordDecl();
  Record = Record ? Record->getDefinition() : nullptr;
  if (!Record)
    return Types;
  if (const auto *Class = dyn_cast<CXXRecordDecl>(Record))
    for (const CXXBaseSpecifier &Base : Class->bases())
      Types.push_back(Base.getType());
  for (const FieldDecl *Field : Record->fields())
    Types.push_back(Field->getType());
  return Types;
}

SlotId KernelLowering::newSlot(QualType Type, llvm::StringRef Name) {
  SlotTypes.push_back(Type);
  SlotNames.push_back(Name.str());
  return SlotId(SlotTypes.size() - 1);
}

Value KernelLowering::floatValue(Uniformity Varies) {
  LeafInfo Info;
  Info.Kind = LeafKind::Opaque;
  Info.Reason = OpaqueReason::DataDependent;
  Info.Varies = Varies;
  // Outside what ExprContext::opaque hands out: one leaf stands for all.
  Info.Id = std::numeric_limits<uint32_t>::max();
  Info.Name = "floating-point value";
  return Value::scalar(Exprs.leaf(Info));
}

static bool isFloatLeaf(ExprRef Number) {
  return Number->isLeaf() && Number->leaf().Kind == LeafKind::Opaque &&
         Number->leaf().Id == std::numeric_limits<uint32_t>::max();
}

Uniformity KernelLowering::uniformity(const Value &Of) const {
  switch (Of.What) {
  case Value::Kind::Empty:
    return Uniformity::Grid;
  case Value::Kind::Scalar:
    return Of.Number->varies();
  case Value::Kind::Pointer:
    return Of.Target.isMemory() && Of.Target.Offset ? Of.Target.Offset->varies() : Uniformity::Grid;
  case Value::Kind::Aggregate: {
    Uniformity Most = Uniformity::Grid;
    for (const Value &Part : *Of.Parts)
      Most = std::max(Most, uniformity(Part));
    return Most;
  }
  }
  return Uniformity::Lane;
}

Value KernelLowering::unknownValue(QualType Type, Uniformity Varies, OpaqueReason Reason,
                                   llvm::StringRef Words) {
  Type = Type.getNonReferenceType();
  if (Type->isVoidType())
    return {};
  if (Type->isPointerType() || Type->isArrayType())
    return Value::pointer(Place::memory(unknownObject(Words, MemorySpace::Generic),
                                        Exprs.opaque(Reason, Varies, Words)));
  if (Type->isFloatingType())
    return floatValue(Varies);
  if (Type->isRecordType() && isTrackedType(Type)) {
    std::vector<Value> Parts;
    for (QualType Part : partTypes(Ast, Type))
      Parts.push_back(unknownValue(Part, Varies, Reason, Words));
    return Value::aggregate(std::move(Parts));
  }
  return Value::scalar(Exprs.opaque(Reason, Varies, Words, rangeOf(Type)));
}

Value KernelLowering::zeroValue(QualType Type) {
  Type = Type.getNonReferenceType();
  if (Type->isFloatingType())
    return floatValue(Uniformity::Grid);
  if (Type->isPointerType())
    return Value::pointer(
        Place::memory(unknownObject("null", MemorySpace::Generic), Exprs.constant(0)));
  if ((Type->isRecordType() || Type->isConstantArrayType()) && isTrackedType(Type)) {
    std::vector<Value> Parts;
    for (QualType Part : partTypes(Ast, Type))
      Parts.push_back(zeroValue(Part));
    return Value::aggregate(std::move(Parts));
  }
  return Value::scalar(Exprs.constant(0));
}

Value KernelLowering::readVariable(const Place &From, QualType Type, const clang::Expr *Where) {
  auto Found = Current.Variables.find(From.Slot);
  Value Result = Found == Current.Variables.end() ? Value() : Found->second;
  for (unsigned Part : From.Path) {
    if (!Result.isAggregate() || Part >= Result.Parts->size())
      return unknownValue(Type, Uniformity::Lane, OpaqueReason::ControlFlow, SlotNames[From.Slot]);
    Value Inner = (*Result.Parts)[Part];
    Result = std::move(Inner);
  }
  if (Result.isEmpty() && !Type->isVoidType())
    return unknownValue(Type, Uniformity::Lane, OpaqueReason::ControlFlow,
                        Where ? textOf(Where->getSourceRange()) : SlotNames[From.Slot]);
  return Result;
}

/// \p Whole with the part at \p Path replaced.
static Value withPart(ASTContext &Ast, const Value &Whole, QualType Type,
                      llvm::ArrayRef<unsigned> Path, Value New) {
  if (Path.empty())
    return New;
  std::vector<QualType> Types = partTypes(Ast, Type);
  std::vector<Value> Parts;
  if (Whole.isAggregate())
    Parts = *Whole.Parts;
  Parts.resize(std::max(Parts.size(), Types.size()));
  unsigned Part = Path.front();
  if (Part >= Parts.size())
    return Whole;
  QualType PartType = Part < Types.size() ? Types[Part] : QualType();
  if (PartType.isNull() && Path.size() > 1)
    return Whole;
  Parts[Part] = withPart(Ast, Parts[Part], PartType, Path.drop_front(), std::move(New));
  return Value::aggregate(std::move(Parts));
}

void KernelLowering::writeVariable(const Place &To, Value New) {
  WriteLog[To.Slot] = true;
  Value &Stored = Current.Variables[To.Slot];
  Stored = withPart(Ast, Stored, SlotTypes[To.Slot], To.Path, std::move(New));
}

void KernelLowering::havocVariable(SlotId Slot, llvm::StringRef Why) {
  QualType Type = SlotTypes[Slot];
  if (Type->isReferenceType())
    return;
  WriteLog[Slot] = true;
  if (Type->isConstantArrayType())
    Current.Variables[Slot] = Value();
  else
    Current.Variables[Slot] =
        unknownValue(Type, Uniformity::Lane, OpaqueReason::NotUnderstood, Why);
}

void KernelLowering::havocReachableFrom(const Value &From, llvm::StringRef Why) {
  if (From.isPointer() && From.Target.isVariable())
    havocVariable(From.Target.Slot, Why);
  if (From.isAggregate())
    for (const Value &Part : *From.Parts)
      havocReachableFrom(Part, Why);
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

Value KernelLowering::joinValues(ExprRef Condition, const Value &IfTrue, const Value &IfFalse,
                                 QualType Type) {
  /// More alternatives than this become one opaque value.
  constexpr unsigned MaximumAlternatives = 8;
  if (sameValue(IfTrue, IfFalse))
    return IfTrue;
  if (IfTrue.isEmpty())
    return IfFalse;
  if (IfFalse.isEmpty())
    return IfTrue;
  if (IfTrue.What != IfFalse.What)
    return unknownValue(Type, Uniformity::Lane, OpaqueReason::ControlFlow, "joined value");
  auto JoinNumbers = [&](ExprRef Left, ExprRef Right) {
    ExprRef Choice = Exprs.select(Condition, Left, Right);
    if (countAlternatives(Choice, MaximumAlternatives + 1) <= MaximumAlternatives)
      return Choice;
    return Exprs.opaque(OpaqueReason::ControlFlow, Choice->varies(),
                        "one of many values, depending on the path", Choice->range(),
                        Choice->congruence());
  };
  switch (IfTrue.What) {
  case Value::Kind::Empty:
    return {};
  case Value::Kind::Scalar:
    if (isFloatLeaf(IfTrue.Number) || isFloatLeaf(IfFalse.Number))
      return floatValue(
          std::max({IfTrue.Number->varies(), IfFalse.Number->varies(), Condition->varies()}));
    return Value::scalar(JoinNumbers(IfTrue.Number, IfFalse.Number));
  case Value::Kind::Pointer: {
    const Place &Left = IfTrue.Target, &Right = IfFalse.Target;
    if (!Left.isMemory() || !Right.isMemory())
      return Value::pointer(
          Place::memory(unknownObject("a pointer to one of several variables", MemorySpace::Local),
                        Exprs.opaque(OpaqueReason::NotUnderstood, Uniformity::Lane,
                                     "a pointer to one of several variables")));
    unsigned Object = Left.Object;
    if (Left.Object != Right.Object) {
      const MemoryObject &A = Program.Objects[Left.Object], &B = Program.Objects[Right.Object];
      // Assigned in one branch only after a null initialisation.
      if (A.Name == "null" && A.Kind == ObjectKind::Unknown)
        return IfFalse;
      if (B.Name == "null" && B.Kind == ObjectKind::Unknown)
        return IfTrue;
      uint64_t Alignment = std::min(A.AlignmentBytes, B.AlignmentBytes);
      MemorySpace Space = A.Space == B.Space ? A.Space : MemorySpace::Generic;
      Object = unknownObject(A.Name < B.Name ? A.Name + " or " + B.Name : B.Name + " or " + A.Name,
                             Space);
      Program.Objects[Object].AlignmentBytes = Alignment;
      Program.Objects[Object].OneOf = {Left.Object, Right.Object};
      // How far apart the two are is not known, so neither are lanes in both.
      if (Condition->varies() == Uniformity::Lane)
        return Value::pointer(Place::memory(
            Object, Exprs.opaque(OpaqueReason::NotUnderstood, Uniformity::Lane,
                                 "whether a lane points to " + Program.Objects[Object].Name)));
    }
    return Value::pointer(Place::memory(Object, JoinNumbers(Left.Offset, Right.Offset)));
  }
  case Value::Kind::Aggregate: {
    if (IfTrue.Parts->size() != IfFalse.Parts->size())
      return unknownValue(Type, Uniformity::Lane, OpaqueReason::ControlFlow, "joined value");
    std::vector<QualType> Types = partTypes(Ast, Type);
    std::vector<Value> Parts;
    for (size_t Index = 0; Index != IfTrue.Parts->size(); ++Index)
      Parts.push_back(joinValues(Condition, (*IfTrue.Parts)[Index], (*IfFalse.Parts)[Index],
                                 Index < Types.size() ? Types[Index] : Ast.IntTy));
    return Value::aggregate(std::move(Parts));
  }
  }
  return {};
}

ExprRef KernelLowering::conjunction(llvm::ArrayRef<ExprRef> Guards) {
  ExprRef Result = Exprs.constant(1);
  for (ExprRef Guard : Guards)
    Result = Exprs.logicalAnd(Result, Guard);
  return Result;
}

State KernelLowering::join(std::vector<State> States, size_t GuardsAtEntry) {
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
      if (Recording)
        Program.Facts.push_back(Result.Guards[Index]);
    Result.Guards.resize(std::min(GuardsAtEntry, Result.Guards.size()));
    return Result;
  }
  for (; !States.empty(); States.pop_back()) {
    State &Other = States.back();
    ExprRef Condition = conjunction(
        llvm::ArrayRef(Other.Guards).drop_front(std::min(GuardsAtEntry, Other.Guards.size())));
    llvm::DenseMap<SlotId, Value> Joined;
    for (auto &[Slot, Held] : Result.Variables) {
      auto Found = Other.Variables.find(Slot);
      if (Found != Other.Variables.end())
        Joined[Slot] = joinValues(Condition, Found->second, Held, SlotTypes[Slot]);
    }
    Result.Variables = std::move(Joined);
    Result.Edges.insert(Result.Edges.end(), Other.Edges.begin(), Other.Edges.end());

    // A thread is here when it came either way.
    size_t Common = GuardsAtEntry;
    while (Common < Result.Guards.size() && Common < Other.Guards.size() &&
           Result.Guards[Common] == Other.Guards[Common])
      ++Common;
    auto Left = llvm::ArrayRef(Other.Guards).drop_front(Common);
    auto Right = llvm::ArrayRef(Result.Guards).drop_front(Common);
    ExprRef Either = nullptr;
    if (!Left.empty() && !Right.empty()) {
      if (Right[0] == Exprs.logicalNot(Left[0])) {
        ExprRef LeftRest = conjunction(Left.drop_front());
        ExprRef RightRest = conjunction(Right.drop_front());
        if (LeftRest->isConstant(1) && !RightRest->isConstant(1))
          Either = Exprs.logicalOr(Left[0], RightRest);
        else if (RightRest->isConstant(1) && !LeftRest->isConstant(1))
          Either = Exprs.logicalOr(Right[0], LeftRest);
        else if (!LeftRest->isConstant(1))
          Either = Exprs.select(Left[0], LeftRest, RightRest);
      } else {
        Either = Exprs.logicalOr(conjunction(Left), conjunction(Right));
      }
    }
    Result.Guards.resize(Common);
    if (Either && !Either->isConstant(1))
      Result.Guards.push_back(Either);
  }
  return Result;
}

/// Byte offset of \p Path within a variable of \p Type, and the type found
/// there.
static std::pair<uint64_t, QualType> offsetOfPath(ASTContext &Ast, QualType Type,
                                                  llvm::ArrayRef<unsigned> Path) {
  uint64_t Offset = 0;
  for (unsigned Part : Path) {
    if (const auto *Array = Ast.getAsConstantArrayType(Type)) {
      Type = Array->getElementType();
      Offset += Part * uint64_t(Ast.getTypeSizeInChars(Type).getQuantity());
      continue;
    }
    const RecordDecl *Record = Type->getAsRecordDecl();
    Record = Record ? Record->getDefinition() : nullptr;
    if (!Record)
      break;
    const ASTRecordLayout &Layout = Ast.getASTRecordLayout(Record);
    if (const auto *Class = dyn_cast<CXXRecordDecl>(Record)) {
      if (Part < Class->getNumBases()) {
        const CXXBaseSpecifier &Base = *std::next(Class->bases_begin(), Part);
        Type = Base.getType();
        if (!Base.isVirtual())
          Offset += uint64_t(Layout.getBaseClassOffset(Type->getAsCXXRecordDecl()).getQuantity());
        continue;
      }
      Part -= Class->getNumBases();
    }
    if (Part >= Layout.getFieldCount())
      break;
    Offset += Layout.getFieldOffset(Part) / 8;
    Type = std::next(Record->field_begin(), Part)->getType();
  }
  return {Offset, Type};
}

/// A part of a variable seen as memory: what it holds is not followed from here.
Place KernelLowering::localMemory(const Place &Variable, uint64_t ElementBytes,
                                  const clang::Expr *Where) {
  auto [Entry, New] = NamedObjects.try_emplace("local" + std::to_string(Variable.Slot), 0);
  QualType Type = SlotTypes[Variable.Slot];
  if (New) {
    MemoryObject Object;
    Object.Kind = ObjectKind::LocalVariable;
    Object.Space = MemorySpace::Local;
    Object.Name = SlotNames[Variable.Slot];
    Object.Position = positionOf(Where->getSourceRange());
    Object.SizeBytes = sizeOf(Type);
    Object.AlignmentBytes = alignmentOf(Type);
    Object.ElementBytes = ElementBytes;
    Entry->second = addObject(std::move(Object));
  }
  uint64_t Start = offsetOfPath(Ast, Type, Variable.Path).first;
  Place Result = Place::memory(Entry->second, Exprs.constant(int64_t(Start)));
  // What a store through this place changes.
  Result.Slot = Variable.Slot;
  return Result;
}

Place KernelLowering::offsetPlace(const Place &Base, ExprRef Bytes, QualType Element,
                                  const clang::Expr *Where) {
  Place Moved = Base;
  if (Base.isVariable() && !Bytes->isConstant(0)) {
    uint64_t ElementBytes = sizeOf(Element);
    if (Bytes->isConstant() && !Base.Path.empty() && ElementBytes != 0 &&
        Bytes->constantTerm() % int64_t(ElementBytes) == 0) {
      int64_t Index = int64_t(Moved.Path.back()) + Bytes->constantTerm() / int64_t(ElementBytes);
      QualType Outer =
          offsetOfPath(Ast, SlotTypes[Base.Slot], llvm::ArrayRef(Base.Path).drop_back()).second;
      const auto *Array = Ast.getAsConstantArrayType(Outer);
      if (Array && Index >= 0 && uint64_t(Index) < Array->getZExtSize()) {
        Moved.Path.back() = unsigned(Index);
        return Moved;
      }
    }
    Moved = localMemory(Base, ElementBytes, Where);
  }
  if (Moved.isMemory())
    Moved.Offset = Exprs.add(Moved.Offset, Bytes);
  return Moved;
}

Place KernelLowering::elementPlace(const Place &Base, ExprRef Index, QualType Element,
                                   const clang::Expr *Where) {
  return offsetPlace(Base, Exprs.multiply(Index, Exprs.constant(int64_t(sizeOf(Element)))), Element,
                     Where);
}

Place KernelLowering::fieldPlace(const Place &Base, const FieldDecl &Field) {
  if (Base.isVariable()) {
    std::optional<unsigned> Part = partNumber(Field);
    if (!Part)
      return {};
    Place Result = Base;
    Result.Path.push_back(*Part);
    return Result;
  }
  if (!Base.isMemory() || Field.getParent()->isInvalidDecl() || !Field.getParent()->getDefinition())
    return {};
  // A bit-field is accessed as its storage unit.
  uint64_t Bits = Ast.getASTRecordLayout(Field.getParent()).getFieldOffset(Field.getFieldIndex());
  uint64_t Bytes = Bits / 8;
  if (Field.isBitField())
    Bytes -= Bytes % std::max<uint64_t>(1, sizeOf(Field.getType()));
  Place Result = Base;
  Result.Offset = Exprs.add(Base.Offset, Exprs.constant(int64_t(Bytes)));
  return Result;
}

Place KernelLowering::basePlace(const Place &Base, QualType From, const CastExpr &Cast) {
  Place Result = Base;
  const CXXRecordDecl *Class = From->getAsCXXRecordDecl();
  bool Down = Cast.getCastKind() == CK_BaseToDerived;
  if (Down) {
    // To the derived class: undo the steps that led to the base.
    if (Result.isVariable()) {
      for (unsigned Step = 0; Step != Cast.path_size(); ++Step) {
        if (Result.Path.empty())
          return {};
        Result.Path.pop_back();
      }
      return Result;
    }
    Class = Cast.getType()->getPointeeCXXRecordDecl();
    if (!Class)
      Class = Cast.getType()->getAsCXXRecordDecl();
  }
  for (const CXXBaseSpecifier *Step : Cast.path()) {
    if (!Class || !Class->getDefinition() || Step->isVirtual())
      return {};
    const auto *BaseClass = Step->getType()->getAsCXXRecordDecl();
    if (!BaseClass)
      return {};
    if (Result.isVariable()) {
      unsigned Number = 0;
      for (const CXXBaseSpecifier &Candidate : Class->bases()) {
        if (Candidate.getType()->getAsCXXRecordDecl() == BaseClass)
          break;
        ++Number;
      }
      Result.Path.push_back(Number);
    } else if (Result.isMemory()) {
      int64_t Bytes = Ast.getASTRecordLayout(Class).getBaseClassOffset(BaseClass).getQuantity();
      Result.Offset = Exprs.add(Result.Offset, Exprs.constant(Down ? -Bytes : Bytes));
    }
    Class = BaseClass;
  }
  return Result;
}

} // namespace memlint
