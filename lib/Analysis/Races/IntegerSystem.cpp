//===- IntegerSystem.cpp - Linear constraints over integers ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IntegerSystem.h"

#include "mlir/Analysis/Presburger/Simplex.h"

#include "llvm/ADT/STLExtras.h"

#include <numeric>

using namespace llvm;
using mlir::presburger::Fraction;
using mlir::presburger::Simplex;

namespace memlint {

namespace {

/// Splits one below another. Proofs need few.
constexpr unsigned MostDepth = 40;
/// Where numbers grow beyond this, they go on growing: each step takes longer than the one
/// before.
constexpr int64_t LargestNumber = int64_t(1) << 62;

/// A simplex table that exposes the size of its numbers.
class Table : public Simplex {
public:
  using Simplex::Simplex;

  bool hasLargeNumbers() const {
    for (unsigned Row = 0; Row != getNumRows(); ++Row)
      for (const DynamicAPInt &Entry : tableau.getRow(Row))
        if (Entry > LargestNumber || Entry < -LargestNumber)
          return true;
    return false;
  }
};

class Search {
public:
  Search(unsigned Variables, ArrayRef<IntegerSystem::Choice> Choices, ArrayRef<LinearForm> Digits,
         uint64_t &Budget)
      : Variables(Variables), Choices(Choices), Digits(Digits), Budget(Budget), At(Variables) {}

  /// False: there is no point left, for sure.
  bool add(const LinearConstraint &New) {
    uint64_t Divisor = 0;
    for (auto [Variable, Coefficient] : New.Form.Terms)
      Divisor = std::gcd(Divisor, Coefficient < 0 ? -uint64_t(Coefficient) : uint64_t(Coefficient));
    if (Divisor == 0)
      return New.IsEquality ? New.Form.Constant == 0 : New.Form.Constant >= 0;
    DynamicAPInt Step = DynamicAPInt(int64_t(Divisor)), Constant(New.Form.Constant);
    if (New.IsEquality && mod(Constant, Step) != 0)
      return false;
    SmallVector<DynamicAPInt, 32> Row(Variables + 1, DynamicAPInt(0));
    for (auto [Variable, Coefficient] : New.Form.Terms)
      Row[Variable] = DynamicAPInt(Coefficient) / Step;
    // What is an integer and not below a fraction is not below the next integer.
    Row.back() = floorDiv(Constant, Step);
    return addRow(Row, New.IsEquality);
  }

  bool isGivenUp() const { return Budget == 0 || HasLargeNumbers; }

  /// Whether no point is left, for sure.
  bool isRefuted(unsigned Depth) {
    if (Depth == MostDepth || isGivenUp())
      return false;
    auto Sample = At.getRationalSample();
    if (!Sample)
      return true;
    for (const LinearForm &Digit : Digits) {
      Fraction Value = evaluate(Digit, *Sample);
      if (!isWhole(Value))
        return splitAt(Digit, Value, Depth);
    }
    for (const IntegerSystem::Choice &Each : Choices)
      if (none_of(Each, [&](const IntegerSystem::Conjunction &Case) {
            return all_of(Case, [&](const LinearConstraint &One) { return holds(One, *Sample); });
          }))
        return all_of(Each, [&](const IntegerSystem::Conjunction &Case) {
          return isRefutedWith(Case, Depth);
        });
    for (unsigned Variable = 0; Variable != Variables; ++Variable)
      if (!isWhole((*Sample)[Variable])) {
        LinearForm Form;
        Form.Terms.push_back({Variable, 1});
        return splitAt(Form, (*Sample)[Variable], Depth);
      }
    return false;
  }

private:
  bool addRow(ArrayRef<DynamicAPInt> Row, bool IsEquality) {
    uint64_t Steps = uint64_t(At.getNumConstraints() + Variables) * (Variables + 2);
    Budget -= std::min(Budget, IsEquality ? 2 * Steps : Steps);
    if (IsEquality)
      At.addEquality(Row);
    else
      At.addInequality(Row);
    HasLargeNumbers |= At.hasLargeNumbers();
    return !At.isEmpty();
  }

  bool isRefutedWith(const IntegerSystem::Conjunction &Case, unsigned Depth) {
    unsigned Before = At.getSnapshot();
    bool IsRefuted = any_of(Case, [&](const LinearConstraint &Each) { return !add(Each); }) ||
                     isRefuted(Depth + 1);
    At.rollback(Before);
    return IsRefuted;
  }

  /// The form is at most the integer below \p Value, or at least the one above.
  bool splitAt(const LinearForm &Form, const Fraction &Value, unsigned Depth) {
    SmallVector<DynamicAPInt, 32> Row(Variables + 1, DynamicAPInt(0));
    auto Refuted = [&](int Sign, const DynamicAPInt &Bound) {
      for (auto [Variable, Coefficient] : Form.Terms)
        Row[Variable] = DynamicAPInt(Coefficient) * Sign;
      Row.back() = (DynamicAPInt(Form.Constant) - Bound) * Sign;
      unsigned Before = At.getSnapshot();
      bool IsRefuted = !addRow(Row, false) || isRefuted(Depth + 1);
      At.rollback(Before);
      return IsRefuted;
    };
    return Refuted(-1, floor(Value)) && Refuted(1, ceil(Value));
  }

  static bool isWhole(const Fraction &Value) { return mod(Value.num, Value.den) == 0; }

  static Fraction evaluate(const LinearForm &Form, ArrayRef<Fraction> Sample) {
    Fraction Sum(DynamicAPInt(Form.Constant));
    for (auto [Variable, Coefficient] : Form.Terms)
      Sum = Sum + Fraction(DynamicAPInt(Coefficient)) * Sample[Variable];
    return Sum;
  }

  static bool holds(const LinearConstraint &Constraint, ArrayRef<Fraction> Sample) {
    Fraction Value = evaluate(Constraint.Form, Sample);
    return Constraint.IsEquality ? Value.num == 0 : Value.num >= 0;
  }

  unsigned Variables;
  ArrayRef<IntegerSystem::Choice> Choices;
  ArrayRef<LinearForm> Digits;
  uint64_t &Budget;
  Table At;
  bool HasLargeNumbers = false;
};

} // namespace

bool IntegerSystem::isEmpty(uint64_t &Budget) const {
  Search Refutation(Variables, Choices, Digits, Budget);
  for (const LinearConstraint &Each : Constraints) {
    if (Refutation.isGivenUp())
      return false;
    if (!Refutation.add(Each))
      return true;
  }
  return Refutation.isRefuted(0);
}

} // namespace memlint
