//===- Period.cpp - How far a dimension goes until costs repeat -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// When a dimension grows by P, how does each step change? Either by a multiple
/// of some number that is the same for all lanes, or in a way not followed. An
/// operation that only sees its operand modulo m absorbs a change by a multiple
/// of m; where the change is not yet one, P is multiplied until it is.
///
//===----------------------------------------------------------------------===//

#include "LaneProgram.h"

#include "cuda-memlint/Symbolic/Bounds.h"

#include "llvm/ADT/bit.h"
#include "llvm/Support/MathExtras.h"

#include <numeric>
#include <optional>

using namespace llvm;

namespace memlint {

namespace {

/// All lanes change together by some multiple of this number, the same for all
/// threads; 0: no change. Empty: not known to be so.
using Change = std::optional<uint64_t>;

/// Larger numbers only come from hashes, and never divide a modulus.
constexpr uint64_t LargestChange = uint64_t(1) << 40;

class PeriodFinder {
public:
  PeriodFinder(const Program &Compiled, unsigned Dimension, ArrayRef<Interval> Bounds)
      : Steps(Compiled.steps()), Dimension(Dimension), Bounds(Bounds), Reached(Steps.size()),
        Changes(Steps.size()) {}

  uint64_t run(ArrayRef<unsigned> Exact, unsigned Offset, uint64_t Modulus, uint64_t Limit) {
    for (unsigned Root : Exact)
      Reached[Root] = true;
    Reached[Offset] = true;
    for (size_t Number = Steps.size(); Number-- != 0;)
      if (Reached[Number] && depends(unsigned(Number)))
        Steps[Number].forEachOperand([&](unsigned Operand) { Reached[Operand] = true; });
    Period = 1;
    while (Period <= Limit) {
      Factor = 1;
      for (unsigned Number = 0; Number != Steps.size(); ++Number)
        if (Reached[Number])
          Changes[Number] = depends(Number) ? change(Number) : Change(0);
      Change Shift = Changes[Offset];
      if (!Shift)
        return 0;
      if (Modulus != 0)
        Shift = absorb(Shift, Modulus, 0);
      if (Factor == 1)
        return all_of(Exact, [&](unsigned Root) { return Changes[Root] == Change(0); }) ? Period
                                                                                        : 0;
      Period *= Factor;
    }
    return 0;
  }

private:
  /// A step whose bounds are one value does not change in this region.
  bool depends(unsigned Number) const {
    return Steps[Number].dependsOn(Dimension) && Bounds[Number].Low != Bounds[Number].High;
  }

  /// What is left of \p Operand's change once only its value modulo \p Modulus
  /// (or, for \p Divisor, its quotient) matters.
  Change absorb(Change Operand, uint64_t Modulus, uint64_t Divisor) {
    if (!Operand || *Operand == 0)
      return Operand;
    uint64_t Missing = Modulus / std::gcd(Modulus, *Operand);
    // The change may be different once the period is longer; until then go on
    // as if it were absorbed.
    Factor = std::lcm(Factor, Missing);
    if (Factor > LargestChange)
      return std::nullopt;
    return Divisor == 0 ? 0 : std::lcm(*Operand, Modulus) / Divisor;
  }

  Change sumChange(const Program::Step &Step) const {
    uint64_t Sum = 0;
    for (const Program::Term &Part : Step.Terms) {
      uint64_t Product = 0;
      unsigned Changed = 0;
      bool ChangedLanes = false;
      auto Join = [&](unsigned Operand, bool Lane) {
        if (!Changes[Operand])
          return false;
        if (*Changes[Operand] != 0) {
          ++Changed;
          ChangedLanes |= Lane;
          Product = std::gcd(Product, *Changes[Operand]);
        }
        return true;
      };
      for (unsigned Factor : Part.UniformFactors)
        if (!Join(Factor, false))
          return std::nullopt;
      for (unsigned Factor : Part.LaneFactors)
        if (!Join(Factor, true))
          return std::nullopt;
      if (Changed == 0)
        continue;
      // What multiplies the change must be the same for all lanes.
      bool Together =
          ChangedLanes ? Changed == 1 && Part.LaneFactors.size() == 1 : Part.LaneFactors.empty();
      uint64_t Coefficient =
          Part.Coefficient < 0 ? 0 - uint64_t(Part.Coefficient) : uint64_t(Part.Coefficient);
      if (!Together || Coefficient > LargestChange || Product > LargestChange)
        return std::nullopt;
      Product = SaturatingMultiply(Product, Coefficient);
      if (Product > LargestChange)
        Product = uint64_t(1) << std::min(40, countr_zero(Product));
      Sum = std::gcd(Sum, Product);
    }
    return Sum;
  }

