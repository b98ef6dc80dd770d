//===- Bounds.cpp - Ranges and congruences of values  -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Symbolic/Bounds.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

namespace {

constexpr int64_t Lowest = std::numeric_limits<int64_t>::min();
constexpr int64_t Highest = std::numeric_limits<int64_t>::max();

int64_t saturate(__int128 Value) {
  if (Value < Lowest)
    return Lowest;
  if (Value > Highest)
    return Highest;
  return static_cast<int64_t>(Value);
}

uint64_t lowMask(unsigned Bits) { return maskTrailingOnes<uint64_t>(Bits); }

/// The smallest 2^k - 1 that is not below \p Value (which is not negative).
int64_t allOnesAbove(int64_t Value) {
  return static_cast<int64_t>(maskTrailingOnes<uint64_t>(64 - countl_zero(uint64_t(Value))));
}

/// Trailing zeros of any value with this congruence; MaxLogModulus for zero.
unsigned trailingZeros(const Congruence &Value) {
  return Value.Residue == 0 ? Value.LogModulus : unsigned(countr_zero(Value.Residue));
}

Congruence makeCongruence(unsigned LogModulus, uint64_t Residue) {
  LogModulus = std::min(LogModulus, Congruence::MaxLogModulus);
  return {LogModulus, Residue & lowMask(LogModulus)};
}

} // namespace

bool Congruence::isMultipleOf(uint64_t PowerOfTwo) const {
  unsigned Log = Log2_64(PowerOfTwo);
  return LogModulus >= Log && (Residue & lowMask(Log)) == 0;
}

Interval constantInterval(int64_t Value) { return {Value, Value}; }

Interval addIntervals(Interval Left, Interval Right) {
  Interval Sum;
  if (Left.Low != Lowest && Right.Low != Lowest)
    Sum.Low = saturate(__int128(Left.Low) + Right.Low);
  if (Left.High != Highest && Right.High != Highest)
    Sum.High = saturate(__int128(Left.High) + Right.High);
  return Sum;
}

Interval multiplyIntervals(Interval Left, Interval Right) {
  // The usual case, which needs no wide arithmetic.
  int64_t Product;
  if (Left.Low == Left.High && Right.Low == Right.High &&
      !MulOverflow(Left.Low, Right.Low, Product))
    return {Product, Product};
  __int128 Products[] = {__int128(Left.Low) * Right.Low, __int128(Left.Low) * Right.High,
                         __int128(Left.High) * Right.Low, __int128(Left.High) * Right.High};
  return {saturate(*std::min_element(std::begin(Products), std::end(Products))),
          saturate(*std::max_element(std::begin(Products), std::end(Products)))};
}

Interval joinIntervals(Interval Left, Interval Right) {
  return {std::min(Left.Low, Right.Low), std::max(Left.High, Right.High)};
}

Interval intersectIntervals(Interval Left, Interval Right) {
  Interval Common = {std::max(Left.Low, Right.Low), std::min(Left.High, Right.High)};
  return Common.Low <= Common.High ? Common : Left;
}

Interval typeInterval(unsigned Bits, bool Signed) {
  if (Bits >= 64)
    return {};
  if (Signed)
    return {-(int64_t(1) << (Bits - 1)), (int64_t(1) << (Bits - 1)) - 1};
  return {0, static_cast<int64_t>(lowMask(Bits))};
}

Congruence constantCongruence(int64_t Value) {
  return makeCongruence(Congruence::MaxLogModulus, static_cast<uint64_t>(Value));
}

Congruence addCongruences(Congruence Left, Congruence Right) {
  return makeCongruence(std::min(Left.LogModulus, Right.LogModulus), Left.Residue + Right.Residue);
}

Congruence multiplyCongruences(Congruence Left, Congruence Right) {
  // (a + 2^m i)(b + 2^n j) = ab + 2^n aj + 2^m bi + 2^(m+n) ij.
  unsigned Known =
      std::min({Left.LogModulus + Right.LogModulus, Right.LogModulus + trailingZeros(Left),
                Left.LogModulus + trailingZeros(Right)});
  return makeCongruence(Known, Left.Residue * Right.Residue);
}

