//===- IntegerSystem.h - Linear constraints over integers -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Linear constraints and choices between them, and whether any integers satisfy all.
/// Internal to the race analysis.
///
/// Rational emptiness is MLIR's Presburger library's; on top of it constraints are
/// tightened to integers, and choices and fractional values are split, with a limit that
/// counts steps, so that the answer does not depend on the machine.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_INTEGERSYSTEM_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_INTEGERSYSTEM_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace memlint {

/// Coefficients by variable, ascending, none of them 0, and a constant.
struct LinearForm {
  llvm::SmallVector<std::pair<unsigned, int64_t>, 4> Terms;
  int64_t Constant = 0;
};

/// The form is 0, or else not negative.
struct LinearConstraint {
  LinearForm Form;
  bool IsEquality = false;
};

class IntegerSystem {
public:
  /// All hold.
  using Conjunction = std::vector<LinearConstraint>;
  /// At least one holds.
  using Choice = std::vector<Conjunction>;

  explicit IntegerSystem(unsigned Variables) : Variables(Variables) {}

  void add(LinearConstraint New) { Constraints.push_back(std::move(New)); }
  /// Earlier choices are made earlier.
  void addChoice(Choice New) { Choices.push_back(std::move(New)); }
  /// A form that is split where its value is not an integer, before the variables are. Of a
  /// sum of digits times powers, the sums of the higher digits are such forms.
  void addDigit(LinearForm New) { Digits.push_back(std::move(New)); }

  /// True: no integers satisfy all constraints and choices. False: some do, or \p Budget
  /// ran out. A step is one entry of the table that a constraint is added to.
  bool isEmpty(uint64_t &Budget) const;

private:
  unsigned Variables;
  std::vector<LinearConstraint> Constraints;
  std::vector<Choice> Choices;
  std::vector<LinearForm> Digits;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_INTEGERSYSTEM_H
