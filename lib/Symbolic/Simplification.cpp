//===- Simplification.cpp - Builders of operations that simplify  -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContextImplementation.h"

#include "cuda-memlint/Symbolic/Bounds.h"
#include "cuda-memlint/Symbolic/Rewriting.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <limits>

using namespace llvm;

namespace memlint {

namespace {

/// A sum as Divisor * Quotient + Rest, where every term that Divisor divides is
/// in Quotient.
struct DividedSum {
  Polynomial Quotient;
  Polynomial Rest;
};

DividedSum divideSum(ExprRef Sum, int64_t Divisor) {
  DividedSum Parts;
  Polynomial Whole = polynomialOf(Sum);
  for (const Polynomial::Term &Part : Whole.Terms) {
    if (Part.Coefficient % Divisor == 0)
      Parts.Quotient.Terms.push_back({Part.Factors, Part.Coefficient / Divisor});
    else
      Parts.Rest.Terms.push_back(Part);
  }
  // The rest keeps a constant in [0, Divisor), so that a rest without terms
  // vanishes in the division.
  int64_t Rest = Whole.Constant % Divisor;
  if (Rest < 0)
    Rest += Divisor;
  Parts.Rest.Constant = Rest;
  Parts.Quotient.Constant = static_cast<int64_t>((__int128(Whole.Constant) - Rest) / Divisor);
  return Parts;
}

bool isBoolean(ExprRef Value) { return Value->range().Low >= 0 && Value->range().High <= 1; }

std::optional<unsigned> logOfPowerOfTwo(ExprRef Value) {
  if (!Value->isConstant() || Value->constantTerm() <= 0 ||
      !isPowerOf2_64(uint64_t(Value->constantTerm())))
    return std::nullopt;
  return Log2_64(uint64_t(Value->constantTerm()));
}

/// A multiplier that no index arithmetic has, but hashes and random number
/// generators do: there, wrapping around is meant.
bool looksLikeHashMultiplier(int64_t Coefficient) {
  uint64_t Magnitude = Coefficient < 0 ? 0 - uint64_t(Coefficient) : uint64_t(Coefficient);
  return Magnitude >= (1u << 26) || (Magnitude >= (1u << 16) && Magnitude % 2 != 0);
}

bool multipliesLikeHash(ExprRef Value) {
  return llvm::any_of(Value->terms(), [](const Monomial &Part) {
    return looksLikeHashMultiplier(Part.Coefficient);
  });
}

/// The same of a factor that is not the same for all lanes, which are scattered thereby.
bool scattersLanes(ExprRef Sum) {
  return llvm::any_of(Sum->terms(), [](const Monomial &Part) {
    return looksLikeHashMultiplier(Part.Coefficient) &&
           llvm::any_of(Part.Factors,
                        [](ExprRef Factor) { return Factor->varies() == Uniformity::Lane; });
  });
}

/// \p Value modulo 2^\p Bits, as the number of least magnitude.
int64_t nearestToZero(int64_t Value, unsigned Bits) { return SignExtend64(uint64_t(Value), Bits); }

/// \p Sum with its constants modulo 2^\p Bits: in an unsigned type of 32 bits
/// `i + -1` adds 4294967295, which is to be followed as a subtraction.
Polynomial withNearestConstants(ExprRef Sum, unsigned Bits) {
  Polynomial Nearest;
  Polynomial Whole = polynomialOf(Sum);
  Nearest.Constant = nearestToZero(Whole.Constant, Bits);
  for (const Polynomial::Term &Part : Whole.Terms)
    if (int64_t Coefficient = nearestToZero(Part.Coefficient, Bits))
      Nearest.Terms.push_back({Part.Factors, Coefficient});
  return Nearest;
}

/// Whether \p Holds for \p Root or a node that it is computed from; \p Known has what was asked
/// before.
bool anyNodeOf(ExprRef Root, DenseMap<ExprRef, bool> &Known, function_ref<bool(ExprRef)> Holds) {
  if (auto Found = Known.find(Root); Found != Known.end())
    return Found->second;
  bool Any = Holds(Root);
  forEachOperand(Root, [&](ExprRef Operand) { Any = Any || anyNodeOf(Operand, Known, Holds); });
  Known[Root] = Any;
  return Any;
}

/// What shifts leave of a constant that has wrapped around in an unsigned type, or of a number that
/// may have.
bool isShiftedFromBelow(ExprRef Node) {
  if (Node->kind() != ExprKind::ShiftRight)
    return false;
  ExprRef Shifted = Node->operands()[0];
  return Shifted->isConstant() ? Shifted->constantTerm() > std::numeric_limits<int32_t>::max()
                               : Shifted->kind() == ExprKind::Wrap && !Shifted->wrapSigned();
}

/// Some value in \p Root has wrapped around in an unsigned type.
bool holdsUnsignedWrap(ExprRef Root, FactsByRoot &Facts) {
  return anyNodeOf(Root, Facts.HoldsUnsignedWrap, [](ExprRef Node) {
    return isShiftedFromBelow(Node) || (Node->kind() == ExprKind::Wrap && !Node->wrapSigned());
  });
}

/// \p Root is computed from a number that no index arithmetic made.
bool holdsData(ExprRef Root, FactsByRoot &Facts) {
  return anyNodeOf(Root, Facts.HoldsData, [](ExprRef Node) {
    return Node->isLeaf() &&
           (Node->leaf().Kind == LeafKind::Loaded || Node->leaf().Kind == LeafKind::Opaque);
  });
}

/// Finds why a number may be outside of the integer type that it is converted to, other than that
/// index arithmetic overflows: data, or bits that are set one by one.
class FitQuery {
public:
  FitQuery(FactsByRoot &Facts, unsigned Bits, bool Signed)
      : Facts(Facts), Type(typeInterval(Bits, Signed)), TypeKey(2 * Bits + Signed) {}