Congruence joinCongruences(Congruence Left, Congruence Right) {
  unsigned Known = std::min(Left.LogModulus, Right.LogModulus);
  uint64_t Difference = (Left.Residue ^ Right.Residue) & lowMask(Known);
  if (Difference != 0)
    Known = unsigned(countr_zero(Difference));
  return makeCongruence(Known, Left.Residue);
}

static bool isSingle(Interval Range) {
  return Range.Low == Range.High && Range.Low != Lowest && Range.High != Highest;
}
static bool isTrue(Interval Range) { return Range.Low > 0 || Range.High < 0; }
static bool isFalse(Interval Range) { return Range.Low == 0 && Range.High == 0; }

/// 1, 0 or either, from what is certainly true and what certainly false.
static Interval truth(bool IsTrue, bool IsFalse) { return {IsTrue ? 1 : 0, IsFalse ? 0 : 1}; }

static Interval divideRange(Interval Left, Interval Right) {
  if (Right.Low <= 0) {
    // The magnitude never grows; the sign may be either.
    if (Left.Low == Lowest || Left.High == Highest)
      return {};
    int64_t Magnitude =
        std::max(Left.Low < 0 ? -Left.Low : Left.Low, Left.High < 0 ? -Left.High : Left.High);
    return {-Magnitude, Magnitude};
  }
  // Of truncating division by what is positive: it grows with the dividend, and moves away from
  // zero as the divisor gets smaller.
  auto Quotient = [&](int64_t Dividend, bool IsLowest) {
    if (Dividend == Lowest || Dividend == Highest)
      return Dividend;
    return Dividend / ((Dividend < 0) == IsLowest ? Right.Low : Right.High);
  };
  return {Quotient(Left.Low, /*IsLowest=*/true), Quotient(Left.High, /*IsLowest=*/false)};
}

static Interval remainderRange(Interval Left, Interval Right) {
  // All dividends have one quotient: the remainder is a difference.
  if (isSingle(Right) && Right.Low > 0 && Left.Low >= 0 &&
      Left.Low / Right.Low == Left.High / Right.Low)
    return {Left.Low % Right.Low, Left.High % Right.Low};
  if (Right.Low <= 0 || Right.High == Highest)
    return Left.Low >= 0 ? Interval{0, Left.High} : Interval{};
  int64_t Most = Right.High - 1;
  return {Left.Low < 0 ? -Most : 0, Left.Low >= 0 ? std::min(Most, Left.High) : Most};
}

Interval operationRange(const Expr &Node, ArrayRef<Interval> Operands) {
  if (all_of(Operands, isSingle)) {
    SmallVector<int64_t, 3> Values;
    for (Interval Operand : Operands)
      Values.push_back(Operand.Low);
    return constantInterval(evaluateOperation(Node, Values));
  }
  ExprKind Kind = Node.kind();
  Interval Left = Operands[0];
  Interval Right = Operands.size() > 1 ? Operands[1] : Interval();
  bool NotNegative = Left.Low >= 0 && Right.Low >= 0;
  switch (Kind) {
  case ExprKind::Divide:
    return divideRange(Left, Right);
  case ExprKind::Remainder:
    return remainderRange(Left, Right);
  case ExprKind::BitAnd:
    if (NotNegative)
      return {0, std::min(Left.High, Right.High)};
    if (Left.Low >= 0)
      return {0, Left.High};
    if (Right.Low >= 0)
      return {0, Right.High};
    return {};
  case ExprKind::BitOr:
  case ExprKind::BitXor:
    if (NotNegative)
      return {Kind == ExprKind::BitOr ? std::max(Left.Low, Right.Low) : 0,
              allOnesAbove(std::max(Left.High, Right.High))};
    return {};
  case ExprKind::ShiftLeft:
    if (NotNegative && Right.High < 63) {
      __int128 High = __int128(Left.High) << Right.High;
      return {saturate(__int128(Left.Low) << Right.Low), saturate(High)};
    }
    return NotNegative ? Interval{0, Highest} : Interval{};
  case ExprKind::ShiftRight:
    if (NotNegative)
      return {Right.High < 63 ? Left.Low >> Right.High : 0,
              Left.High >> std::min<int64_t>(Right.Low, 63)};
    return Right.Low >= 0 ? joinIntervals(Left, {-1, 0}) : Interval{};
  case ExprKind::Minimum:
    return {std::min(Left.Low, Right.Low), std::min(Left.High, Right.High)};
  case ExprKind::Maximum:
    return {std::max(Left.Low, Right.Low), std::max(Left.High, Right.High)};
  case ExprKind::Equal:
    return truth(false, Left.High < Right.Low || Right.High < Left.Low);
  case ExprKind::LessUnsigned:
    if (!NotNegative)
      return {0, 1};
    [[fallthrough]];
  case ExprKind::Less:
    return truth(Left.High < Right.Low, Left.Low >= Right.High);
  case ExprKind::Not:
    return truth(isFalse(Left), isTrue(Left));
  case ExprKind::And:
    return truth(isTrue(Left) && isTrue(Right), isFalse(Left) || isFalse(Right));
  case ExprKind::Or:
    return truth(isTrue(Left) || isTrue(Right), isFalse(Left) && isFalse(Right));
  case ExprKind::Select:
    if (isTrue(Left))
      return Right;
    return isFalse(Left) ? Operands[2] : joinIntervals(Right, Operands[2]);
  case ExprKind::Wrap: {
    Interval Type = typeInterval(Node.wrapBits(), Node.wrapSigned());
    return Type.contains(Left) ? Left : Type;
  }
  case ExprKind::PopulationCount:
    return {0, Node.wrapBits()};
  case ExprKind::BitReverse:
    return typeInterval(32, false);
  case ExprKind::LeadingZeros:
  case ExprKind::FindFirstSet:
    return {0, 32};
  case ExprKind::Constant:
  case ExprKind::Leaf:
  case ExprKind::Polynomial:
    break;
  }
  return {};
}

