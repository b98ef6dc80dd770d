//===- IntegerSets.cpp - Pairs of threads as an integer set ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntegerSets.h"

#include "IntegerSystem.h"
#include "PairTranslation.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

using namespace llvm;

namespace memlint {

namespace {

/// Steps for one pair.
constexpr uint64_t StepsPerSet = 3'000'000;
/// What writing down the constraints of a pair costs, in steps.
constexpr uint64_t StepsToBuild = 2000;
constexpr size_t MostProducts = 64;
constexpr size_t MostConstraints = 160;
constexpr size_t MostLemmas = 20;
/// Bounds beyond these decide little, and large numbers are slow.
constexpr int64_t UsualBound = int64_t(1) << 30;
constexpr int64_t WideBound = int64_t(1) << 33;

bool isLinear(const AtomPolynomial &Form) {
  return all_of(Form.Terms, [](const auto &Term) { return Term.Factors.size() <= 1; });
}

class PairSet {
public:
  PairSet(const RaceSetting &Setting, const PairQuestion &Question, const PlacedSite &First,
          const PlacedSite &Second)
      : Setting(Setting), Question(Question), First(First), Second(Second),
        Pair(Setting, Question.Relation.Kind, Question.Interval->Loops) {}

  /// Only pairs count that do not store one value to one location.
  void requireDifference() {
    AtomPolynomial Values =
        Pair.value(First.Value, PairSide::First) - Pair.value(Second.Value, PairSide::Second);
    AtomPolynomial Addresses =
        Pair.value(First.Offset, PairSide::First) - Pair.value(Second.Offset, PairSide::Second);
    Pair.require({{isAtLeast(Values, 1)},
                  {isAtLeast(-Values, 1)},
                  {isAtLeast(Addresses, 1)},
                  {isAtLeast(-Addresses, 1)}});
  }

  bool isEmpty(uint64_t &Budget) {
    Budget -= std::min(Budget, StepsToBuild);
    if (Budget == 0)
      return false;
    addGuards(First, PairSide::First);
    addGuards(Second, PairSide::Second);
    addFacts();
    addAddresses();
    addRelation();
    if (Pair.isTooLarge() || Pair.requirements().size() > MostConstraints)
      return false;
    addLemmas();
    std::optional<IntegerSystem> System = build();
    if (!System)
      return false;
    uint64_t Steps = std::min(Budget, StepsPerSet), Before = Steps;
    bool IsEmpty = System->isEmpty(Steps);
    Budget -= Before - Steps;
    return IsEmpty;
  }

private:
  void addGuards(const PlacedSite &Site, PairSide Side) {
    for (ExprRef Guard : Site.Guards)
      Pair.require(Pair.condition(Guard, Side, true));
    for (const IteratedLoop &Each : Site.Loops)
      Pair.require(isAtLeast(Pair.value(Each.Counter, Side), 0));
  }

  void addFacts() {
    for (ExprRef Fact : Setting.Facts) {
      auto Add = [&](const PlacedSite &Site, PairSide Side) {
        ExprRef Here = Setting.Context.substitute(Fact, [&](ExprRef Leaf) -> ExprRef {
          for (auto [Loop, Iteration] : Site.Iterations)
            if (Setting.Kernel.Loops[Loop].Counter == Leaf)
              return Iteration;
          return nullptr;
        });
        Pair.require(Pair.condition(Here, Side, true));
      };
      Add(First, PairSide::First);
      Add(Second, PairSide::Second);
    }
  }

  void addAddresses() {
    if (!First.Offset || !Second.Offset)
      return;
    Distance =
        Pair.value(First.Offset, PairSide::First) - Pair.value(Second.Offset, PairSide::Second);
    Pair.require(
        {isWithin(Distance, 1 - int64_t(First.Site->Bytes), int64_t(Second.Site->Bytes) - 1)});
  }

