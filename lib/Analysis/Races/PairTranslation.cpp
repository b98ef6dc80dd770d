//===- PairTranslation.cpp - Expressions of two threads -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PairTranslation.h"

#include "cuda-memlint/Symbolic/Domains.h"
#include "cuda-memlint/Symbolic/TruthKind.h"

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

/// Left out of \p From: constraints that always hold or that overflowed (nothing is lost
/// but precision), and cases that never hold.
PolynomialChoice simplify(PolynomialChoice From) {
  for (PolynomialCase &Each : From)
    erase_if(Each, [](const PolynomialConstraint &One) {
      std::optional<int64_t> Known = One.Form.asConstant();
      return One.Form.Overflowed || (Known && (One.IsEquality ? *Known == 0 : *Known >= 0));
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

AtomPolynomial PairTranslation::fresh(PairSide Side, Interval Range) {
  if (Atoms.size() == MostAtoms)
    TooLarge = true;
  if (TooLarge)
    return {};
  Atoms.push_back({Side, Range});
  return AtomPolynomial::atom(unsigned(Atoms.size() - 1));
}

void PairTranslation::require(PolynomialChoice New) {
  New = simplify(std::move(New));
  if (none_of(New, [](const PolynomialCase &Each) { return Each.empty(); }))
    Requirements.push_back(std::move(New));
}

Interval PairTranslation::range(const AtomPolynomial &Form) const {
  return sumIn<IntervalDomain>(Form.Constant, Form.Terms,
                               [&](unsigned Factor) { return Atoms[Factor].Range; });
}

std::vector<std::pair<unsigned, unsigned>> PairTranslation::twins() const {
  std::vector<std::pair<unsigned, unsigned>> Result;
  auto AtomOf = [](const AtomPolynomial &Form) -> std::optional<unsigned> {
    bool IsAtom =
        Form.Constant == 0 && Form.Terms.size() == 1 && Form.Terms.front().Factors.size() == 1;
    return IsAtom ? std::optional(Form.Terms.front().Factors.front()) : std::nullopt;
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
  size_t OfIndices = Result.size();
  for (const auto &[Key, Form] : Values)
    if (Key.second == PairSide::First)
      if (auto Other = Values.find({Key.first, PairSide::Second}); Other != Values.end())
        Add(Form, Other->second);
  // Not in the order of addresses, which differs from run to run.
  llvm::sort(drop_begin(Result, OfIndices));
  return Result;
}

std::vector<AtomPolynomial> PairTranslation::quotientDifferences() const {
  std::vector<AtomPolynomial> Result;
  for (auto [Number, One] : enumerate(Divisions))
    for (const Division &Other : ArrayRef(Divisions).drop_front(Number + 1))
      if (One.Divisor == Other.Divisor && (One.Dividend - Other.Dividend).asConstant())
        Result.push_back(One.Quotient - Other.Quotient);
  return Result;
}

bool PairTranslation::isCommon(ExprRef Leaf) const {
  const LeafInfo &Info = Leaf->leaf();
  return Info.Kind == LeafKind::LoopCounter ? is_contained(CommonLoops, Info.Id)
                                            : RaceSetting::isCommon(Info, Kind);
}

PairSide PairTranslation::sideOf(ExprRef Root, PairSide Side) {
  auto [Known, IsNew] = Common.try_emplace(Root, true);
  if (IsNew) {
    bool All = allLeaves(Root, [&](ExprRef Leaf) { return isCommon(Leaf); });
    Known->second = All;
  }
  return Known->second ? PairSide::Both : Side;
}

AtomPolynomial PairTranslation::value(ExprRef Root, PairSide Side) {
  if (TooLarge)
    return {};
  std::pair Key(Root, sideOf(Root, Side));
  if (auto Known = Values.find(Key); Known != Values.end())
    return Known->second;
  AtomPolynomial New = translate(Root, Key.second);
  if (New.Overflowed)
    New = opaque(Root, Key.second);
  Values.emplace(Key, New);
  return New;
}

AtomPolynomial PairTranslation::translate(ExprRef Root, PairSide Side) {
  switch (Root->kind()) {
  case ExprKind::Constant:
    return {Root->constantTerm()};
  case ExprKind::Leaf:
    return leaf(Root, Side);
  case ExprKind::Polynomial:
    return sum(Root, Side);
  case ExprKind::Divide:
    return quotient(Root, Side);
  case ExprKind::Remainder:
    return remainder(Root, Side);
  case ExprKind::BitAnd:
    for (unsigned Operand : {0u, 1u})
      if (Root->operands()[Operand]->isConstant())
        return maskedBy(Root->operands()[1 - Operand], Root->operands()[Operand]->constantTerm(),
                        Root, Side);
    return opaque(Root, Side);
  case ExprKind::ShiftRight:
    return shiftedRight(Root, Side);
  case ExprKind::Minimum:
  case ExprKind::Maximum:
    return extremum(Root, Side);
  case ExprKind::Select:
    return select(Root, Side);
  case ExprKind::Wrap:
    return wrapped(Root, Side);
  default:
    return isTruthKind(Root->kind()) ? truth(Root, Side) : opaque(Root, Side);
  }
}

AtomPolynomial PairTranslation::index(LeafKind Leaf, unsigned Dimension, PairSide Side) {
  bool IsBlock = Leaf == LeafKind::BlockIndex;
  if (IsBlock && Kind != ThreadPair::DifferentBlocks)
    Side = PairSide::Both;
  auto [Known, IsNew] = Indices.try_emplace({Leaf, Dimension, Side});
  if (!IsNew)
    return Known->second;
  int64_t Last = int64_t(Setting.Block[Dimension]) - 1;
  if (IsBlock)
    Last = Setting.Launch.Grid[Dimension] ? int64_t(*Setting.Launch.Grid[Dimension]) - 1
                                          : LastBlockIndex;
  AtomPolynomial New = Last == 0 ? AtomPolynomial() : fresh(Side, {0, Last});
  Known->second = New;
  return New;
}

AtomPolynomial PairTranslation::leaf(ExprRef Leaf, PairSide Side) {
  const LeafInfo &Info = Leaf->leaf();
  if (Info.Kind == LeafKind::ThreadIndex || Info.Kind == LeafKind::BlockIndex)
    return index(Info.Kind, Info.Dimension, Side);
  AtomPolynomial New = fresh(Side, Info.Range);
  if (Info.Kind == LeafKind::GridDimension)
    for (PairSide Each : {PairSide::First, PairSide::Second})
      require(isAtLeast(New - index(LeafKind::BlockIndex, Info.Dimension, Each), 1));
  constexpr unsigned MostLogModulus = 20;
  if (unsigned Log = Info.Modulus.LogModulus; Log > 0 && Log <= MostLogModulus)
    require(isZero(New - AtomPolynomial(int64_t(Info.Modulus.Residue)) -
                   AtomPolynomial(int64_t(1) << Log) * fresh(Side, {})));
  return New;
}

AtomPolynomial PairTranslation::sum(ExprRef Root, PairSide Side) {
  AtomPolynomial Sum(Root->constantTerm());
  for (const Monomial &Part : Root->terms()) {
    AtomPolynomial Product(Part.Coefficient);
    for (ExprRef Factor : Part.Factors)
      Product = Product * value(Factor, Side);
    Sum += Product;
  }
  return Sum;
}

AtomPolynomial PairTranslation::dividedBy(ExprRef Dividend, int64_t Divisor, bool Truncates,
                                          PairSide Side) {
  Truncates &= Dividend->range().Low < 0;
  std::tuple Key(Dividend, Divisor, Truncates, sideOf(Dividend, Side));
  if (auto Known = Quotients.find(Key); Known != Quotients.end())
    return Known->second;
  AtomPolynomial Numerator = value(Dividend, Side);
  AtomPolynomial Quotient = fresh(std::get<3>(Key), {});
  AtomPolynomial Rest = Numerator - AtomPolynomial(Divisor) * Quotient;
  if (!Truncates) {
    require({isWithin(Rest, 0, Divisor - 1)});
  } else {
    PolynomialCase Positive = isWithin(Rest, 0, Divisor - 1);
    Positive.push_back(isAtLeast(Numerator, 0));
    PolynomialCase Negative = isWithin(Rest, 1 - Divisor, 0);
    Negative.push_back(isAtLeast(-Numerator, 1));
    require({isWithin(Rest, 1 - Divisor, Divisor - 1)});
    require({std::move(Positive), std::move(Negative)});
  }
  Quotients.emplace(Key, Quotient);
  Divisions.push_back({Numerator, Divisor, Quotient});
  return Quotient;
}

AtomPolynomial PairTranslation::dividedBy(ExprRef Dividend, ExprRef Divisor, PairSide Requested) {
  PairSide Side =
      sideOf(Dividend, Requested) == PairSide::Both ? sideOf(Divisor, Requested) : Requested;
  std::tuple Key(Dividend, Divisor, Side);
  if (auto Known = VariableQuotients.find(Key); Known != VariableQuotients.end())
    return Known->second;
  AtomPolynomial Left = value(Dividend, Requested), Right = value(Divisor, Requested);
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

AtomPolynomial PairTranslation::quotient(ExprRef Root, PairSide Side) {
  ExprRef Dividend = Root->operands()[0], Divisor = Root->operands()[1];
  if (!Divisor->isConstant()) {
    AtomPolynomial Quotient = dividedBy(Dividend, Divisor, Side);
    // Of divisors below 1 the quotient is anything here, too.
    return Quotient;
  }
  if (Divisor->constantTerm() <= 0)
    return opaque(Root, Side);
  return dividedBy(Dividend, Divisor->constantTerm(), true, Side);
}

AtomPolynomial PairTranslation::remainder(ExprRef Root, PairSide Side) {
  ExprRef Dividend = Root->operands()[0], Divisor = Root->operands()[1];
  if (Divisor->isConstant()) {
    int64_t By = Divisor->constantTerm();
    if (By <= 0)
      return opaque(Root, Side);
    return value(Dividend, Side) - AtomPolynomial(By) * dividedBy(Dividend, By, true, Side);
  }
  AtomPolynomial Rest =
      value(Dividend, Side) - value(Divisor, Side) * dividedBy(Dividend, Divisor, Side);
  if (Divisor->range().Low >= 1)
    return Rest;
  AtomPolynomial New = opaque(Root, Side);
  require({{isZero(New - Rest)}, {isAtLeast(-value(Divisor, Side), 0)}});
  return New;
}

AtomPolynomial PairTranslation::maskedBy(ExprRef Operand, int64_t Mask, ExprRef Root,
                                         PairSide Side) {
  constexpr int64_t LargestMask = int64_t(1) << 40;
  if (Mask > 0 && Mask < LargestMask && isPowerOf2_64(uint64_t(Mask) + 1))
    return value(Operand, Side) -
           AtomPolynomial(Mask + 1) * dividedBy(Operand, Mask + 1, false, Side);
  if (Mask < 0 && Mask > -LargestMask && isPowerOf2_64(-uint64_t(Mask)))
    return AtomPolynomial(-Mask) * dividedBy(Operand, -Mask, false, Side);
  AtomPolynomial New = opaque(Root, Side);
  if (Operand->range().Low >= 0)
    require(isAtLeast(value(Operand, Side) - New, 0));
  return New;
}

AtomPolynomial PairTranslation::shiftedRight(ExprRef Root, PairSide Side) {
  ExprRef Operand = Root->operands()[0], Count = Root->operands()[1];
  constexpr int64_t MostCount = 40;
  if (Count->isConstant() && Count->constantTerm() >= 0 && Count->constantTerm() <= MostCount)
    return dividedBy(Operand, int64_t(1) << Count->constantTerm(), false, Side);
  AtomPolynomial New = opaque(Root, Side);
  if (Operand->range().Low >= 0 && Count->range().Low >= 0) {
    int64_t Least = std::min(Count->range().Low, MostCount);
    require(isAtLeast(value(Operand, Side) - AtomPolynomial(int64_t(1) << Least) * New, 0));
  }
  return New;
}

AtomPolynomial PairTranslation::extremum(ExprRef Root, PairSide Side) {
  AtomPolynomial New = opaque(Root, Side);
  AtomPolynomial Left = New - value(Root->operands()[0], Side);
  AtomPolynomial Right = New - value(Root->operands()[1], Side);
  bool IsMaximum = Root->kind() == ExprKind::Maximum;
  require(isAtLeast(IsMaximum ? Left : -Left, 0));
  require(isAtLeast(IsMaximum ? Right : -Right, 0));
  require({{isZero(Left)}, {isZero(Right)}});
  return New;
}

AtomPolynomial PairTranslation::select(ExprRef Root, PairSide Side) {
  AtomPolynomial New = opaque(Root, Side);
  auto Case = [&](ExprRef Value, bool Holds) {
    return both({{isZero(New - value(Value, Side))}}, condition(Root->operands()[0], Side, Holds));
  };
  require(either(Case(Root->operands()[1], true), Case(Root->operands()[2], false)));
  return New;
}

AtomPolynomial PairTranslation::truth(ExprRef Root, PairSide Side) {
  AtomPolynomial New = fresh(Side, {0, 1});
  require(either(both({{isZero(New - AtomPolynomial(1))}}, condition(Root, Side, true)),
                 both({{isZero(New)}}, condition(Root, Side, false))));
  return New;
}

AtomPolynomial PairTranslation::wrapped(ExprRef Root, PairSide Side) {
  AtomPolynomial New = opaque(Root, Side);
  constexpr unsigned MostBits = 32;
  if (Root->wrapBits() > MostBits)
    return New;
  Wraps = true;
  ExprRef Operand = Root->operands()[0];
  AtomPolynomial Value = value(Operand, Side);
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

PolynomialChoice PairTranslation::comparison(ExprRef Root, PairSide Side, bool Holds) {
  ExprRef First = Root->operands()[0], Second = Root->operands()[1];
  AtomPolynomial Left = value(First, Side), Right = value(Second, Side);
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

PolynomialChoice PairTranslation::condition(ExprRef Root, PairSide Side, bool Holds) {
  if (TooLarge)
    return nothing();
  Side = sideOf(Root, Side);
  auto Part = [&](unsigned Number, bool PartHolds) {
    return condition(Root->operands()[Number], Side, PartHolds);
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
    return simplify(comparison(Root, Side, Holds));
  default: {
    AtomPolynomial Value = value(Root, Side);
    if (!Holds)
      return simplify({{isZero(Value)}});
    return simplify({{isAtLeast(Value, 1)}, {isAtLeast(-Value, 1)}});
  }
  }
}

} // namespace memlint
