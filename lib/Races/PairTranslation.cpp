//===- PairTranslation.cpp - Expressions of two threads -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PairTranslation.h"

#include "cuda-memlint/Symbolic/Bounds.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace memlint {

namespace {

constexpr size_t MostAtoms = 48;
/// Cases of a condition. What has more says less.
constexpr size_t MostCases = 12;
constexpr int64_t LastBlockIndex = std::numeric_limits<int32_t>::max() - 1;

/// True: nothing is said.
PolynomialChoice nothing() { return {{}}; }

PolynomialChoice either(PolynomialChoice Left, const PolynomialChoice &Right) {
  append_range(Left, Right);
  return Left.size() > MostCases ? nothing() : Left;
}

PolynomialChoice both(const PolynomialChoice &Left, const PolynomialChoice &Right) {
  if (Left.size() * Right.size() > MostCases)
    return Left.size() <= Right.size() ? Left : Right;
  PolynomialChoice Result;
  for (const PolynomialCase &One : Left)
    for (const PolynomialCase &Other : Right) {
      append_range(Result.emplace_back(One), Other);
    }
  return Result;
}

bool isBoolean(ExprKind Kind) {
  switch (Kind) {
  case ExprKind::Equal:
  case ExprKind::Less:
  case ExprKind::LessUnsigned:
  case ExprKind::Not:
  case ExprKind::And:
  case ExprKind::Or:
    return true;
  default:
    return false;
  }
}

/// Left out of \p From: constraints that always hold or that overflowed (nothing is lost
/// but precision), and cases that never hold.
PolynomialChoice simplify(PolynomialChoice From) {
  for (PolynomialCase &Each : From)
    erase_if(Each, [](const PolynomialConstraint &One) {
      std::optional<int64_t> Known = One.Form.asConstant();
      return One.Form.overflowed() || (Known && (One.IsEquality ? *Known == 0 : *Known >= 0));
    });
  erase_if(From, [](const PolynomialCase &Each) {
    return any_of(
        Each, [](const PolynomialConstraint &One) { return One.Form.asConstant().has_value(); });
  });
  return From;
}

} // namespace

PolynomialCase isWithin(const AtomPolynomial &Form, int64_t Low, int64_t High) {
  return {isAtLeast(Form, Low), isAtLeast(-Form, -High)};
}

PairTranslation::PairTranslation(const RaceSetting &Setting, ThreadPair Kind,
                                 ArrayRef<unsigned> CommonLoops)
    : Setting(Setting), Kind(Kind), CommonLoops(CommonLoops) {}

AtomPolynomial PairTranslation::fresh(PairSide Of, Interval Range) {
  if (Atoms.size() == MostAtoms)
    TooLarge = true;
  if (TooLarge)
    return {};
  Atoms.push_back({Of, Range});
  return AtomPolynomial::atom(unsigned(Atoms.size() - 1));
}

void PairTranslation::require(PolynomialChoice New) {
  New = simplify(std::move(New));
  if (none_of(New, [](const PolynomialCase &Each) { return Each.empty(); }))
    Requirements.push_back(std::move(New));
}

Interval PairTranslation::range(const AtomPolynomial &Form) const {
  Interval Sum = constantInterval(0);
  for (const auto &[Product, Coefficient] : Form.terms()) {
    Interval Part = constantInterval(Coefficient);
    for (unsigned Factor : Product)
      Part = multiplyIntervals(Part, Atoms[Factor].Range);
    Sum = addIntervals(Sum, Part);
  }
  return Sum;
}

