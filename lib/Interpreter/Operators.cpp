//===- Operators.cpp - Arithmetic, comparison, assignment -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Interpreter/Interpreter.h"

#include "clang/AST/Attr.h"

#include <tuple>

using namespace clang;

namespace memlint {

ExprRef Interpreter::fitted(ExprRef Number, QualType Type) {
  if (Type->isBooleanType())
    return Exprs.logicalNot(Exprs.logicalNot(Number));
  if (!Type->isIntegralOrEnumerationType() || Type->isIncompleteType())
    return Number;
  unsigned Bits = unsigned(Ast.getIntWidth(Type));
  bool Signed = !Type->isUnsignedIntegerOrEnumerationType();
  // Numbers past 2^63 are not followed: as signed ones, unsigned data are any number.
  if (Bits == 64 && Signed && Number->isLeaf() && Number->leaf().Kind == LeafKind::Loaded &&
      Number->range().Low >= 0 && Number->range().High == std::numeric_limits<int64_t>::max()) {
    ExprRef &View = SignedViews[Number];
    if (!View)
      View = Exprs.opaque(OpaqueReason::DataDependent, Number->varies(), Number->leaf().Name);
    return View;
  }
  return Exprs.wrap(Number, Bits, Signed);
}

std::pair<ExprRef, ExprRef> Interpreter::offsetsInOne(const Lvalue &Left, const Lvalue &Right) {
  if (Left.isMemory() && Right.isMemory() && Left.Object == Right.Object)
    return {Left.Offset, Right.Offset};
  if (Left.isVariable() && Right.isVariable() && Left.Slot == Right.Slot)
    return {offsetAt(Left), offsetAt(Right)};
  return {nullptr, nullptr};
}

/// \p Operand is the signed view of an unsigned number, of value \p Number, whose highest
/// bit may be set: whether it is below zero is what that bit says.
static bool mayTellTopBit(ASTContext &Ast, const clang::Expr *Operand, ExprRef Number) {
  const auto *Cast = dyn_cast<CastExpr>(Operand->IgnoreParens());
  while (Cast && Cast->getCastKind() == CK_NoOp)
    Cast = dyn_cast<CastExpr>(Cast->getSubExpr()->IgnoreParens());
  if (!Cast || Cast->getCastKind() != CK_IntegralCast || !Cast->getType()->isSignedIntegerType() ||
      !Cast->getSubExpr()->getType()->isUnsignedIntegerType())
    return false;
  if (Number->kind() == ExprKind::Wrap && Number->wrapSigned())
    return false;
  unsigned Bits = unsigned(Ast.getIntWidth(Cast->getType()));
  return Bits == Ast.getIntWidth(Cast->getSubExpr()->getType()) &&
         Number->range().High >= std::numeric_limits<int64_t>::max() >> (64 - Bits);
}

std::optional<Value> Interpreter::compareWithNull(BinaryOperatorKind Opcode, const Value &Left,
                                                  const Value &Right) {
  if ((Opcode != BO_EQ && Opcode != BO_NE) || !Left.isPointer() || !Right.isPointer())
    return std::nullopt;
  bool LeftIsNull = Memory.isNull(Left.Target);
  if (!LeftIsNull && !Memory.isNull(Right.Target))
    return std::nullopt;
  ExprRef Other = Memory.notNull((LeftIsNull ? Right : Left).Target);
  if (!Other)
    return std::nullopt;
  return Value::scalar(Opcode == BO_EQ ? Exprs.logicalNot(Other)
                                       : Exprs.logicalNot(Exprs.logicalNot(Other)));
}

/// Whether \p Limit is an unsigned number of 64 bits, such as `std::string::npos`, that unknown
/// numbers may be although their range has no room for it.
static bool isBeyondRanges(ExprRef Limit, ExprRef Other) {
  return Limit->isConstant() && !Other->isConstant() &&
         (Limit->constantTerm() < 0 ||
          Limit->constantTerm() == std::numeric_limits<int64_t>::max());
}

/// \p Sum, of the unsigned \p Type, may have wrapped to what is compared with \p Limit: that says
/// less of its terms than the comparison of a number without bounds does.
static bool mayWrapPast(ASTContext &Ast, QualType Type, ExprRef Sum, ExprRef Limit) {
  if (!Type->isUnsignedIntegerType() || !Limit->isConstant() || Sum->kind() != ExprKind::Polynomial)
    return false;
  int64_t Highest = std::numeric_limits<int64_t>::max();
  unsigned Bits = unsigned(Ast.getIntWidth(Type));
  return Bits >= 64 ? Sum->range().High == Highest : Sum->range().High > Highest >> (63 - Bits);
}

/// \p Less, that \p Sum is below \p Part or at most that, is false unless the sum has wrapped,
/// which is what such a comparison of unsigned numbers asks for (`sum = a + b; carry = sum < a;`).
static bool asksForWrap(ASTContext &Ast, QualType Type, ExprRef Less, ExprRef Sum, ExprRef Part) {
  return Less->isConstant(0) && !Part->isConstant() && Sum != Part &&
         Type->isUnsignedIntegerType() && Sum->kind() == ExprKind::Polynomial &&
         Sum->range().High > rangeOf(Ast, Type).High;
}

Value Interpreter::compare(BinaryOperatorKind Opcode, const Value &Left, const Value &Right,
                           QualType Type, const clang::Expr *Where) {
  auto Opaque = [&] {
    return Value::scalar(Exprs.opaque(OpaqueReason::DataDependent,
                                      std::max(uniformity(Left), uniformity(Right)),
                                      textOf(Where->getSourceRange(), Ast), {0, 1}));
  };
  if (std::optional<Value> Known = compareWithNull(Opcode, Left, Right))
    return *Known;
  if (Left.Floating && Right.Floating)
    return Value::scalar(Exprs.constant(compareFloating(Opcode, *Left.Floating, *Right.Floating)));
  ExprRef A = nullptr, B = nullptr;
  if (Left.isPointer() && Right.isPointer()) {
    std::tie(A, B) = offsetsInOne(Left.Target, Right.Target);
    if (!A) {
      Value Unknown = Opaque();
      if (Opcode == BO_EQ || Opcode == BO_NE)
        Memory.noteEquality(Left.Target, Right.Target,
                            Opcode == BO_EQ ? Unknown.Number : Exprs.logicalNot(Unknown.Number));
      return Unknown;
    }
  } else if (Left.isScalar() && Right.isScalar() && !Type->isFloatingType()) {
    A = Left.Number;
    B = Right.Number;
  } else {
    return Opaque();
  }
  if (const auto *Operator = dyn_cast<BinaryOperator>(Where);
      Operator && BinaryOperator::isRelationalOp(Opcode) &&
      (mayTellTopBit(Ast, Operator->getLHS(), A) || mayTellTopBit(Ast, Operator->getRHS(), B)))
    return Opaque();
  // Of kernels, upward overflow is left out; of what host code leaves them, it is a way as any.
  if (Client.isConcrete() && (mayWrapPast(Ast, Type, A, B) || mayWrapPast(Ast, Type, B, A)))
    return Opaque();
  bool Unsigned = Type->isUnsignedIntegerOrEnumerationType() && sizeOf(Ast, Type) == 8;
  if (Unsigned && (isBeyondRanges(A, B) || isBeyondRanges(B, A)))
    return Opaque();
  auto Less = [&](ExprRef X, ExprRef Y) {
    ExprRef Order = Unsigned ? Exprs.lessUnsigned(X, Y) : Exprs.less(X, Y);
    return asksForWrap(Ast, Type, Order, X, Y) ? Opaque().Number : Order;
  };
  auto AtMost = [&](ExprRef X, ExprRef Y) {
    ExprRef Order = Exprs.logicalNot(Less(Y, X));
    return asksForWrap(Ast, Type, Order, X, Y) ? Opaque().Number : Order;
  };
  switch (Opcode) {
  case BO_LT:
    return Value::scalar(Less(A, B));
  case BO_GT:
    return Value::scalar(Less(B, A));
  case BO_LE:
    return Value::scalar(AtMost(A, B));
  case BO_GE:
    return Value::scalar(AtMost(B, A));
  case BO_EQ:
    return Value::scalar(Exprs.equal(A, B));
  case BO_NE:
    return Value::scalar(Exprs.logicalNot(Exprs.equal(A, B)));
  default:
    return Opaque();
  }
}

Value Interpreter::pointerArithmetic(BinaryOperatorKind Opcode, const Value &Left,
                                     const Value &Right, QualType LeftType, QualType RightType,
                                     QualType Result, const clang::Expr *Where) {
  if (Opcode == BO_Sub && Left.isPointer() && Right.isPointer()) {
    uint64_t Size = sizeOf(Ast, LeftType->getPointeeType());
    if (auto [A, B] = offsetsInOne(Left.Target, Right.Target); A && Size != 0)
      return Value::scalar(Exprs.divide(Exprs.subtract(A, B), Exprs.constant(int64_t(Size))));
    return unknownValue(Result, std::max(uniformity(Left), uniformity(Right)),
                        OpaqueReason::NotUnderstood, textOf(Where->getSourceRange(), Ast));
  }
  const Value &Pointer = Left.isPointer() ? Left : Right;
  const Value &Index = Left.isPointer() ? Right : Left;
  QualType PointerType = Left.isPointer() ? LeftType : RightType;
  QualType Element = PointerType->getPointeeType();
  if (!Index.isScalar() || Element.isNull())
    return unknownValue(Result, Uniformity::Lane, OpaqueReason::NotUnderstood,
                        textOf(Where->getSourceRange(), Ast));
  ExprRef Count = Opcode == BO_Sub ? Exprs.negate(Index.Number) : Index.Number;
  // GNU C: arithmetic on void* counts bytes.
  uint64_t Size = Element->isVoidType() ? 1 : sizeOf(Ast, Element);
  return Value::pointer(
      offsetLvalue(Pointer.Target, Exprs.multiply(Count, Exprs.constant(int64_t(Size))), Element));
}

/// Counts the nodes of \p Root until \p Budget is used up; false where it is.
static bool fitsInto(ExprRef Root, unsigned &Budget) {
  if (Budget == 0)
    return false;
  --Budget;
  for (ExprRef Operand : Root->operands())
    if (!fitsInto(Operand, Budget))
      return false;
  for (const Monomial &Part : Root->terms())
    for (ExprRef Factor : Part.Factors)
      if (!fitsInto(Factor, Budget))
        return false;
  return true;
}

ExprRef Interpreter::limited(ExprRef Number) {
  unsigned Budget = 16;
  if (!Client.isConcrete() || fitsInto(Number, Budget))
    return Number;
  return Exprs.opaque(OpaqueReason::NotUnderstood, Uniformity::Grid, "a long computation",
                      Number->range(), Number->congruence());
}

static bool isUnsignedLong(ASTContext &Ast, QualType Type) {
  return Type->isUnsignedIntegerType() && Ast.getIntWidth(Type) == 64;
}

ExprRef Interpreter::withoutPastRange(BinaryOperatorKind Opcode, ExprRef Number, ExprRef A,
                                      ExprRef B, QualType Type, const clang::Expr *Where) {
  if (!isUnsignedLong(Ast, Type))
    return Number;
  // What the host does not know is a size, which is not 0 where 1 is subtracted.
  auto MayBePast = [&](ExprRef Operand) {
    return Operand->range().Low < 0 && (Operand->isConstant() || !Client.isConcrete());
  };
  // So is a divisor that no thread changes.
  bool DividesPast =
      Opcode != BO_Shr && MayBePast(B) && (B->isConstant() || B->varies() != Uniformity::Grid);
  if (!MayBePast(A) && !DividesPast)
    return Number;
  ExprRef &Past = QuotientsPastRange[{Opcode, A, B}];
  if (!Past)
    Past = Exprs.opaque(OpaqueReason::DataDependent, std::max(A->varies(), B->varies()),
                        textOf(Where->getSourceRange(), Ast));
  ExprRef Zero = Exprs.constant(0);
  ExprRef IsPast = Exprs.less(A, Zero);
  if (DividesPast)
    IsPast = Exprs.logicalOr(IsPast, Exprs.less(B, Zero));
  return Exprs.select(IsPast, Past, Number);
}

Value Interpreter::floatingArithmetic(BinaryOperatorKind Opcode, const Value &Left,
                                      const Value &Right, QualType LeftType, QualType Result,
                                      const clang::Expr *Where) {
  if (std::optional<double> Known = computeFloating(Opcode, Left, Right))
    return floatNumber(*Known, Result);
  Client.computedFloating(Opcode, Result->isFloatingType() ? Result : LeftType);
  Value Float = floatValue(Exprs, std::max(uniformity(Left), uniformity(Right)));
  if (Result->isFloatingType())
    return Float;
  return unknownValue(Result, uniformity(Float), OpaqueReason::DataDependent,
                      textOf(Where->getSourceRange(), Ast));
}

Value Interpreter::arithmetic(BinaryOperatorKind Opcode, const Value &Left, const Value &Right,
                              QualType LeftType, QualType RightType, QualType Result,
                              const clang::Expr *Where) {
  Client.computed(Opcode, Left, Right, *Where);
  if (BinaryOperator::isComparisonOp(Opcode))
    return compare(Opcode, Left, Right, LeftType, Where);
  if (Left.isPointer() || Right.isPointer())
    return pointerArithmetic(Opcode, Left, Right, LeftType, RightType, Result, Where);
  if (Result->isFloatingType() || LeftType->isFloatingType() || RightType->isFloatingType())
    return floatingArithmetic(Opcode, Left, Right, LeftType, Result, Where);
  if (!Left.isScalar() || !Right.isScalar() || !Result->isIntegralOrEnumerationType())
    return unknownValue(Result, std::max(uniformity(Left), uniformity(Right)),
                        OpaqueReason::NotUnderstood, textOf(Where->getSourceRange(), Ast));
  ExprRef A = Left.Number, B = Right.Number;
  ExprRef Number = nullptr;
  switch (Opcode) {
  case BO_Add:
    Number = Exprs.add(A, B);
    break;
  case BO_Sub:
    Number = Exprs.subtract(A, B);
    break;
  case BO_Mul:
    Number = Exprs.multiply(A, B);
    break;
  case BO_Div:
    Number = withoutPastRange(Opcode, Exprs.divide(A, B), A, B, Result, Where);
    break;
  case BO_Rem:
    // Of a power of two: the low bits, which a number past 2^63 has as well.
    if (isUnsignedLong(Ast, Result) && B->isConstant() && B->constantTerm() > 0 &&
        llvm::isPowerOf2_64(uint64_t(B->constantTerm())))
      Number = Exprs.bitAnd(A, Exprs.constant(B->constantTerm() - 1));
    else
      Number = withoutPastRange(Opcode, Exprs.remainder(A, B), A, B, Result, Where);
    break;
  case BO_Shl:
    // Bits that leave an unsigned number of 64 bits are not followed.
    if (Result->isUnsignedIntegerType() && Ast.getIntWidth(Result) == 64 && B->isConstant() &&
        B->constantTerm() > 0 && B->constantTerm() < 64 &&
        A->range().High > std::numeric_limits<int64_t>::max() >> B->constantTerm())
      return unknownValue(Result, std::max(uniformity(Left), uniformity(Right)),
                          OpaqueReason::DataDependent, textOf(Where->getSourceRange(), Ast));
    Number = Exprs.shiftLeft(A, B);
    break;
  case BO_Shr:
    Number = withoutPastRange(Opcode, Exprs.shiftRight(A, B), A, B, Result, Where);
    break;
  case BO_And:
    Number = Exprs.bitAnd(A, B);
    break;
  case BO_Or:
    Number = Exprs.bitOr(A, B);
    break;
  case BO_Xor:
    Number = Exprs.bitXor(A, B);
    break;
  default:
    return unknownValue(Result, std::max(uniformity(Left), uniformity(Right)),
                        OpaqueReason::NotUnderstood, textOf(Where->getSourceRange(), Ast));
  }
  return Value::scalar(limited(fitted(Number, Result)));
}

Value Interpreter::evaluateBinary(const BinaryOperator *Operator) {
  if (Operator->isAssignmentOp())
    return evaluateAssignment(Operator);
  if (Operator->isLogicalOp())
    return evaluateShortCircuit(Operator);
  if (Operator->getOpcode() == BO_Comma) {
    evaluateForEffect(Operator->getLHS());
    return evaluate(Operator->getRHS());
  }
  Value Left = evaluate(Operator->getLHS());
  Value Right = evaluate(Operator->getRHS());
  Value Result = arithmetic(Operator->getOpcode(), Left, Right, Operator->getLHS()->getType(),
                            Operator->getRHS()->getType(), Operator->getType(), Operator);
  if (Operator->getOpcode() == BO_Mul)
    Client.multiplied(*Operator, Result.isScalar() ? Result.Number : nullptr);
  return Result;
}

Value Interpreter::evaluateAssignment(const BinaryOperator *Operator) {
  const clang::Expr *Target = Operator->getLHS();
  QualType Type = Target->getType();
  if (Operator->getOpcode() == BO_Assign) {
    Value New = evaluate(Operator->getRHS());
    Lvalue To = locate(Target);
    store(To, Type, New, Target, {.Assigned = Operator->getRHS()});
    return New;
  }
  Value Operand = evaluate(Operator->getRHS());
  Lvalue To = locate(Target);
  Value Old = load(To, Type, Target);
  const auto *Compound = cast<CompoundAssignOperator>(Operator);
  QualType LeftType = Compound->getComputationLHSType();
  if (Old.isScalar() && LeftType->isIntegralOrEnumerationType() && !Type->isFloatingType())
    Old.Number = fitted(Old.Number, LeftType);
  if (LeftType->isFloatingType())
    Old = toFloating(Old, Type, LeftType);
  Value New = arithmetic(BinaryOperator::getOpForCompoundAssignment(Operator->getOpcode()), Old,
                         Operand, LeftType, Operator->getRHS()->getType(),
                         Compound->getComputationResultType(), Operator);
  if (Type->isFloatingType())
    New = toFloating(New, Type, Type);
  else if (New.isScalar() && Type->isIntegralOrEnumerationType()) {
    if (New.Floating)
      New = Value::scalar(toInteger(*New.Floating, Type));
    else if (Compound->getComputationResultType()->isFloatingType())
      New = unknownValue(Type, uniformity(New), OpaqueReason::DataDependent,
                         textOf(Operator->getSourceRange(), Ast));
    else
      New.Number = fitted(New.Number, Type);
  }
  store(To, Type, New, Target);
  return New;
}

Value Interpreter::evaluateUnary(const UnaryOperator *Operator) {
  const clang::Expr *Operand = Operator->getSubExpr();
  QualType Type = Operator->getType();
  switch (Operator->getOpcode()) {
  case UO_AddrOf: {
    const auto *Name = dyn_cast<DeclRefExpr>(Operand->IgnoreParens());
    if (Name)
      if (const auto *Function = dyn_cast<FunctionDecl>(Name->getDecl()))
        return Value::function(Function);
    return Value::pointer(locate(Operand));
  }
  case UO_Deref:
    if (Type->isFunctionType())
      return evaluate(Operand);
    return load(locate(Operator), Type, Operator);
  case UO_Plus:
  case UO_Extension:
  case UO_Real:
    return evaluate(Operand);
  case UO_Minus: {
    Value Inner = evaluate(Operand);
    if (Type->isIntegralOrEnumerationType() && Inner.isScalar())
      return Value::scalar(fitted(Exprs.negate(Inner.Number), Type));
    if (Inner.Floating)
      return floatConstant(Exprs, -*Inner.Floating);
    return Type->isFloatingType()
               ? floatValue(Exprs, uniformity(Inner))
               : unknownValue(Operator, uniformity(Inner), OpaqueReason::NotUnderstood);
  }
  case UO_Not: {
    // ~x is -1 - x, in the width of the type.
    ExprRef Inner = number(Operand);
    return Value::scalar(fitted(Exprs.subtract(Exprs.constant(-1), Inner), Type));
  }
  case UO_LNot:
    return Value::scalar(Exprs.logicalNot(truth(evaluate(Operand), Operand)));
  case UO_PreInc:
  case UO_PreDec:
  case UO_PostInc:
  case UO_PostDec: {
    Lvalue At = locate(Operand);
    Value Old = load(At, Operand->getType(), Operand);
    bool Up = Operator->isIncrementOp();
    Value One = Value::scalar(Exprs.constant(1));
    Value New = arithmetic(Up ? BO_Add : BO_Sub, Old, One, Operand->getType(), Ast.IntTy,
                           Operand->getType(), Operator);
    store(At, Operand->getType(), New, Operand);
    return Operator->isPrefix() ? New : Old;
  }
  default:
    evaluate(Operand);
    return unknownValue(Operator, Uniformity::Lane, OpaqueReason::NotUnderstood);
  }
}

} // namespace memlint