  bool mayNotFit(ExprRef Root) {
    if (Type.contains(Root->range()))
      return false;
    if (auto Known = Facts.MayNotFit.find({Root, TypeKey}); Known != Facts.MayNotFit.end())
      return Known->second;
    bool May = find(Root);
    Facts.MayNotFit[{Root, TypeKey}] = May;
    return May;
  }

private:
  bool find(ExprRef Root) {
    auto OfOperand = [this](ExprRef Operand) { return mayNotFit(Operand); };
    switch (Root->kind()) {
    case ExprKind::Polynomial: {
      // A byte that is shifted into the sign bit does not overflow.
      Interval Pattern = {0, Type.Low < 0 ? 2 * Type.High + 1 : Type.High};
      return (Pattern.contains(Root->range()) && holdsData(Root, Facts)) ||
             llvm::any_of(Root->terms(), [&](const Monomial &Part) {
               return llvm::any_of(Part.Factors, OfOperand);
             });
    }
    case ExprKind::Select:
      return llvm::any_of(Root->operands().drop_front(), OfOperand);
    case ExprKind::Minimum:
    case ExprKind::Maximum:
    case ExprKind::BitAnd:
    case ExprKind::BitOr:
    case ExprKind::BitXor:
      return llvm::any_of(Root->operands(), OfOperand);
    case ExprKind::Divide:
    case ExprKind::Remainder:
    case ExprKind::ShiftRight:
      return OfOperand(Root->operands()[0]);
    case ExprKind::Constant:
    case ExprKind::BitReverse:
      return true;
    default:
      return holdsData(Root, Facts);
    }
  }