std::vector<std::pair<unsigned, unsigned>> PairTranslation::twins() const {
  std::vector<std::pair<unsigned, unsigned>> Result;
  auto AtomOf = [](const AtomPolynomial &Form) -> std::optional<unsigned> {
    if (Form.terms().size() != 1 || Form.terms().begin()->first.size() != 1)
      return std::nullopt;
    return Form.terms().begin()->first.front();
  };
  auto Add = [&](const AtomPolynomial &Left, const AtomPolynomial &Right) {
    std::optional<unsigned> One = AtomOf(Left), Other = AtomOf(Right);
    if (One && Other)
      Result.push_back({*One, *Other});
  };
  for (const auto &[Key, Form] : Indices)
    if (std::get<2>(Key) == PairSide::First)
      if (auto Other = Indices.find({std::get<0>(Key), std::get<1>(Key), PairSide::Second});
          Other != Indices.end())
        Add(Form, Other->second);
  for (const auto &[Key, Form] : Values)
    if (Key.second == PairSide::First)
      if (auto Other = Values.find({Key.first, PairSide::Second}); Other != Values.end())
        Add(Form, Other->second);
  return Result;
}

bool PairTranslation::isCommon(ExprRef Leaf) const {
  const LeafInfo &Info = Leaf->leaf();
  return Info.Kind == LeafKind::LoopCounter ? is_contained(CommonLoops, Info.Id)
                                            : RaceSetting::isCommon(Info, Kind);
}

PairSide PairTranslation::sideOf(ExprRef Root, PairSide Of) {
  auto [Known, IsNew] = Common.try_emplace(Root, true);
  if (IsNew) {
    bool All = allLeaves(Root, [&](ExprRef Leaf) { return isCommon(Leaf); });
    Known->second = All;
  }
  return Known->second ? PairSide::Both : Of;
}

AtomPolynomial PairTranslation::value(ExprRef Root, PairSide Of) {
  if (TooLarge)
    return {};
  std::pair Key(Root, sideOf(Root, Of));
  if (auto Known = Values.find(Key); Known != Values.end())
    return Known->second;
  AtomPolynomial New = translate(Root, Key.second);
  if (New.overflowed())
    New = opaque(Root, Key.second);
  Values.emplace(Key, New);
  return New;
}

AtomPolynomial PairTranslation::translate(ExprRef Root, PairSide Of) {
  switch (Root->kind()) {
  case ExprKind::Constant:
    return {Root->constantTerm()};
  case ExprKind::Leaf:
    return leaf(Root, Of);
  case ExprKind::Polynomial:
    return sum(Root, Of);
  case ExprKind::Divide:
    return quotient(Root, Of);
  case ExprKind::Remainder:
    return remainder(Root, Of);
  case ExprKind::BitAnd:
    for (unsigned Operand : {0u, 1u})
      if (Root->operands()[Operand]->isConstant())
        return maskedBy(Root->operands()[1 - Operand], Root->operands()[Operand]->constantTerm(),
                        Root, Of);
    return opaque(Root, Of);
  case ExprKind::ShiftRight:
    return shiftedRight(Root, Of);
  case ExprKind::Minimum:
  case ExprKind::Maximum:
    return extremum(Root, Of);
  case ExprKind::Select:
    return select(Root, Of);
  case ExprKind::Wrap:
    return wrapped(Root, Of);
  default:
    return isBoolean(Root->kind()) ? truth(Root, Of) : opaque(Root, Of);
  }
}

AtomPolynomial PairTranslation::index(LeafKind Leaf, unsigned Dimension, PairSide Of) {
  bool IsBlock = Leaf == LeafKind::BlockIndex;
  if (IsBlock && Kind != ThreadPair::DifferentBlocks)
    Of = PairSide::Both;
  auto [Known, IsNew] = Indices.try_emplace({Leaf, Dimension, Of});
  if (!IsNew)
    return Known->second;
  int64_t Last = int64_t(Setting.Block[Dimension]) - 1;
  if (IsBlock)
    Last = Setting.Launch.Grid[Dimension] ? int64_t(*Setting.Launch.Grid[Dimension]) - 1
                                          : LastBlockIndex;
  AtomPolynomial New = Last == 0 ? AtomPolynomial() : fresh(Of, {0, Last});
  Known->second = New;
  return New;
}