  AtomPolynomial linearIndex(PairSide Side) {
    AtomPolynomial Sum;
    int64_t Stride = 1;
    for (unsigned Dimension = 0; Dimension != 3; ++Dimension) {
      Sum += AtomPolynomial(Stride) * Pair.index(LeafKind::ThreadIndex, Dimension, Side);
      Stride *= int64_t(Setting.Block[Dimension]);
    }
    return Sum;
  }

  AtomPolynomial groupOf(const AtomPolynomial &Thread, unsigned Size, PairSide Side) {
    if (Size <= 1)
      return Thread;
    AtomPolynomial Group = Pair.fresh(Side, {});
    Pair.require({isWithin(Thread - AtomPolynomial(Size) * Group, 0, int64_t(Size) - 1)});
    return Group;
  }

  /// The two threads are different, in the way that the question says.
  void addRelation() {
    // Else the two can change their parts.
    bool BothOrders = Question.First != Question.Second || Question.FirstAt != Question.SecondAt;
    PolynomialChoice Cases;
    auto AddOrders = [&](const AtomPolynomial &Difference, const PolynomialCase &Also) {
      PolynomialCase Up = Also, Down = Also;
      Up.push_back(isAtLeast(Difference, 1));
      Down.push_back(isAtLeast(-Difference, 1));
      Cases.push_back(std::move(Up));
      if (BothOrders)
        Cases.push_back(std::move(Down));
    };
    if (Question.Relation.Kind != ThreadPair::DifferentBlocks) {
      AtomPolynomial Here = linearIndex(PairSide::First), There = linearIndex(PairSide::Second);
      if (unsigned Share = Question.Relation.Share) {
        AtomPolynomial Group = groupOf(Here, Share, PairSide::Both);
        Pair.require({isWithin(There - AtomPolynomial(Share) * Group, 0, int64_t(Share) - 1)});
      }
      unsigned Differ = Question.Relation.Differ;
      AddOrders(groupOf(Here, Differ, PairSide::First) - groupOf(There, Differ, PairSide::Second),
                {});
    } else {
      PolynomialCase Same;
      for (unsigned Dimension = 0; Dimension != 3; ++Dimension) {
        if (Setting.extentOfGrid(Dimension) <= 1)
          continue;
        AtomPolynomial Difference = Pair.index(LeafKind::BlockIndex, Dimension, PairSide::First) -
                                    Pair.index(LeafKind::BlockIndex, Dimension, PairSide::Second);
        AddOrders(Difference, Same);
        Same.push_back(isZero(Difference));
      }
    }
    Pair.require(std::move(Cases));
  }

  // Products of atoms are variables of their own. What is known of them is said by lemmas:
  // of integers not 0, a product is at least as far from 0 as either, by as much as the
  // other is from 1. With that, an address `y * w + x` is a number of two digits wherever
  // 0 <= x < w is known.

  void addLemmas() {
    factor(Distance);
    std::vector<PolynomialChoice> Requirements(Pair.requirements());
    for (const PolynomialChoice &Each : Requirements)
      for (const PolynomialCase &Case : Each)
        for (const PolynomialConstraint &One : Case)
          noteProducts(One.Form);
    compareCofactors();
    for (const PolynomialChoice &Each : Requirements)
      for (const PolynomialCase &Case : Each)
        for (const PolynomialConstraint &One : Case)
          if (!isLinear(One.Form))
            factor(One.Form);
    for (auto [One, Other] : Pair.twins())
      Digits.push_back(AtomPolynomial::atom(One) - AtomPolynomial::atom(Other));
    append_range(Digits, Pair.quotientDifferences());
    for (const IteratedLoop &Here : First.Loops)
      for (const IteratedLoop &There : Second.Loops)
        if (Here.Loop == There.Loop)
          Digits.push_back(Pair.value(Here.Counter, PairSide::First) -
                           Pair.value(There.Counter, PairSide::Second));
  }

