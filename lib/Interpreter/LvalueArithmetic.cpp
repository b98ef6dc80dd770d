//===- LvalueArithmetic.cpp - Moving and joining lvalues --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Interpreter/Interpreter.h"
#include "cuda-memlint/Interpreter/VariableParts.h"

#include "clang/AST/RecordLayout.h"

#include <algorithm>
#include <cstdlib>

using namespace clang;

namespace memlint {

/// What \p Change makes of each lvalue that \p At can be.
template <typename Function> static Lvalue eachLvalue(const Lvalue &At, Function Change) {
  std::vector<LvalueChoice> Changed;
  for (const LvalueChoice &One : *At.Choices)
    Changed.push_back({One.Condition, Change(One.At)});
  return Lvalue::choice(std::move(Changed));
}

/// Two lvalues in one variable that differ in the last element number only.
static bool differInLastStep(const Lvalue &Left, const Lvalue &Right) {
  return Left.isVariable() && Right.isVariable() && Left.Slot == Right.Slot &&
         Left.ByteOffset == Right.ByteOffset && Left.Path.size() == Right.Path.size() &&
         !Left.Path.empty() &&
         llvm::ArrayRef(Left.Path).drop_back() == llvm::ArrayRef(Right.Path).drop_back();
}

Lvalue Interpreter::firstElement(const Lvalue &Array, QualType Type) {
  if (Array.isChoice())
    return eachLvalue(Array, [&](const Lvalue &One) { return firstElement(One, Type); });
  Lvalue First = Array;
  if (Array.isVariable() && Type->isConstantArrayType() && isWholePart(Array, Type))
    First.Path.push_back(0);
  return First;
}

Lvalue mapExpressions(const Lvalue &At, llvm::function_ref<ExprRef(ExprRef)> Change) {
  Lvalue Changed = At;
  if (At.isMemory())
    Changed.Offset = Change(At.Offset);
  if (At.Selector) {
    Changed.Selector = Change(At.Selector);
    Changed.OffsetInSelected = Change(At.OffsetInSelected);
  }
  if (At.NotNull)
    Changed.NotNull = Change(At.NotNull);
  for (PathStep &Step : Changed.Path)
    if (Step.Index)
      Step = PathStep(Change(Step.Index));
  if (!At.isChoice())
    return Changed;
  std::vector<LvalueChoice> Choices;
  for (const LvalueChoice &One : *At.Choices)
    Choices.push_back({Change(One.Condition), mapExpressions(One.At, Change)});
  return Lvalue::choice(std::move(Choices));
}

Value mapExpressions(const Value &In, llvm::function_ref<ExprRef(ExprRef)> Change) {
  Value Out = In;
  if (In.isScalar())
    Out.Number = Change(In.Number);
  if (In.isPointer())
    Out.Target = mapExpressions(In.Target, Change);
  if (In.isAggregate()) {
    std::vector<Value> Parts;
    for (const Value &Part : *In.Parts)
      Parts.push_back(mapExpressions(Part, Change));
    Out = Value::aggregate(std::move(Parts));
  }
  return Out;
}

bool Interpreter::endsInElement(const Lvalue &Variable) const {
  if (!Variable.isVariable() || Variable.Path.empty())
    return false;
  Lvalue Outer = Variable;
  Outer.Path.pop_back();
  QualType Type = typeAt(Outer);
  return !Type.isNull() && Type->isConstantArrayType();
}

Lvalue Lvalue::movedBy(ExprContext &Exprs, ExprRef Bytes) const {
  Lvalue Moved = *this;
  Moved.Offset = Exprs.add(Offset, Bytes);
  if (Selector)
    Moved.OffsetInSelected = Exprs.add(OffsetInSelected, Bytes);
  return Moved;
}

Lvalue Interpreter::joinLvalues(ExprRef Condition, const Lvalue &Left, const Lvalue &Right) {
  if (Left == Right)
    return Left;
  if (Left.isMemory() && Right.isMemory())
    return Memory.joinMemory(Condition, Left, Right);
  if (differInLastStep(Left, Right) && endsInElement(Left)) {
    auto NumberOf = [&](const PathStep &Step) {
      return Step.Index ? Step.Index : Exprs.constant(Step.Number);
    };
    Lvalue Joined = Left;
    Joined.Path.back() = PathStep(
        joinNumbers(Exprs, Condition, NumberOf(Left.Path.back()), NumberOf(Right.Path.back())));
    return Joined;
  }
  std::vector<LvalueChoice> Choices;
  auto Append = [&](const Lvalue &At, ExprRef When) {
    if (!At.isChoice()) {
      Choices.push_back({When, At});
      return;
    }
    for (const LvalueChoice &One : *At.Choices)
      Choices.push_back({Exprs.logicalAnd(When, One.Condition), One.At});
  };
  Append(Left, Condition);
  Append(Right, Exprs.constant(1));
  /// Beyond this a pointer may point to any of them.
  constexpr size_t MaximumChoices = 16;
  if (Choices.size() <= MaximumChoices)
    return Lvalue::choice(std::move(Choices));
  return lostPointer(Lvalue::choice(std::move(Choices)));
}

Lvalue Interpreter::lostPointer(const Lvalue &OneOf) {
  if (OneOf.isVariable())
    PointedToSomehow.insert(OneOf.Slot);
  if (OneOf.isChoice())
    for (const LvalueChoice &One : *OneOf.Choices)
      lostPointer(One.At);
  constexpr llvm::StringLiteral Words = "a pointer to one of several variables";
  return Lvalue::memory(Memory.unknownVariable(Words),
                        Exprs.opaque(OpaqueReason::NotUnderstood, Uniformity::Lane, Words));
}

/// A part of a variable seen as memory: what it holds is not followed from here.
Lvalue Interpreter::localMemory(const Lvalue &Variable, uint64_t ElementBytes) {
  SlotId Slot = Variable.Slot;
  unsigned Object =
      Memory.localObject(Slot, SlotTypes[Slot], SlotNames[Slot], declarationOf(Slot), ElementBytes);
  return Lvalue::memory(Object, offsetAt(Variable));
}

/// \p Base, an element of an array, moved by \p Elements elements; carried into
/// the outer dimensions where it leaves the innermost one. Nothing when it may
/// lie before the array.
std::optional<Lvalue> Interpreter::movedElement(const Lvalue &Base, ExprRef Elements) {
  Lvalue Moved = Base;
  const PathStep &Last = Base.Path.back();
  ExprRef Index = Exprs.add(Last.Index ? Last.Index : Exprs.constant(Last.Number), Elements);
  for (size_t Depth = Moved.Path.size(); Depth-- != 0;) {
    Lvalue Outer = Base;
    Outer.Path.resize(Depth);
    const auto *Array = Ast.getAsConstantArrayType(typeAt(Outer));
    Lvalue OuterOfOuter = Outer;
    bool InArray = false;
    if (Depth != 0) {
      OuterOfOuter.Path.pop_back();
      QualType Type = typeAt(OuterOfOuter);
      InArray = !Type.isNull() && Type->isConstantArrayType();
    }
    auto Count = int64_t(Array->getZExtSize());
    if (!InArray || (Index->range().Low >= 0 && Index->range().High < Count)) {
      // One past the end can be pointed to.
      Moved.Path[Depth] = PathStep(Index);
      return Moved;
    }
    if (Index->range().Low < 0)
      return std::nullopt;
    Moved.Path[Depth] = PathStep(Exprs.remainder(Index, Exprs.constant(Count)));
    const PathStep &Next = Base.Path[Depth - 1];
    Index = Exprs.add(Next.Index ? Next.Index : Exprs.constant(Next.Number),
                      Exprs.divide(Index, Exprs.constant(Count)));
  }
  return Moved;
}

Lvalue Interpreter::offsetLvalue(const Lvalue &Base, ExprRef Bytes, QualType Element) {
  if (Base.isChoice())
    return eachLvalue(Base, [&](const Lvalue &One) { return offsetLvalue(One, Bytes, Element); });
  Lvalue Moved = Base;
  if (Base.isVariable() && !Bytes->isConstant(0)) {
    if (Base.ByteOffset == 0 && endsInElement(Base)) {
      if (ExprRef Elements = exactQuotient(Exprs, Bytes, int64_t(sizeOf(Ast, typeAt(Base)))))
        if (auto Reached = movedElement(Base, Elements))
          return *Reached;
    }
    if (Bytes->isConstant()) {
      Moved.ByteOffset += Bytes->constantTerm();
      return Moved;
    }
    Moved = localMemory(Base, sizeOf(Ast, Element));
  }
  return Moved.isMemory() ? Moved.movedBy(Exprs, Bytes) : Moved;
}

/// Bytes from the start of its class at which an access to \p Field starts: that
/// of its storage unit for a bit-field.
static int64_t offsetOfField(ASTContext &Ast, const FieldDecl &Field, uint64_t UnitBytes) {
  uint64_t Bits = Ast.getASTRecordLayout(Field.getParent()).getFieldOffset(Field.getFieldIndex());
  uint64_t Bytes = Bits / 8;
  if (Field.isBitField())
    Bytes -= Bytes % std::max<uint64_t>(1, UnitBytes);
  return int64_t(Bytes);
}

Lvalue Interpreter::fieldLvalue(const Lvalue &Base, const FieldDecl &Field) {
  if (Base.isChoice())
    return eachLvalue(Base, [&](const Lvalue &One) { return fieldLvalue(One, Field); });
  if (Field.getParent()->isInvalidDecl() || !Field.getParent()->getDefinition())
    return {};
  if (Base.isVariable()) {
    Lvalue Result = Base;
    QualType Declared = typeAt(Base);
    const RecordDecl *Record = Declared.isNull() ? nullptr : Declared->getAsRecordDecl();
    bool Reinterpreted =
        Base.ByteOffset != 0 ||
        (!Declared.isNull() && !Declared->isReferenceType() &&
         (!Record || Record->getCanonicalDecl() != Field.getParent()->getCanonicalDecl()));
    if (Reinterpreted)
      Result.ByteOffset += offsetOfField(Ast, Field, sizeOf(Ast, Field.getType()));
    else
      Result.Path.push_back(int64_t(partNumber(Field)));
    return Result;
  }
  if (!Base.isMemory())
    return {};
  return Base.movedBy(Exprs,
                      Exprs.constant(offsetOfField(Ast, Field, sizeOf(Ast, Field.getType()))));
}

Lvalue Interpreter::baseLvalue(const Lvalue &Base, QualType From, const CastExpr &Cast) {
  if (Base.isChoice())
    return eachLvalue(Base, [&](const Lvalue &One) { return baseLvalue(One, From, Cast); });
  Lvalue Result = Base;
  const CXXRecordDecl *Class = From->getAsCXXRecordDecl();
  if (Class && Client.isWithoutParts(*Class))
    return Base;
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
      Result.Path.push_back(int64_t(partNumber(*Class, BaseClass)));
    } else if (Result.isMemory()) {
      int64_t Bytes = Ast.getASTRecordLayout(Class).getBaseClassOffset(BaseClass).getQuantity();
      Result = Result.movedBy(Exprs, Exprs.constant(Down ? -Bytes : Bytes));
    }
    Class = BaseClass;
    if (Client.isWithoutParts(*Class))
      return Result;
  }
  return Result;
}

} // namespace memlint
