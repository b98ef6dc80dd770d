//===- HostArithmetic.cpp - Arithmetic of host code -----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HostArithmetic.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace clang;

namespace memlint {

namespace {

HostValue wrapped(uint64_t Bits, const NumberType &To) {
  if (To.Bits >= 64)
    return HostValue::integer(int64_t(Bits));
  Bits &= (uint64_t(1) << To.Bits) - 1;
  return HostValue::integer(To.Signed ? llvm::SignExtend64(Bits, To.Bits) : int64_t(Bits));
}

HostValue compare(BinaryOperatorKind Opcode, auto Left, auto Right) {
  switch (Opcode) {
  case BO_LT:
    return HostValue::integer(Left < Right);
  case BO_GT:
    return HostValue::integer(Left > Right);
  case BO_LE:
    return HostValue::integer(Left <= Right);
  case BO_GE:
    return HostValue::integer(Left >= Right);
  case BO_EQ:
    return HostValue::integer(Left == Right);
  case BO_NE:
    return HostValue::integer(Left != Right);
  default:
    return HostValue::unknown();
  }
}

HostValue applyFloating(BinaryOperatorKind Opcode, double Left, double Right) {
  switch (Opcode) {
  case BO_Add:
    return HostValue::floating(Left + Right);
  case BO_Sub:
    return HostValue::floating(Left - Right);
  case BO_Mul:
    return HostValue::floating(Left * Right);
  case BO_Div:
    return Right == 0 ? HostValue::unknown() : HostValue::floating(Left / Right);
  default:
    return compare(Opcode, Left, Right);
  }
}

/// Division and everything else whose result depends on the sign of the type.
HostValue applyBySign(BinaryOperatorKind Opcode, auto Left, auto Right) {
  if (Opcode != BO_Div && Opcode != BO_Rem)
    return compare(Opcode, Left, Right);
  if (Right == 0 || (Right == decltype(Right)(-1) && int64_t(Left) == INT64_MIN))
    return HostValue::unknown();
  return HostValue::integer(int64_t(Opcode == BO_Div ? Left / Right : Left % Right));
}

HostValue applyInteger(BinaryOperatorKind Opcode, int64_t Left, int64_t Right,
                       const NumberType &Operands) {
  uint64_t LeftBits = uint64_t(Left), RightBits = uint64_t(Right);
  switch (Opcode) {
  case BO_Add:
    return HostValue::integer(int64_t(LeftBits + RightBits));
  case BO_Sub:
    return HostValue::integer(int64_t(LeftBits - RightBits));
  case BO_Mul:
    return HostValue::integer(int64_t(LeftBits * RightBits));
  case BO_And:
    return HostValue::integer(Left & Right);
  case BO_Or:
    return HostValue::integer(Left | Right);
  case BO_Xor:
    return HostValue::integer(Left ^ Right);
  case BO_Shl:
    if (RightBits >= Operands.Bits)
      return HostValue::unknown();
    return HostValue::integer(int64_t(LeftBits << RightBits));
  case BO_Shr:
    if (RightBits >= Operands.Bits)
      return HostValue::unknown();
    return HostValue::integer(Operands.Signed ? Left >> Right : int64_t(LeftBits >> RightBits));
  default:
    return Operands.Signed ? applyBySign(Opcode, Left, Right)
                           : applyBySign(Opcode, LeftBits, RightBits);
  }
}

/// What is still known when an operand is not: of what power of two the result
/// is a multiple.
HostValue applyPartlyKnown(BinaryOperatorKind Opcode, const HostValue &Left,
                           const HostValue &Right) {
  uint64_t LeftMultiple = Left.knownMultiple(), RightMultiple = Right.knownMultiple();
  switch (Opcode) {
  case BO_Add:
  case BO_Sub:
  case BO_Or:
  case BO_Xor:
    return HostValue::unknown(std::min(LeftMultiple, RightMultiple));
  case BO_Mul:
    if ((Left.isInteger() && Left.Integer == 0) || (Right.isInteger() && Right.Integer == 0))
      return HostValue::integer(0);
    return HostValue::unknown(LeftMultiple >= LargestMultiple || RightMultiple >= LargestMultiple
                                  ? LargestMultiple
                                  : std::min(LargestMultiple, LeftMultiple * RightMultiple));
  case BO_And:
    return HostValue::unknown(std::max(LeftMultiple, RightMultiple));
  case BO_Shl:
    if (Right.isInteger() && Right.Integer >= 0 && Right.Integer < 32)
      return HostValue::unknown(std::min(LargestMultiple, LeftMultiple << Right.Integer));
    return HostValue::unknown(LeftMultiple);
  case BO_Shr:
    if (Right.isInteger() && Right.Integer >= 0 && Right.Integer < 32)
      return HostValue::unknown(std::max<uint64_t>(1, LeftMultiple >> Right.Integer));
    return HostValue::unknown();
  case BO_Div:
    // Exact when the divisor is among the factors.
    if (Right.isInteger() && uint64_t(Right.Integer) == RightMultiple &&
        RightMultiple <= LeftMultiple)
      return HostValue::unknown(LeftMultiple / RightMultiple);
    return HostValue::unknown();
  default:
    return HostValue::unknown();
  }
}

} // namespace

HostValue convertNumber(const HostValue &Value, const NumberType &From, const NumberType &To) {
  if (To.Is == NumberType::Kind::Boolean) {
    if (Value.isInteger() || Value.isFloating())
      return HostValue::integer(Value.isInteger() ? Value.Integer != 0 : Value.Floating != 0);
    return HostValue::unknown();
  }
  if (To.isFloating()) {
    double Number = 0;
    if (Value.isFloating())
      Number = Value.Floating;
    else if (Value.isInteger())
      Number = From.isInteger() && !From.Signed ? double(uint64_t(Value.Integer))
                                                : double(Value.Integer);
    else
      return HostValue::unknown();
    return HostValue::floating(To.Is == NumberType::Kind::Float ? double(float(Number)) : Number);
  }
  if (!To.isInteger())
    return HostValue::unknown();
  if (Value.isInteger())
    return wrapped(uint64_t(Value.Integer), To);
  if (Value.isFloating())
    return std::abs(Value.Floating) < 0x1p62 ? wrapped(uint64_t(int64_t(Value.Floating)), To)
                                             : HostValue::unknown();
  if (From.isFloating())
    return HostValue::unknown();
  HostValue Result = HostValue::unknown(Value.knownMultiple());
  // The same number, unless bits are cut off or it is negative.
  if (From.isInteger() && To.Bits >= From.Bits)
    Result.Name = Value.Name;
  return Result;
}

HostValue applyOperator(BinaryOperatorKind Opcode, const HostValue &Left, const HostValue &Right,
                        const NumberType &Operands) {
  if (Left.isFloating() && Right.isFloating())
    return applyFloating(Opcode, Left.Floating, Right.Floating);
  if (Left.isInteger() && Right.isInteger())
    return applyInteger(Opcode, Left.Integer, Right.Integer, Operands);
  if (Operands.isInteger())
    return applyPartlyKnown(Opcode, Left, Right);
  return HostValue::unknown();
}

std::optional<HostValue> applyFunction(llvm::StringRef Name, llvm::ArrayRef<HostValue> Arguments,
                                       const NumberType &Operands) {
  using Unary = double (*)(double);
  static constexpr std::pair<llvm::StringLiteral, Unary> UnaryFunctions[] = {
      {"ceil", [](double X) { return std::ceil(X); }},
      {"floor", [](double X) { return std::floor(X); }},
      {"round", [](double X) { return std::round(X); }},
      {"trunc", [](double X) { return std::trunc(X); }},
      {"sqrt", [](double X) { return std::sqrt(X); }},
      {"log2", [](double X) { return std::log2(X); }},
      {"log", [](double X) { return std::log(X); }},
      {"fabs", [](double X) { return std::fabs(X); }},
  };
  for (const auto &[Known, Function] : UnaryFunctions)
    if (Arguments.size() == 1 && Name == Known)
      return Arguments[0].isFloating() ? HostValue::floating(Function(Arguments[0].Floating))
                                       : HostValue::unknown();
  if (Arguments.size() == 1 && (Name == "abs" || Name == "labs")) {
    if (Arguments[0].isInteger())
      return HostValue::integer(Arguments[0].Integer < 0 ? int64_t(-uint64_t(Arguments[0].Integer))
                                                         : Arguments[0].Integer);
    return Arguments[0].isFloating() ? HostValue::floating(std::abs(Arguments[0].Floating))
                                     : HostValue::unknown();
  }
  if (Arguments.size() != 2)
    return std::nullopt;
  if (Name == "pow")
    return Arguments[0].isFloating() && Arguments[1].isFloating()
               ? HostValue::floating(std::pow(Arguments[0].Floating, Arguments[1].Floating))
               : HostValue::unknown();
  bool IsMinimum = Name == "min" || Name == "fmin";
  if (!IsMinimum && Name != "max" && Name != "fmax")
    return std::nullopt;
  HostValue Less = applyOperator(BO_LT, Arguments[0], Arguments[1], Operands);
  if (!Less.isInteger())
    return join(Arguments[0], Arguments[1]);
  return Arguments[(Less.Integer != 0) == IsMinimum ? 0 : 1];
}

} // namespace memlint