  /// Takes out of \p Form, again and again, the atom that most of its products have.
  void factor(AtomPolynomial Form) {
    while (!isLinear(Form)) {
      std::map<unsigned, unsigned> Uses;
      for (const auto &[Product, Coefficient] : Form.Terms)
        if (Product.size() > 1)
          for (unsigned Each : std::set<unsigned>(Product.begin(), Product.end()))
            ++Uses[Each];
      auto Rank = [&](const std::pair<const unsigned, unsigned> &Counted) {
        return std::pair(Pair.atoms()[Counted.first].Side == PairSide::Both, Counted.second);
      };
      unsigned Chosen = std::max_element(Uses.begin(), Uses.end(), [&](auto &Left, auto &Right) {
                          return Rank(Left) < Rank(Right);
                        })->first;
      auto [With, Without] = Form.splitBy(Chosen);
      AtomPolynomial Cofactor = With.primitive();
      addLemma(Chosen, Cofactor);
      factor(Cofactor);
      Form = Without;
    }
    addDigits(Form);
  }

  /// The higher digits of a sum: terms whose coefficients are multiples of one of them.
  void addDigits(const AtomPolynomial &Form) {
    std::set<int64_t, std::greater<>> Sizes;
    for (const auto &[Product, Coefficient] : Form.Terms)
      if (Coefficient != std::numeric_limits<int64_t>::min())
        Sizes.insert(std::abs(Coefficient));
    for (int64_t Size : Sizes) {
      AtomPolynomial Digit;
      for (const auto &[Product, Coefficient] : Form.Terms)
        if (Coefficient % Size == 0)
          Digit.addTerm(Product, Coefficient / Size);
      Digits.push_back(std::move(Digit));
    }
  }

  void noteProducts(const AtomPolynomial &Form) {
    for (const auto &[Product, Coefficient] : Form.Terms)
      if (Product.size() == 2)
        for (unsigned Number : {0u, 1u})
          if (Pair.atoms()[Product[Number]].Side == PairSide::Both)
            Cofactors[Product[Number]].insert(Product[1 - Number]);
  }

  /// Which is larger, `w * a` or `w * b`?
  void compareCofactors() {
    for (const auto &[Factor, Others] : Cofactors)
      for (unsigned One : Others)
        for (unsigned Other : Others)
          if (One < Other)
            addLemma(Factor, AtomPolynomial::atom(One) - AtomPolynomial::atom(Other));
  }

  void addLemma(unsigned Factor, const AtomPolynomial &Cofactor) {
    if (Cofactor.asConstant() || Cofactor.Overflowed || Lemmas.size() >= MostLemmas ||
        is_contained(Known, std::pair(Factor, Cofactor)))
      return;
    Known.push_back({Factor, Cofactor});
    AtomPolynomial Left = AtomPolynomial::atom(Factor);
    AtomPolynomial Product = Left * Cofactor;
    Interval LeftRange = Pair.range(Left), RightRange = Pair.range(Cofactor);
    PolynomialChoice Cases = {{isZero(Cofactor), isZero(Product)}};
    for (int RightSign : {1, -1}) {
      if (RightSign > 0 ? RightRange.High < 1 : RightRange.Low > -1)
        continue;
      AtomPolynomial Right = AtomPolynomial(RightSign) * Cofactor;
      for (int LeftSign : {1, -1}) {
        if (LeftSign > 0 ? LeftRange.High < 1 : LeftRange.Low > -1)
          continue;
        AtomPolynomial Size = AtomPolynomial(LeftSign) * Left;
        // (Size - 1) * (Right - 1) >= 0
        Cases.push_back(
            {isAtLeast(Right, 1), isAtLeast(Size, 1),
             isAtLeast(AtomPolynomial(LeftSign * RightSign) * Product - Size - Right, -1)});
      }
      if (LeftRange.Low <= 0 && LeftRange.High >= 0)
        Cases.push_back({isAtLeast(Right, 1), isZero(Left), isZero(Product)});
    }
    Lemmas.push_back(std::move(Cases));
    Digits.push_back(Cofactor);
  }

