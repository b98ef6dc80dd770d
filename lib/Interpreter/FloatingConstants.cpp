//===- FloatingConstants.cpp - Floating-point constants -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Interpreter/Interpreter.h"

#include <cmath>

using namespace clang;

namespace memlint {

Value Interpreter::floatNumber(double Number, QualType Type) {
  if (!Client.isConcrete())
    return floatValue(Exprs, Uniformity::Grid);
  return floatConstant(
      Exprs, Type->isSpecificBuiltinType(BuiltinType::Float) ? double(float(Number)) : Number);
}

std::optional<double> Interpreter::computeFloating(BinaryOperatorKind Opcode, const Value &Left,
                                                   const Value &Right) {
  if (!Left.Floating || !Right.Floating)
    return std::nullopt;
  double A = *Left.Floating, B = *Right.Floating;
  switch (Opcode) {
  case BO_Add:
    return A + B;
  case BO_Sub:
    return A - B;
  case BO_Mul:
    return A * B;
  case BO_Div:
    return B == 0 ? std::nullopt : std::optional(A / B);
  default:
    return std::nullopt;
  }
}

bool Interpreter::compareFloating(BinaryOperatorKind Opcode, double Left, double Right) {
  switch (Opcode) {
  case BO_LT:
    return Left < Right;
  case BO_GT:
    return Left > Right;
  case BO_LE:
    return Left <= Right;
  case BO_GE:
    return Left >= Right;
  case BO_EQ:
    return Left == Right;
  default:
    return Left != Right;
  }
}

/// \p From, a number of \p Type, as one of the floating-point type \p To.
Value Interpreter::toFloating(const Value &From, QualType Type, QualType To) {
  if (From.Floating)
    return floatNumber(*From.Floating, To);
  if (Type->isIntegralOrEnumerationType() && From.isScalar() && From.Number->isConstant()) {
    int64_t Number = From.Number->constantTerm();
    return floatNumber(
        Type->isUnsignedIntegerOrEnumerationType() ? double(uint64_t(Number)) : double(Number), To);
  }
  return floatValue(Exprs, uniformity(From));
}

ExprRef Interpreter::toInteger(double Number, QualType To) {
  // What does not fit is undefined (C++ [conv.fpint]), and differs between processors.
  if (std::abs(Number) < 0x1p62) {
    int64_t Whole = int64_t(Number);
    if (To->isBooleanType() || rangeOf(Ast, To).contains({Whole, Whole}))
      return fitted(Exprs.constant(Whole), To);
  }
  return Exprs.opaque(OpaqueReason::DataDependent, Uniformity::Grid, "a large number",
                      rangeOf(Ast, To));
}

/// What \p Cast, to or from a floating-point type, makes of \p From, a number of \p Type.
Value Interpreter::convertFloating(const Value &From, QualType Type, const CastExpr *Cast) {
  QualType To = Cast->getType();
  if (To->isFloatingType()) {
    if (From.isScalar() && From.Number)
      Client.convertedToFloating(From.Number);
    return toFloating(From, Type, To);
  }
  if (From.Floating)
    return Value::scalar(toInteger(*From.Floating, To));
  ExprRef Number = Exprs.opaque(OpaqueReason::DataDependent, uniformity(From),
                                textOf(Cast->getSourceRange(), Ast), rangeOf(Ast, To));
  Client.convertedFloating(Number);
  return Value::scalar(Number);
}

} // namespace memlint