AtomPolynomial PairTranslation::leaf(ExprRef Leaf, PairSide Of) {
  const LeafInfo &Info = Leaf->leaf();
  if (Info.Kind == LeafKind::ThreadIndex || Info.Kind == LeafKind::BlockIndex)
    return index(Info.Kind, Info.Dimension, Of);
  AtomPolynomial New = fresh(Of, Info.Range);
  if (Info.Kind == LeafKind::GridDimension)
    for (PairSide Each : {PairSide::First, PairSide::Second})
      require(isAtLeast(New - index(LeafKind::BlockIndex, Info.Dimension, Each), 1));
  constexpr unsigned MostLogModulus = 20;
  if (unsigned Log = Info.Modulus.LogModulus; Log > 0 && Log <= MostLogModulus)
    require(isZero(New - AtomPolynomial(int64_t(Info.Modulus.Residue)) -
                   AtomPolynomial(int64_t(1) << Log) * fresh(Of, {})));
  return New;
}

AtomPolynomial PairTranslation::sum(ExprRef Root, PairSide Of) {
  AtomPolynomial Sum(Root->constantTerm());
  for (const Monomial &Part : Root->terms()) {
    AtomPolynomial Product(Part.Coefficient);
    for (ExprRef Factor : Part.Factors)
      Product = Product * value(Factor, Of);
    Sum += Product;
  }
  return Sum;
}

AtomPolynomial PairTranslation::dividedBy(ExprRef Dividend, int64_t Divisor, bool Truncates,
                                          PairSide Of) {
  Truncates &= Dividend->range().Low < 0;
  std::tuple Key(Dividend, Divisor, Truncates, sideOf(Dividend, Of));
  if (auto Known = Quotients.find(Key); Known != Quotients.end())
    return Known->second;
  AtomPolynomial Of0 = value(Dividend, Of);
  AtomPolynomial Quotient = fresh(std::get<3>(Key), {});
  AtomPolynomial Rest = Of0 - AtomPolynomial(Divisor) * Quotient;
  if (!Truncates) {
    require({isWithin(Rest, 0, Divisor - 1)});
  } else {
    PolynomialCase Positive = isWithin(Rest, 0, Divisor - 1);
    Positive.push_back(isAtLeast(Of0, 0));
    PolynomialCase Negative = isWithin(Rest, 1 - Divisor, 0);
    Negative.push_back(isAtLeast(-Of0, 1));
    require({isWithin(Rest, 1 - Divisor, Divisor - 1)});
    require({std::move(Positive), std::move(Negative)});
  }
  Quotients.emplace(Key, Quotient);
  return Quotient;
}

AtomPolynomial PairTranslation::dividedBy(ExprRef Dividend, ExprRef Divisor, PairSide Of) {
  PairSide Side = sideOf(Dividend, Of) == PairSide::Both ? sideOf(Divisor, Of) : Of;
  std::tuple Key(Dividend, Divisor, Side);
  if (auto Known = VariableQuotients.find(Key); Known != VariableQuotients.end())
    return Known->second;
  AtomPolynomial Left = value(Dividend, Of), Right = value(Divisor, Of);
  AtomPolynomial Quotient = fresh(Side, {});
  AtomPolynomial Rest = Left - Right * Quotient;
  PolynomialChoice Cases;
  // 0 <= Rest < Right, of one sign or the other; of other divisors nothing is said.
  Cases.push_back({isAtLeast(Right, 1), isAtLeast(Left, 0), isAtLeast(Quotient, 0),
                   isAtLeast(Rest, 0), isAtLeast(Right - Rest, 1)});
  if (Dividend->range().Low < 0)
    Cases.push_back({isAtLeast(Right, 1), isAtLeast(-Left, 1), isAtLeast(-Quotient, 0),
                     isAtLeast(-Rest, 0), isAtLeast(Right + Rest, 1)});
  if (Divisor->range().Low < 1)
    Cases.push_back({isAtLeast(-Right, 0)});
  require(std::move(Cases));
  VariableQuotients.emplace(Key, Quotient);
  return Quotient;
}

AtomPolynomial PairTranslation::quotient(ExprRef Root, PairSide Of) {
  ExprRef Dividend = Root->operands()[0], Divisor = Root->operands()[1];
  if (!Divisor->isConstant()) {
    AtomPolynomial Quotient = dividedBy(Dividend, Divisor, Of);
    // Of divisors below 1 the quotient is anything here, too.
    return Quotient;
  }
  if (Divisor->constantTerm() <= 0)
    return opaque(Root, Of);
  return dividedBy(Dividend, Divisor->constantTerm(), true, Of);
}