  std::optional<IntegerSystem> build() {
    auto Collect = [&](const AtomPolynomial &Form) {
      for (const AtomPolynomial::Term &Part : Form.Terms)
        Variables.try_emplace(Part.Factors, unsigned(Variables.size()));
    };
    auto CollectAll = [&](ArrayRef<PolynomialChoice> Choices) {
      for (const PolynomialChoice &Each : Choices)
        for (const PolynomialCase &Case : Each)
          for (const PolynomialConstraint &One : Case)
            Collect(One.Form);
    };
    CollectAll(Pair.requirements());
    CollectAll(Lemmas);
    for (const AtomPolynomial &Digit : Digits)
      Collect(Digit);
    if (Variables.size() > MostProducts)
      return std::nullopt;
    IntegerSystem System(unsigned(Variables.size()));
    for (const AtomPolynomial &Digit : Digits)
      if (!Digit.Overflowed)
        System.addDigit(lower(Digit));
    for (const auto &[Product, Variable] : Variables)
      addBounds(System, Product, Variable);
    for (ArrayRef<PolynomialChoice> Choices : {Pair.requirements(), ArrayRef(Lemmas)})
      for (const PolynomialChoice &Each : Choices)
        add(System, Each);
    return System;
  }

  LinearForm lower(const AtomPolynomial &Form) const {
    LinearForm Result;
    Result.Constant = Form.Constant;
    for (const auto &[Product, Coefficient] : Form.Terms)
      Result.Terms.push_back({Variables.find(Product)->second, Coefficient});
    return Result;
  }

  void addBounds(IntegerSystem &System, const AtomProduct &Product, unsigned Variable) const {
    AtomPolynomial Form;
    Form.addTerm(Product, 1);
    Interval Range = Pair.range(Form);
    int64_t Bound = Pair.wraps() ? WideBound : UsualBound;
    if (Range.Low > -Bound && Range.Low < Bound)
      System.add({{{{Variable, 1}}, -Range.Low}, false});
    if (Range.High > -Bound && Range.High < Bound)
      System.add({{{{Variable, -1}}, Range.High}, false});
  }

  void add(IntegerSystem &System, const PolynomialChoice &Choice) const {
    IntegerSystem::Choice Lowered;
    for (const PolynomialCase &Case : Choice) {
      IntegerSystem::Conjunction &All = Lowered.emplace_back();
      for (const PolynomialConstraint &One : Case)
        if (!One.Form.Overflowed)
          All.push_back({lower(One.Form), One.IsEquality});
    }
    if (Lowered.size() == 1)
      for (LinearConstraint &Each : Lowered.front())
        System.add(std::move(Each));
    else
      System.addChoice(std::move(Lowered));
  }

  const RaceSetting &Setting;
  const PairQuestion &Question;
  const PlacedSite &First, &Second;
  PairTranslation Pair;
  /// From the second address to the first.
  AtomPolynomial Distance;
  std::map<unsigned, std::set<unsigned>> Cofactors;
  /// Factors and cofactors of lemmas.
  std::vector<std::pair<unsigned, AtomPolynomial>> Known;
  std::vector<PolynomialChoice> Lemmas;
  std::vector<AtomPolynomial> Digits;
  std::map<AtomProduct, unsigned> Variables;
};

} // namespace

bool isEmptySet(const RaceSetting &Setting, const PairQuestion &Question, const PlacedSite &First,
                const PlacedSite &Second, uint64_t &Budget) {
  return PairSet(Setting, Question, First, Second).isEmpty(Budget);
}

bool storeEqualValues(const RaceSetting &Setting, const PairQuestion &Question,
                      const PlacedSite &First, const PlacedSite &Second, uint64_t &Budget) {
  if (!First.Value || !Second.Value || !First.Offset || !Second.Offset ||
      First.Site->Bytes != Second.Site->Bytes)
    return false;
  PairSet Different(Setting, Question, First, Second);
  Different.requireDifference();
  return Different.isEmpty(Budget);
}

} // namespace memlint
