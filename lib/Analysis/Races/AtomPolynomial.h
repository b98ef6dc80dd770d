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

#include <cstdint>
#include <map>
#include <optional>
#include <vector>

namespace memlint {

/// The atoms of a product, ascending; none: 1.
using AtomProduct = std::vector<unsigned>;

/// Value semantics. What does not fit into 64 bits makes it overflowed, and all that is
/// computed from it.
class AtomPolynomial {
public:
  AtomPolynomial(int64_t Constant = 0) { accumulate({}, Constant); }
  static AtomPolynomial atom(unsigned Number);

  AtomPolynomial &operator+=(const AtomPolynomial &Other) { return addScaled(Other, 1); }
  AtomPolynomial &operator-=(const AtomPolynomial &Other) { return addScaled(Other, -1); }
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
  friend bool operator==(const AtomPolynomial &, const AtomPolynomial &) = default;

  /// By product; none of them 0.
  const std::map<AtomProduct, int64_t> &terms() const { return Terms; }
  bool overflowed() const { return Overflowed; }
  /// Its value where there are no atoms.
  std::optional<int64_t> asConstant() const;

  void accumulate(const AtomProduct &Product, int64_t Coefficient);

  /// The terms that have \p Atom, without it once, and those that have it not.
  std::pair<AtomPolynomial, AtomPolynomial> splitBy(unsigned Atom) const;
  /// Divided by the greatest common divisor of all coefficients.
  AtomPolynomial primitive() const;

private:
  AtomPolynomial &addScaled(const AtomPolynomial &Other, int64_t Scale);

  std::map<AtomProduct, int64_t> Terms;
  bool Overflowed = false;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_ATOMPOLYNOMIAL_H