AtomPolynomial PairTranslation::remainder(ExprRef Root, PairSide Of) {
  ExprRef Dividend = Root->operands()[0], Divisor = Root->operands()[1];
  if (Divisor->isConstant()) {
    int64_t By = Divisor->constantTerm();
    if (By <= 0)
      return opaque(Root, Of);
    return value(Dividend, Of) - AtomPolynomial(By) * dividedBy(Dividend, By, true, Of);
  }
  AtomPolynomial Rest = value(Dividend, Of) - value(Divisor, Of) * dividedBy(Dividend, Divisor, Of);
  if (Divisor->range().Low >= 1)
    return Rest;
  AtomPolynomial New = opaque(Root, Of);
  require({{isZero(New - Rest)}, {isAtLeast(-value(Divisor, Of), 0)}});
  return New;
}

AtomPolynomial PairTranslation::maskedBy(ExprRef Operand, int64_t Mask, ExprRef Root, PairSide Of) {
  constexpr int64_t LargestMask = int64_t(1) << 40;
  if (Mask > 0 && Mask < LargestMask && isPowerOf2_64(uint64_t(Mask) + 1))
    return value(Operand, Of) - AtomPolynomial(Mask + 1) * dividedBy(Operand, Mask + 1, false, Of);
  if (Mask < 0 && Mask > -LargestMask && isPowerOf2_64(-uint64_t(Mask)))
    return AtomPolynomial(-Mask) * dividedBy(Operand, -Mask, false, Of);
  AtomPolynomial New = opaque(Root, Of);
  if (Operand->range().Low >= 0)
    require(isAtLeast(value(Operand, Of) - New, 0));
  return New;
}

AtomPolynomial PairTranslation::shiftedRight(ExprRef Root, PairSide Of) {
  ExprRef Operand = Root->operands()[0], Count = Root->operands()[1];
  constexpr int64_t MostCount = 40;
  if (Count->isConstant() && Count->constantTerm() >= 0 && Count->constantTerm() <= MostCount)
    return dividedBy(Operand, int64_t(1) << Count->constantTerm(), false, Of);
  AtomPolynomial New = opaque(Root, Of);
  if (Operand->range().Low >= 0 && Count->range().Low >= 0) {
    int64_t Least = std::min(Count->range().Low, MostCount);
    require(isAtLeast(value(Operand, Of) - AtomPolynomial(int64_t(1) << Least) * New, 0));
  }
  return New;
}

AtomPolynomial PairTranslation::extremum(ExprRef Root, PairSide Of) {
  AtomPolynomial New = opaque(Root, Of);
  AtomPolynomial Left = New - value(Root->operands()[0], Of);
  AtomPolynomial Right = New - value(Root->operands()[1], Of);
  bool IsMaximum = Root->kind() == ExprKind::Maximum;
  require(isAtLeast(IsMaximum ? Left : -Left, 0));
  require(isAtLeast(IsMaximum ? Right : -Right, 0));
  require({{isZero(Left)}, {isZero(Right)}});
  return New;
}

AtomPolynomial PairTranslation::select(ExprRef Root, PairSide Of) {
  AtomPolynomial New = opaque(Root, Of);
  auto Case = [&](ExprRef Value, bool Holds) {
    return both({{isZero(New - value(Value, Of))}}, condition(Root->operands()[0], Of, Holds));
  };
  require(either(Case(Root->operands()[1], true), Case(Root->operands()[2], false)));
  return New;
}

AtomPolynomial PairTranslation::truth(ExprRef Root, PairSide Of) {
  AtomPolynomial New = fresh(Of, {0, 1});
  require(either(both({{isZero(New - AtomPolynomial(1))}}, condition(Root, Of, true)),
                 both({{isZero(New)}}, condition(Root, Of, false))));
  return New;
}