  FactsByRoot &Facts;
  Interval Type;
  unsigned TypeKey;
};

/// Terms of \p Left and \p Right that are in both, with the same coefficient.
Polynomial commonTerms(ExprRef Left, ExprRef Right) {
  Polynomial Common;
  Polynomial LeftSum = polynomialOf(Left), RightSum = polynomialOf(Right);
  for (const Polynomial::Term &Part : LeftSum.Terms)
    for (const Polynomial::Term &Other : RightSum.Terms)
      if (Part.Coefficient == Other.Coefficient && Part.Factors == Other.Factors)
        Common.Terms.push_back(Part);
  return Common;
}

} // namespace

ExprRef ExprContext::divide(ExprRef Left, ExprRef Right) {
  if (Right->isConstant(1))
    return Left;
  if (Right->isConstant() && Right->constantTerm() > 1) {
    int64_t Divisor = Right->constantTerm();
    DividedSum Parts = divideSum(Left, Divisor);
    ExprRef Rest = Impl->polynomial(Parts.Rest);
    ExprRef Quotient = Impl->polynomial(Parts.Quotient);
    if (Rest->isConstant(0))
      return Quotient;
    // Truncation is floor where nothing is negative.
    if (Left->range().Low >= 0 && Rest->range().Low >= 0 && !Quotient->isConstant(0))
      return add(Quotient, divide(Rest, Right));
    if (Left->range().Low >= 0 && Left->range().High < Divisor)
      return constant(0);
    // (x / a) / b = x / (a * b).
    int64_t Product = 0;
    if (Left->kind() == ExprKind::Divide && Left->operands()[1]->isConstant() &&
        Left->operands()[1]->constantTerm() > 0 &&
        !MulOverflow(Left->operands()[1]->constantTerm(), Divisor, Product))
      return divide(Left->operands()[0], constant(Product));
  }
  if (Left->isConstant(0))
    return Left;
  // (x / a) / b = x / (a * b), where one of them is not known either.
  if (Left->kind() == ExprKind::Divide &&
      !(Left->operands()[1]->isConstant() && Right->isConstant()))
    return divide(Left->operands()[0], multiply(Left->operands()[1], Right));
  return Impl->operation(ExprKind::Divide, {Left, Right});
}

ExprRef ExprContext::remainder(ExprRef Left, ExprRef Right) {
  if (Right->isConstant() && Right->constantTerm() > 0) {
    int64_t Divisor = Right->constantTerm();
    if (Divisor == 1)
      return constant(0);
    if (Left->range().Low >= 0) {
      if (Left->range().High < Divisor)
        return Left;
      DividedSum Parts = divideSum(Left, Divisor);
      ExprRef Rest = Impl->polynomial(Parts.Rest);
      if (Rest != Left && Rest->range().Low >= 0)
        return remainder(Rest, Right);
      if (auto Log = logOfPowerOfTwo(Right); Log && Left->congruence().LogModulus >= *Log)
        return constant(int64_t(Left->congruence().Residue & maskTrailingOnes<uint64_t>(*Log)));
    }
    // (x % (k * m)) % m = x % m.
    if (Left->kind() == ExprKind::Remainder && Left->operands()[1]->isConstant() &&
        Left->operands()[1]->constantTerm() > 0 &&
        Left->operands()[1]->constantTerm() % Divisor == 0)
      return remainder(Left->operands()[0], Right);
  }
  // x % n = x where 0 <= x < n for every x and n.
  if (Left->range().Low >= 0 && Left->range().High < Right->range().Low)
    return Left;
  if (Left == Right)
    return constant(0);
  return Impl->operation(ExprKind::Remainder, {Left, Right});
}

ExprRef ExprContext::bitAnd(ExprRef Left, ExprRef Right) {
  if (Left->isConstant())
    std::swap(Left, Right);
  if (Left == Right)
    return Left;
  if (Right->isConstant() && !Left->isConstant()) {
    int64_t Mask = Right->constantTerm();
    if (Mask == 0)
      return Right;
    if (Mask == -1)
      return Left;
    constexpr int64_t Highest = std::numeric_limits<int64_t>::max();
    if (Mask == Highest && Left->range().Low >= 0)
      return Left;
    if (Mask != Highest && isMask_64(uint64_t(Mask))) {
      // The low bits of a product do not depend on whether it wraps above them. Other values that
      // wrap stay as they are, since their quotients do, too.
      constexpr unsigned DeepestChoice = 4;
      ExprRef Bare = withoutWiderWraps(Left, Log2_64(uint64_t(Mask) + 1), DeepestChoice);
      bool IsBounded = Bare->range().Low > -Highest && Bare->range().High < Highest;
      if (Bare != Left && IsBounded && multipliesLikeHash(Bare) && !scattersLanes(Bare))
        return bitAnd(Bare, Right);
      if (Left->range().Low >= 0)
        return remainder(Left, constant(Mask + 1));
      // In two's complement, multiples of Mask + 1 do not reach the low bits.
      DividedSum Parts = divideSum(Left, Mask + 1);
      if (!Parts.Quotient.Terms.empty() || Parts.Quotient.Constant != 0)
        return bitAnd(Impl->polynomial(Parts.Rest), Right);
    }
    // x & ~(2^k - 1) clears the low bits: x - (x & (2^k - 1)).
    if (Mask < 0 && isPowerOf2_64(0 - uint64_t(Mask)))
      return subtract(Left, bitAnd(Left, constant(~Mask)));
    // The same mask within 32 bits, on a value that fits them.
    uint64_t Low = uint64_t(Mask) & 0xffffffffu;
    if (uint64_t(Mask) == Low && Left->range().Low >= 0 &&
        Left->range().High <= std::numeric_limits<uint32_t>::max() &&
        isPowerOf2_64((~Low & 0xffffffffu) + 1))
      return subtract(Left, bitAnd(Left, constant(int64_t(~Low & 0xffffffffu))));
  }
  if (Left->number() > Right->number() && !Right->isConstant())
    std::swap(Left, Right);
  return Impl->operation(ExprKind::BitAnd, {Left, Right});
}

/// Set bits of the two never meet: one is a multiple of a power of two that the
/// other stays below.
static bool haveDisjointBits(ExprRef Left, ExprRef Right) {
  auto Below = [](ExprRef Small, ExprRef Large) {
    if (Small->range().Low < 0 || Small->range().High < 0 ||
        Small->range().High == std::numeric_limits<int64_t>::max())
      return false;
    uint64_t Bound = PowerOf2Ceil(uint64_t(Small->range().High) + 1);
    return Bound <= (uint64_t(1) << 32) && Large->congruence().isMultipleOf(Bound);
  };
  return Below(Left, Right) || Below(Right, Left);
}

ExprRef ExprContext::bitOr(ExprRef Left, ExprRef Right) {
  if (Left == Right || Right->isConstant(0))
    return Left;
  if (Left->isConstant(0))
    return Right;
  if (haveDisjointBits(Left, Right))
    return add(Left, Right);
  if (isBoolean(Left) && isBoolean(Right))
    return logicalOr(Left, Right);
  if (Left->number() > Right->number())
    std::swap(Left, Right);
  return Impl->operation(ExprKind::BitOr, {Left, Right});
}

ExprRef ExprContext::bitXor(ExprRef Left, ExprRef Right) {
  if (Left == Right)
    return constant(0);
  if (Right->isConstant(0))
    return Left;
  if (Left->isConstant(0))
    return Right;
  if (Right->isConstant(-1))
    return subtract(constant(-1), Left);
  if (haveDisjointBits(Left, Right))
    return add(Left, Right);
  // A mask of all bits that the other operand can have complements it.
  for (auto [Number, Mask] : {std::pair(Left, Right), std::pair(Right, Left)})
    if (Mask->isConstant() && isShiftedMask_64(uint64_t(Mask->constantTerm())) &&
        Interval{0, Mask->constantTerm()}.contains(Number->range()) &&
        Number->congruence().isMultipleOf(uint64_t(1)
                                          << countr_zero(uint64_t(Mask->constantTerm()))))
      return subtract(Mask, Number);
  // Above the bits of the smaller operand nothing changes.
  for (auto [Sum, Small] : {std::pair(Left, Right), std::pair(Right, Left)}) {
    if (Small->range().Low < 0 || Small->range().High > (int64_t(1) << 30))
      continue;
    int64_t Bound = int64_t(PowerOf2Ceil(uint64_t(Small->range().High) + 1));
    DividedSum Parts = divideSum(Sum, Bound);
    ExprRef Rest = Impl->polynomial(Parts.Rest);
    if (Parts.Quotient.Terms.empty() && Parts.Quotient.Constant == 0)
      continue;
    if (Rest->range().Low >= 0 && Rest->range().High < Bound)
      return add(multiply(Impl->polynomial(Parts.Quotient), constant(Bound)), bitXor(Rest, Small));
  }
  if (Left->number() > Right->number())
    std::swap(Left, Right);
  return Impl->operation(ExprKind::BitXor, {Left, Right});
}

ExprRef ExprContext::shiftLeft(ExprRef Left, ExprRef Right) {
  if (Right->isConstant() && Right->constantTerm() >= 0 && Right->constantTerm() < 62)
    return multiply(Left, constant(int64_t(1) << Right->constantTerm()));
  // A power of two as a factor keeps sums of shifted terms in normal form.
  if (Left->isConstant(1))
    return Impl->operation(ExprKind::ShiftLeft, {Left, Right});
  if (Right->range().Low >= 0 && Right->range().High <= 62)
    return multiply(Left, shiftLeft(constant(1), Right));
  return Impl->operation(ExprKind::ShiftLeft, {Left, Right});
}

ExprRef ExprContext::shiftRight(ExprRef Left, ExprRef Right) {
  if (Right->isConstant(0))
    return Left;
  if (Right->isConstant() && Right->constantTerm() > 0 && Right->constantTerm() < 62) {
    int64_t Divisor = int64_t(1) << Right->constantTerm();
    if (Left->range().Low >= 0)
      return divide(Left, constant(Divisor));
    // An arithmetic shift is the floor of the quotient, whatever the sign.
    DividedSum Parts = divideSum(Left, Divisor);
    if (!Parts.Quotient.Terms.empty() || Parts.Quotient.Constant != 0)
      return add(Impl->polynomial(Parts.Quotient), shiftRight(Impl->polynomial(Parts.Rest), Right));
  }
  return Impl->operation(ExprKind::ShiftRight, {Left, Right});
}

ExprRef ExprContext::Implementation::extremum(ExprContext &Exprs, ExprKind Kind, ExprRef Left,
                                              ExprRef Right) {
  auto Decides = [Kind](ExprRef One, ExprRef Other) {
    return Kind == ExprKind::Minimum ? One->range().High <= Other->range().Low
                                     : One->range().Low >= Other->range().High;
  };
  if (Left == Right || Decides(Left, Right))
    return Left;
  if (Decides(Right, Left))
    return Right;
  if (Polynomial Common = commonTerms(Left, Right); !Common.Terms.empty()) {
    ExprRef Shared = polynomial(Common);
    return Exprs.add(
        Shared, extremum(Exprs, Kind, Exprs.subtract(Left, Shared), Exprs.subtract(Right, Shared)));
  }
  if (Left->number() > Right->number())
    std::swap(Left, Right);
  return operation(Kind, {Left, Right});
}

ExprRef ExprContext::minimum(ExprRef Left, ExprRef Right) {
  return Impl->extremum(*this, ExprKind::Minimum, Left, Right);
}

ExprRef ExprContext::maximum(ExprRef Left, ExprRef Right) {
  return Impl->extremum(*this, ExprKind::Maximum, Left, Right);
}

ExprRef ExprContext::equal(ExprRef Left, ExprRef Right) {
  ExprRef Difference = subtract(Left, Right);
  if (Difference->isConstant())
    return constant(Difference->isConstant(0));
  if (Difference->range().Low > 0 || Difference->range().High < 0 ||
      Difference->congruence().Residue != 0)
    return constant(0);
  // A comparison used as a number: (c == 0) is !c, (c == 1) is c.
  if (isBoolean(Left) && Right->isConstant())
    return Right->isConstant(0) ? logicalNot(Left) : Left;
  if (Left->isConstant() || (Left->number() > Right->number() && !Right->isConstant()))
    std::swap(Left, Right);
  return Impl->operation(ExprKind::Equal, {Left, Right});
}

ExprRef ExprContext::less(ExprRef Left, ExprRef Right) {
  ExprRef Difference = subtract(Left, Right);
  if (Difference->isLeaf() && Difference->leaf().Reason == OpaqueReason::NotUnderstood)
    return Impl->operation(ExprKind::Less, {Left, Right});
  if (Difference->range().High < 0)
    return constant(1);
  if (Difference->range().Low >= 0)
    return constant(0);
  // One spelling for each comparison: positive terms to the left, negative
  // terms and the constant to the right.
  Polynomial Positive, Negative;
  Polynomial Sum = polynomialOf(Difference);
  // The lowest number of 64 bits has no negative.
  constexpr int64_t Lowest = std::numeric_limits<int64_t>::min();
  if (Sum.Constant == Lowest ||
      any_of(Sum.Terms, [](const Polynomial::Term &Part) { return Part.Coefficient == Lowest; }))
    return Impl->operation(ExprKind::Less, {Left, Right});
  for (const Polynomial::Term &Part : Sum.Terms) {
    if (Part.Coefficient > 0)
      Positive.Terms.push_back(Part);
    else
      Negative.Terms.push_back({Part.Factors, -Part.Coefficient});
  }
  Negative.Constant = -Sum.Constant;
  return Impl->operation(ExprKind::Less, {Impl->polynomial(Positive), Impl->polynomial(Negative)});
}

ExprRef ExprContext::lessUnsigned(ExprRef Left, ExprRef Right) {
  if (Left->range().Low >= 0 && Right->range().Low >= 0)
    return less(Left, Right);
  if (Left == Right)
    return constant(0);
  return Impl->operation(ExprKind::LessUnsigned, {Left, Right});
}

ExprRef ExprContext::logicalNot(ExprRef Operand) {
  switch (Operand->kind()) {
  case ExprKind::Less:
    // !(a < b) is b < a + 1.
    return less(Operand->operands()[1], add(Operand->operands()[0], constant(1)));
  case ExprKind::Not:
    if (isBoolean(Operand->operands()[0]))
      return Operand->operands()[0];
    break;
  case ExprKind::And:
  case ExprKind::Or: {
    // Remembered: negating a shared tree anew each time would be exponential.
    if (auto Known = Impl->Negations.find(Operand); Known != Impl->Negations.end())
      return Known->second;
    ExprRef Left = logicalNot(Operand->operands()[0]);
    ExprRef Right = logicalNot(Operand->operands()[1]);
    ExprRef Negation =
        Operand->kind() == ExprKind::And ? logicalOr(Left, Right) : logicalAnd(Left, Right);
    Impl->Negations[Operand] = Negation;
    return Negation;
  }
  case ExprKind::Select:
    // What a function returns that finds out whether something holds.
    if (ExprRef Then = Operand->operands()[1], Else = Operand->operands()[2];
        Then->isConstant() && Else->isConstant() && Then->isConstant(0) != Else->isConstant(0)) {
      ExprRef Opposite = logicalNot(Operand->operands()[0]);
      return Then->isConstant(0) ? logicalNot(Opposite) : Opposite;
    }
    break;
  default:
    break;
  }
  if (Operand->isConstant())
    return constant(Operand->constantTerm() == 0);
  if (Operand->range().Low > 0 || Operand->range().High < 0)
    return constant(0);
  if (!isBoolean(Operand) && Operand->kind() == ExprKind::Polynomial)
    return equal(Operand, constant(0));
  return Impl->operation(ExprKind::Not, {Operand});
}

ExprRef ExprContext::Implementation::junction(ExprContext &Exprs, ExprKind Kind, ExprRef Left,
                                              ExprRef Right) {
  bool IsAnd = Kind == ExprKind::And;
  if (!isBoolean(Left))
    Left = Exprs.logicalNot(Exprs.logicalNot(Left));
  if (!isBoolean(Right))
    Right = Exprs.logicalNot(Exprs.logicalNot(Right));
  if (Left->isConstant())
    return Left->isConstant(0) == IsAnd ? Left : Right;
  if (Right->isConstant())
    return Right->isConstant(0) == IsAnd ? Right : Left;
  if (Left == Right)
    return Left;
  if (IsAnd && Exprs.logicalNot(Left) == Right)
    return constant(0);
  return operation(Kind, {Left, Right});
}

ExprRef ExprContext::logicalAnd(ExprRef Left, ExprRef Right) {
  return Impl->junction(*this, ExprKind::And, Left, Right);
}

ExprRef ExprContext::logicalOr(ExprRef Left, ExprRef Right) {
  return Impl->junction(*this, ExprKind::Or, Left, Right);
}

ExprRef ExprContext::select(ExprRef Condition, ExprRef IfTrue, ExprRef IfFalse) {
  if (Condition->isConstant())
    return Condition->isConstant(0) ? IfFalse : IfTrue;
  if (IfTrue == IfFalse)
    return IfTrue;
  if (isBoolean(Condition) && IfTrue->isConstant(1) && IfFalse->isConstant(0))
    return Condition;
  if (Condition->kind() == ExprKind::Not)
    return select(Condition->operands()[0], IfFalse, IfTrue);
  if (Polynomial Common = commonTerms(IfTrue, IfFalse); !Common.Terms.empty()) {
    ExprRef Shared = Impl->polynomial(Common);
    return add(Shared, select(Condition, subtract(IfTrue, Shared), subtract(IfFalse, Shared)));
  }
  return Impl->operation(ExprKind::Select, {Condition, IfTrue, IfFalse});
}

/// Wrapping is a homomorphism of rings: a wrap that keeps at least as many bits, below
/// sums, products and choices, makes no difference. Choices are followed \p Depth deep.
ExprRef ExprContext::withoutWiderWraps(ExprRef Sum, unsigned Bits, unsigned Depth) {
  return substituteFactors(Sum, [&](ExprRef Factor) -> ExprRef {
    if (Factor->kind() == ExprKind::Wrap && Factor->wrapBits() >= Bits)
      return Factor->operands()[0];
    if (Factor->kind() != ExprKind::Select || Depth == 0)
      return nullptr;
    // Of an unsigned number below zero a constant remains. A table is a chain of choices, each
    // with a constant.
    auto Alternative = [&](ExprRef Root, ExprRef Other) {
      return Root->isConstant()
                 ? constant(nearestToZero(Root->constantTerm(), Bits))
                 : withoutWiderWraps(Root, Bits, Other->isConstant() ? Depth : Depth - 1);
    };
    ExprRef Then = Factor->operands()[1], Else = Factor->operands()[2];
    ExprRef IfTrue = Alternative(Then, Else), IfFalse = Alternative(Else, Then);
    bool Changed = IfTrue != Factor->operands()[1] || IfFalse != Factor->operands()[2];
    return Changed ? select(Factor->operands()[0], IfTrue, IfFalse) : nullptr;
  });
}

ExprRef ExprContext::wrap(ExprRef Operand, unsigned Bits, bool Signed) {
  if (Bits >= 64)
    return Operand;
  constexpr unsigned DeepestChoice = 4;
  ExprRef Bare = withoutWiderWraps(Operand, Bits, DeepestChoice);
  if (typeInterval(Bits, Signed).contains(Bare->range()))
    return Bare;
  if (typeInterval(Bits, Signed).contains(Operand->range()))
    return Operand;
  // Standing assumption, stated in the documentation: index arithmetic of 32
  // bits does not overflow upwards. Subtraction below zero in an unsigned type,
  // hashes and narrow types are followed exactly.
  bool LikeHash = multipliesLikeHash(Bare);
  Bare = Impl->polynomial(withNearestConstants(Bare, Bits));
  if (typeInterval(Bits, Signed).contains(Bare->range()))
    return Bare;
  // (int)((x - 3u) ^ 66): below zero comes back as a negative number; ((x - 3u) ^ 1) + 3 comes back
  // to zero. (int)numbers[x]: an unsigned number that was read may have any value.
  // (int)(2147483700 - x): a constant that is large with either sign may fit with the one it had.
  bool IsFar =
      Signed && std::abs(polynomialOf(Bare).Constant) > typeInterval(Bits, Signed).High / 2;
  bool MayBeMeant = Bits < 32 || LikeHash || Bare->isLeaf() || IsFar ||
                    (!Signed && Bare->range().Low < 0) || holdsUnsignedWrap(Bare, Impl->Facts) ||
                    FitQuery(Impl->Facts, Bits, Signed).mayNotFit(Bare);
  if (!MayBeMeant)
    return Bare;
  return Impl->operation(ExprKind::Wrap, {Bare}, Bits, Signed);
}

ExprRef ExprContext::unary(ExprKind Kind, ExprRef Operand, unsigned Bits) {
  return Impl->operation(Kind, {Operand}, Bits);
}

/// \p Wrapped, a signed wrap of a sum, as the sum of its terms, in which only those factors wrap
/// that do not fit by themselves; null if it is not a sum, or means to wrap.
static ExprRef wrapInTerms(ExprContext &Context, FactsByRoot &Facts, ExprRef Wrapped) {
  ExprRef Sum = Wrapped->operands()[0];
  if (Sum->kind() != ExprKind::Polynomial || multipliesLikeHash(Sum) ||
      holdsUnsignedWrap(Sum, Facts))
    return nullptr;
  return mapFactors(Context, Sum, [&](ExprRef Factor) {
    return FitQuery(Facts, Wrapped->wrapBits(), /*Signed=*/true).mayNotFit(Factor)
               ? Context.wrap(Factor, Wrapped->wrapBits(), /*Signed=*/true)
               : Factor;
  });
}

ExprRef ExprContext::withoutAddressWraps(ExprRef Offset) {
  // A little below zero is out of bounds with and without its wrap; what is farther below is a
  // small number behind it: `-(x | 0xffffffff)` is 1.
  auto ComesBack = [](ExprRef Wrapped) {
    return Wrapped->operands()[0]->range().High < -(int64_t(1) << (Wrapped->wrapBits() - 1));
  };
  return substituteFactors(Offset, [&](ExprRef Factor) -> ExprRef {
    // A sum that does not fit would be out of bounds, too.
    if (Factor->kind() == ExprKind::Wrap && Factor->wrapSigned() && Factor->wrapBits() >= 32)
      return wrapInTerms(*this, Impl->Facts, Factor);
    if (Factor->kind() == ExprKind::Wrap && !Factor->wrapSigned() && Factor->wrapBits() >= 32 &&
        !multipliesLikeHash(Factor->operands()[0]) && !ComesBack(Factor) &&
        !anyNode(Factor->operands()[0], isShiftedFromBelow))
      return Factor->operands()[0];
    if (Factor->kind() == ExprKind::Select) {
      ExprRef IfTrue = withoutAddressWraps(Factor->operands()[1]);
      ExprRef IfFalse = withoutAddressWraps(Factor->operands()[2]);
      if (IfTrue != Factor->operands()[1] || IfFalse != Factor->operands()[2])
        return select(Factor->operands()[0], IfTrue, IfFalse);
    }
    return nullptr;
  });
}

bool isScattered(ExprRef Root) {
  return anyNode(Root, [](ExprRef Node) {
    return Node->kind() == ExprKind::Wrap && scattersLanes(Node->operands()[0]);
  });
}

} // namespace memlint