Congruence operationCongruence(ExprKind Kind, ArrayRef<ExprRef> Operands, unsigned WrapBits) {
  Congruence Left = Operands[0]->congruence();
  Congruence Right = Operands.size() > 1 ? Operands[1]->congruence() : Congruence();
  bool RightConstant = Operands.size() > 1 && Operands[1]->isConstant();
  int64_t RightValue = RightConstant ? Operands[1]->constantTerm() : 0;
  switch (Kind) {
  case ExprKind::Divide:
  case ExprKind::ShiftRight: {
    if (!RightConstant || RightValue <= 0 || Operands[0]->range().Low < 0)
      return {};
    if (Kind == ExprKind::Divide && !isPowerOf2_64(RightValue))
      return {};
    uint64_t Log = Kind == ExprKind::Divide ? Log2_64(RightValue) : uint64_t(RightValue);
    if (Log >= Left.LogModulus)
      return {};
    return makeCongruence(Left.LogModulus - unsigned(Log), Left.Residue >> Log);
  }
  case ExprKind::Remainder:
    // x % m = x - m * (x / m): the low bits that m has as zeros are x's.
    return makeCongruence(std::min(Left.LogModulus, trailingZeros(Right)), Left.Residue);
  case ExprKind::BitAnd: {
    unsigned Known = std::min(Left.LogModulus, Right.LogModulus);
    Known = std::max({Known, trailingZeros(Left), trailingZeros(Right)});
    return makeCongruence(Known, Left.Residue & Right.Residue);
  }
  case ExprKind::BitOr:
    return makeCongruence(std::min(Left.LogModulus, Right.LogModulus),
                          Left.Residue | Right.Residue);
  case ExprKind::BitXor:
    return makeCongruence(std::min(Left.LogModulus, Right.LogModulus),
                          Left.Residue ^ Right.Residue);
  case ExprKind::ShiftLeft: {
    int64_t Least = std::clamp<int64_t>(Operands[1]->range().Low, 0, 32);
    return makeCongruence(trailingZeros(Left) + unsigned(Least), 0);
  }
  case ExprKind::Minimum:
  case ExprKind::Maximum:
    return joinCongruences(Left, Right);
  case ExprKind::Select:
    return joinCongruences(Right, Operands[2]->congruence());
  case ExprKind::Wrap:
    return makeCongruence(std::min(Left.LogModulus, WrapBits), Left.Residue);
  default:
    return {};
  }
}

} // namespace memlint