AtomPolynomial PairTranslation::wrapped(ExprRef Root, PairSide Of) {
  AtomPolynomial New = opaque(Root, Of);
  constexpr unsigned MostBits = 32;
  if (Root->wrapBits() > MostBits)
    return New;
  Wraps = true;
  ExprRef Operand = Root->operands()[0];
  AtomPolynomial Value = value(Operand, Of);
  int64_t Modulus = int64_t(1) << Root->wrapBits();
  Interval Type = typeInterval(Root->wrapBits(), Root->wrapSigned());
  // As it is, or up or down once, or more than that.
  PolynomialChoice Cases;
  for (int64_t Shift : {int64_t(0), Modulus, -Modulus}) {
    Interval Fits = {Type.Low - Shift, Type.High - Shift};
    if (Operand->range().High < Fits.Low || Operand->range().Low > Fits.High)
      continue;
    PolynomialCase &Case = Cases.emplace_back(isWithin(Value, Fits.Low, Fits.High));
    Case.push_back(isZero(New - Value - AtomPolynomial(Shift)));
  }
  if (Operand->range().High > Type.High + Modulus)
    Cases.push_back({isAtLeast(Value, Type.High + Modulus + 1)});
  if (Operand->range().Low < Type.Low - Modulus)
    Cases.push_back({isAtLeast(-Value, Modulus - Type.Low + 1)});
  require(std::move(Cases));
  return New;
}

PolynomialChoice PairTranslation::comparison(ExprRef Root, PairSide Of, bool Holds) {
  ExprRef First = Root->operands()[0], Second = Root->operands()[1];
  AtomPolynomial Left = value(First, Of), Right = value(Second, Of);
  switch (Root->kind()) {
  case ExprKind::Equal:
    if (Holds)
      return {{isZero(Left - Right)}};
    return {{isAtLeast(Left - Right, 1)}, {isAtLeast(Right - Left, 1)}};
  case ExprKind::Less:
    return {{Holds ? isAtLeast(Right - Left, 1) : isAtLeast(Left - Right, 0)}};
  default: {
    // Negative numbers are the largest unsigned ones.
    PolynomialConstraint Below = Holds ? isAtLeast(Right - Left, 1) : isAtLeast(Left - Right, 0);
    PolynomialChoice Cases = {{Below, isAtLeast(Left, 0), isAtLeast(Right, 0)}};
    if (First->range().Low < 0 && Second->range().Low < 0)
      Cases.push_back({Below, isAtLeast(-Left, 1), isAtLeast(-Right, 1)});
    ExprRef Larger = Holds ? Second : First;
    if (Larger->range().Low < 0)
      Cases.push_back({isAtLeast(Holds ? Left : Right, 0), isAtLeast(Holds ? -Right : -Left, 1)});
    return Cases;
  }
  }
}

PolynomialChoice PairTranslation::condition(ExprRef Root, PairSide Of, bool Holds) {
  if (TooLarge)
    return nothing();
  Of = sideOf(Root, Of);
  auto Part = [&](unsigned Number, bool PartHolds) {
    return condition(Root->operands()[Number], Of, PartHolds);
  };
  switch (Root->kind()) {
  case ExprKind::Not:
    return Part(0, !Holds);
  case ExprKind::And:
  case ExprKind::Or:
    return simplify((Root->kind() == ExprKind::And) == Holds
                        ? both(Part(0, Holds), Part(1, Holds))
                        : either(Part(0, Holds), Part(1, Holds)));
  case ExprKind::Select:
    return simplify(
        either(both(Part(0, true), Part(1, Holds)), both(Part(0, false), Part(2, Holds))));
  case ExprKind::Equal:
  case ExprKind::Less:
  case ExprKind::LessUnsigned:
    return simplify(comparison(Root, Of, Holds));
  default: {
    AtomPolynomial Value = value(Root, Of);
    if (!Holds)
      return simplify({{isZero(Value)}});
    return simplify({{isAtLeast(Value, 1)}, {isAtLeast(-Value, 1)}});
  }
  }
}

} // namespace memlint
