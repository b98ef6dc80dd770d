//===- LvalueArithmetic.cpp - Moving and joining lvalues --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelLowering.h"
#include "VariableParts.h"
#include "cuda-memlint/SourceEdits/RowsInSource.h"

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

Lvalue KernelLowering::firstElement(const Lvalue &Array, QualType Type) {
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

bool KernelLowering::endsInElement(const Lvalue &Variable) const {
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

bool KernelLowering::isAmong(unsigned Object, unsigned Joint) const {
  std::vector<unsigned> Bases = Program.basesOf(Joint);
  return llvm::all_of(Program.basesOf(Object),
                      [&](unsigned Base) { return llvm::is_contained(Bases, Base); });
}

unsigned KernelLowering::jointObject(unsigned Left, unsigned Right) {
  if (Left == Right)
    return Left;
  const MemoryObject A = Program.Objects[Left], B = Program.Objects[Right];
  std::vector<unsigned> Bases = Program.basesOf(Left), Others = Program.basesOf(Right), All;
  std::set_union(Bases.begin(), Bases.end(), Others.begin(), Others.end(), std::back_inserter(All));
  if (All == Bases)
    return Left;
  if (All == Others)
    return Right;
  MemorySpace Space = A.Space == B.Space ? A.Space : MemorySpace::Generic;
  auto [Known, IsNew] = JointObjects.try_emplace({Space, All}, 0);
  if (!IsNew)
    return Known->second;
  MemoryObject Joint;
  Joint.Space = Space;
  Joint.Name = Left < Right ? A.Name + " or " + B.Name : B.Name + " or " + A.Name;
  Joint.AlignmentBytes = std::min(A.AlignmentBytes, B.AlignmentBytes);
  Joint.OneOf = std::move(All);
  unsigned Object = Known->second = addObject(std::move(Joint));
  if (A.Space != B.Space && A.Space != MemorySpace::Generic && B.Space != MemorySpace::Generic) {
    auto Named = [](const MemoryObject &One) {
      llvm::StringRef Words = One.Space == MemorySpace::Shared     ? "shared"
                              : One.Space == MemorySpace::Constant ? "constant"
                              : One.Space == MemorySpace::Local    ? "local"
                                                                   : "global";
      return "`" + One.Name + "` (" + Words.str() + ")";
    };
    MixedSpaces[Object] = "the pointer is to " + Named(A) + " or to " + Named(B);
  }
  return Object;
}

Lvalue KernelLowering::asOneOf(const Lvalue &At, unsigned Joint) {
  const MemoryObject &Own = Program.Objects[At.Object];
  Lvalue Result = Lvalue::memory(Joint, At.Offset);
  Result.NotNull = At.NotNull;
  if (!Own.OneOf.empty()) {
    Result.Selector = At.Selector;
    Result.OffsetInSelected = At.OffsetInSelected;
  } else if (Own.Kind != ObjectKind::Unknown) {
    Result.Selector = Exprs.constant(int64_t(Own.Id));
    Result.OffsetInSelected = At.Offset;
  }
  return Result;
}

Lvalue KernelLowering::joinMemory(ExprRef Condition, const Lvalue &Left, const Lvalue &Right) {
  auto IsNull = [&](const Lvalue &At) { return Program.Objects[At.Object].IsNull; };
  bool OneObject = Left.Object == Right.Object;
  if (OneObject && Program.Objects[Left.Object].OneOf.empty())
    return Lvalue::memory(Left.Object, joinNumbers(Condition, Left.Offset, Right.Offset));
  // Assigned in one branch only after a null initialisation.
  if (!OneObject && IsNull(Left))
    return Right;
  if (!OneObject && IsNull(Right))
    return Left;
  unsigned Object = jointObject(Left.Object, Right.Object);
  MemorySpace Space = Program.Objects[Object].Space;
  Lvalue Joined = Lvalue::memory(Object, nullptr);
  Lvalue First = asOneOf(Left, Object), Second = asOneOf(Right, Object);
  if (First.Selector && Second.Selector) {
    Joined.Selector = joinNumbers(Condition, First.Selector, Second.Selector);
    Joined.OffsetInSelected =
        joinNumbers(Condition, First.OffsetInSelected, Second.OffsetInSelected);
  }
  ExprRef LeftOffset = Left.Offset;
  if (!OneObject && Condition->varies() == Uniformity::Lane && Space == MemorySpace::Global) {
    // Lanes of one warp in different objects: no sector holds bytes of both.
    constexpr int64_t FarApart = int64_t(1) << 36;
    LeftOffset = Exprs.add(LeftOffset, Exprs.constant(FarApart * int64_t(Left.Object + 1)));
  } else if (!OneObject && Condition->varies() == Uniformity::Lane &&
             Space != MemorySpace::Generic) {
    Joined.Offset = Exprs.opaque(OpaqueReason::NotUnderstood, Uniformity::Lane,
                                 "how far " + Program.Objects[Left.Object].Name + " and " +
                                     Program.Objects[Right.Object].Name +
                                     " are apart, which lanes of one warp access");
    return Joined;
  }
  Joined.Offset = joinNumbers(Condition, LeftOffset, Right.Offset);
  return Joined;
}

Lvalue KernelLowering::joinLvalues(ExprRef Condition, const Lvalue &Left, const Lvalue &Right) {
  if (Left == Right)
    return Left;
  if (Left.isMemory() && Right.isMemory()) {
    ExprRef NotNull = joinNotNull(Condition, Left, Right);
    Lvalue Joined = joinMemory(Condition, Left, Right);
    Joined.NotNull = NotNull;
    return Joined;
  }
  if (differInLastStep(Left, Right) && endsInElement(Left)) {
    auto NumberOf = [&](const PathStep &Step) {
      return Step.Index ? Step.Index : Exprs.constant(Step.Number);
    };
    Lvalue Joined = Left;
    Joined.Path.back() =
        PathStep(joinNumbers(Condition, NumberOf(Left.Path.back()), NumberOf(Right.Path.back())));
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

Lvalue KernelLowering::lostPointer(const Lvalue &OneOf) {
  if (OneOf.isVariable())
    PointedToSomehow.insert(OneOf.Slot);
  if (OneOf.isChoice())
    for (const LvalueChoice &One : *OneOf.Choices)
      lostPointer(One.At);
  constexpr llvm::StringLiteral Words = "a pointer to one of several variables";
  return Lvalue::memory(unknownObject(Words, MemorySpace::Local),
                        Exprs.opaque(OpaqueReason::NotUnderstood, Uniformity::Lane, Words));
}

SourcePosition KernelLowering::declarationOf(SlotId Slot) const {
  for (const Frame &Active : llvm::reverse(Frames))
    for (const auto &[Declared, Number] : Active.Slots)
      if (Number == Slot && !isa<ParmVarDecl>(Declared))
        return positionOf(Declared->getSourceRange(), Ast);
  return {};
}

/// A part of a variable seen as memory: what it holds is not followed from here.
Lvalue KernelLowering::localMemory(const Lvalue &Variable, uint64_t ElementBytes) {
  auto [Entry, New] = LocalObjects.try_emplace(Variable.Slot, 0);
  QualType Type = SlotTypes[Variable.Slot];
  if (New) {
    MemoryObject Object;
    Object.Kind = ObjectKind::LocalVariable;
    Object.Space = MemorySpace::Local;
    Object.Name = SlotNames[Variable.Slot];
    Object.Position = declarationOf(Variable.Slot);
    describeType(Type, Object);
    Object.SizeBytes = sizeOf(Type);
    Object.AlignmentBytes = alignmentOf(Type);
    if (Object.Extents.empty())
      Object.ElementBytes = ElementBytes;
    Entry->second = addObject(std::move(Object));
  }
  LocalObjectSlots[Entry->second] = Variable.Slot;
  return Lvalue::memory(Entry->second, offsetAt(Variable));
}

/// \p Base, an element of an array, moved by \p Elements elements; carried into
/// the outer dimensions where it leaves the innermost one. Nothing when it may
/// lie before the array.
std::optional<Lvalue> KernelLowering::movedElement(const Lvalue &Base, ExprRef Elements) {
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

Lvalue KernelLowering::offsetLvalue(const Lvalue &Base, ExprRef Bytes, QualType Element,
                                    const clang::Expr *Where) {
  if (Base.isChoice())
    return eachLvalue(Base,
                      [&](const Lvalue &One) { return offsetLvalue(One, Bytes, Element, Where); });
  Lvalue Moved = Base;
  if (Base.isVariable() && !Bytes->isConstant(0)) {
    if (Base.ByteOffset == 0 && endsInElement(Base)) {
      if (ExprRef Elements = exactQuotient(Exprs, Bytes, int64_t(sizeOf(typeAt(Base)))))
        if (auto Reached = movedElement(Base, Elements))
          return *Reached;
    }
    if (Bytes->isConstant()) {
      Moved.ByteOffset += Bytes->constantTerm();
      return Moved;
    }
    Moved = localMemory(Base, sizeOf(Element));
  }
  return Moved.isMemory() ? Moved.movedBy(Exprs, Bytes) : Moved;
}

/// A thread's index or a loop's counter.
static bool isOwnNumber(ExprRef Offset) {
  return Offset->isLeaf() && (Offset->leaf().Kind == LeafKind::ThreadIndex ||
                              Offset->leaf().Kind == LeafKind::LoopCounter);
}

bool KernelLowering::leavesRow(const MemoryObject &Object, ExprRef Index,
                               const clang::Expr *Where) const {
  bool IsFlat = Object.Extents.size() <= 1;
  if (IsFlat) {
    const auto *Subscript = dyn_cast_or_null<ArraySubscriptExpr>(Where);
    if (!Subscript)
      return true;
    llvm::SmallVector<const BinaryOperator *> Written;
    llvm::SmallVector<const clang::Expr *> Factors;
    findProducts(*Subscript->getIdx(), Ast, Written, Factors);
    for (const BinaryOperator *Each : Written) {
      ExprRef Product = Products.lookup(Each->getOperatorLoc());
      if (!Product)
        return true;
      Index = Exprs.subtract(Index, Product);
    }
  }
  int64_t Length = int64_t(Object.Rows->Length);
  Interval Row = {0, Length - 1};
  if (Row.contains(Index->range()))
    return false;
  // As far as loops alone decide, whose counters meet their last value in the condition only.
  ExprRef InLoops = Exprs.substitute(Index, [&](ExprRef Leaf) -> ExprRef {
    LeafInfo Info = Leaf->leaf();
    constexpr int64_t Endless = std::numeric_limits<int32_t>::max() - 1;
    if (Info.Kind != LeafKind::LoopCounter || Info.Range.High >= Endless)
      return Exprs.constant(0);
    --Info.Range.High;
    return Exprs.leaf(Info);
  });
  if (!Row.contains(InLoops->range()))
    return true;
  if (!Index->isConstant() && Index->kind() != ExprKind::Polynomial)
    return false;
  auto IsInRow = [&](const Monomial &Each) {
    if (Each.Coefficient % Length == 0)
      return false;
    // The values of a launch may turn anything else into whole rows.
    return !IsFlat || (Each.Factors.size() == 1 && (Row.contains(Each.Factors.front()->range()) ||
                                                    isOwnNumber(Each.Factors.front())));
  };
  return !Row.contains({Index->constantTerm(), Index->constantTerm()}) ||
         !llvm::all_of(Index->terms(), IsInRow);
}

Lvalue KernelLowering::elementLvalue(const Lvalue &Base, ExprRef Index, QualType Element,
                                     const clang::Expr *Where) {
  if (Recording && Base.isMemory() && !Element->isArrayType()) {
    MemoryObject &Object = Program.Objects[Base.Object];
    if (Object.Rows && leavesRow(Object, Index, Where))
      Object.Rows.reset();
  }
  return offsetLvalue(Base, Exprs.multiply(Index, Exprs.constant(int64_t(sizeOf(Element)))),
                      Element, Where);
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

Lvalue KernelLowering::fieldLvalue(const Lvalue &Base, const FieldDecl &Field) {
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
      Result.ByteOffset += offsetOfField(Ast, Field, sizeOf(Field.getType()));
    else
      Result.Path.push_back(int64_t(partNumber(Field)));
    return Result;
  }
  if (!Base.isMemory())
    return {};
  return Base.movedBy(Exprs, Exprs.constant(offsetOfField(Ast, Field, sizeOf(Field.getType()))));
}

Lvalue KernelLowering::baseLvalue(const Lvalue &Base, QualType From, const CastExpr &Cast) {
  if (Base.isChoice())
    return eachLvalue(Base, [&](const Lvalue &One) { return baseLvalue(One, From, Cast); });
  Lvalue Result = Base;
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
      int64_t Number = 0;
      for (const CXXBaseSpecifier &Candidate : Class->bases()) {
        if (Candidate.getType()->getAsCXXRecordDecl() == BaseClass)
          break;
        ++Number;
      }
      Result.Path.push_back(Number);
    } else if (Result.isMemory()) {
      int64_t Bytes = Ast.getASTRecordLayout(Class).getBaseClassOffset(BaseClass).getQuantity();
      Result = Result.movedBy(Exprs, Exprs.constant(Down ? -Bytes : Bytes));
    }
    Class = BaseClass;
  }
  return Result;
}

} // namespace memlint