  std::optional<int64_t> constantOperand(const Program::Step &Step, unsigned Position) const {
    const Interval &Range = Bounds[Step.Operands[Position]];
    if (Range.Low != Range.High)
      return std::nullopt;
    return Range.Low;
  }

  Change change(unsigned Number) {
    const Program::Step &Step = Steps[Number];
    if (Step.isVariable())
      return Period;
    if (Step.isSum())
      return sumChange(Step);
    bool AnyChange = false;
    for (unsigned Operand : Step.Operands) {
      if (!Changes[Operand])
        return std::nullopt;
      AnyChange |= *Changes[Operand] != 0;
    }
    if (!AnyChange)
      return 0;
    return operationChange(Step);
  }

  Change operationChange(const Program::Step &Step) {
    Change Left = Changes[Step.Operands[0]];
    switch (Step.Kind) {
    case ExprKind::Remainder:
    case ExprKind::Divide: {
      auto Divisor = constantOperand(Step, 1);
      // Truncation is periodic only on one side of zero.
      if (!Divisor || *Divisor <= 0 || Bounds[Step.Operands[0]].Low < 0)
        return std::nullopt;
      bool IsDivision = Step.Kind == ExprKind::Divide;
      return absorb(Left, uint64_t(*Divisor), IsDivision ? uint64_t(*Divisor) : 0);
    }
    case ExprKind::ShiftRight: {
      auto Amount = constantOperand(Step, 1);
      if (!Amount || *Amount < 0 || *Amount > 40)
        return std::nullopt;
      return absorb(Left, uint64_t(1) << *Amount, uint64_t(1) << *Amount);
    }
    case ExprKind::BitAnd:
      for (unsigned Position : {0u, 1u}) {
        auto Mask = constantOperand(Step, Position);
        if (Mask && *Mask >= 0 && *Mask < int64_t(LargestChange))
          return absorb(Changes[Step.Operands[1 - Position]], PowerOf2Ceil(uint64_t(*Mask) + 1), 0);
      }
      return std::nullopt;
    case ExprKind::BitOr:
    case ExprKind::BitXor:
      // Multiples of a power of two above all bits of the other operand pass.
      for (unsigned Position : {0u, 1u}) {
        const Interval &Small = Bounds[Step.Operands[Position]];
        if (Changes[Step.Operands[Position]] != Change(0) || Small.Low < 0 ||
            Small.High >= int64_t(LargestChange))
          continue;
        return absorb(Changes[Step.Operands[1 - Position]], PowerOf2Ceil(uint64_t(Small.High) + 1),
                      1);
      }
      return std::nullopt;
    case ExprKind::Wrap: {
      unsigned Bits = Step.Source->wrapBits();
      if (typeInterval(Bits, Step.Source->wrapSigned()).contains(Bounds[Step.Operands[0]]))
        return Left;
      return Bits < 40 ? absorb(Left, uint64_t(1) << Bits, 0) : std::nullopt;
    }
    default:
      return std::nullopt;
    }
  }

  ArrayRef<Program::Step> Steps;
  unsigned Dimension;
  ArrayRef<Interval> Bounds;
  std::vector<bool> Reached;
  std::vector<Change> Changes;
  uint64_t Period = 1;
  uint64_t Factor = 1;
};

} // namespace

uint64_t findPeriod(const Program &Compiled, unsigned Dimension, ArrayRef<Interval> Bounds,
                    ArrayRef<unsigned> Exact, unsigned Offset, uint64_t Modulus, uint64_t Limit) {
  return PeriodFinder(Compiled, Dimension, Bounds).run(Exact, Offset, Modulus, Limit);
}

} // namespace memlint
