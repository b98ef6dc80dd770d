//===- AtomPolynomial.h - Polynomials over numbered atoms -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Polynomials with integer coefficients over atoms, which are known by number: what the
/// expressions of two threads become before they are asked about together. Internal to
/// the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_ATOMPOLYNOMIAL_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_ATOMPOLYNOMIAL_H

#include "cuda-memlint/Symbolic/SumOfProducts.h"

#include <functional>
#include <optional>

namespace memlint {

class AtomPolynomial : public SumOfProducts<unsigned, std::less<>> {
public:
  AtomPolynomial(int64_t Number = 0) { Constant = Number; }
  static AtomPolynomial atom(unsigned Number);

  AtomPolynomial &operator+=(const AtomPolynomial &Other);
  AtomPolynomial &operator-=(const AtomPolynomial &Other);
  friend AtomPolynomial operator+(AtomPolynomial Left, const AtomPolynomial &Right) {
    return Left += Right;
  }
  friend AtomPolynomial operator-(AtomPolynomial Left, const AtomPolynomial &Right) {
    return Left -= Right;
  }
  friend AtomPolynomial operator*(const AtomPolynomial &Left, const AtomPolynomial &Right);
  friend AtomPolynomial operator-(const AtomPolynomial &Operand) {
    return AtomPolynomial() - Operand;
  }

  /// Its value where there are no atoms.
  std::optional<int64_t> asConstant() const;
  /// The terms that have \p Atom, without it once, and those that have it not.
  std::pair<AtomPolynomial, AtomPolynomial> splitBy(unsigned Atom) const;
  /// Divided by the greatest common divisor of all coefficients.
  AtomPolynomial primitive() const;
};

/// The atoms of a product, ascending; none: 1.
using AtomProduct = AtomPolynomial::Product;

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_ATOMPOLYNOMIAL_H
