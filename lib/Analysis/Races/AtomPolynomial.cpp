//===- AtomPolynomial.cpp - Polynomials over numbered atoms ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AtomPolynomial.h"

#include <numeric>

namespace memlint {

AtomPolynomial AtomPolynomial::atom(unsigned Number) {
  AtomPolynomial New;
  New.addTerm(Number, 1);
  return New;
}

AtomPolynomial &AtomPolynomial::operator+=(const AtomPolynomial &Other) {
  addScaled(Other, 1);
  return *this;
}

AtomPolynomial &AtomPolynomial::operator-=(const AtomPolynomial &Other) {
  addScaled(Other, -1);
  return *this;
}

AtomPolynomial operator*(const AtomPolynomial &Left, const AtomPolynomial &Right) {
  AtomPolynomial Result;
  Result.Overflowed = Left.Overflowed;
  Result.addScaled(Right, Left.Constant);
  for (const AtomPolynomial::Term &Part : Left.Terms)
    Result.addScaled(Right, Part.Coefficient, Part.Factors);
  return Result;
}

std::optional<int64_t> AtomPolynomial::asConstant() const {
  return Terms.empty() ? std::optional(Constant) : std::nullopt;
}

std::pair<AtomPolynomial, AtomPolynomial> AtomPolynomial::splitBy(unsigned Atom) const {
  AtomPolynomial With, Without(Constant);
  With.Overflowed = Without.Overflowed = Overflowed;
  for (const Term &Part : Terms) {
    AtomProduct Rest = Part.Factors;
    auto *At = llvm::find(Rest, Atom);
    if (At == Rest.end()) {
      Without.addTerm(Rest, Part.Coefficient);
      continue;
    }
    Rest.erase(At);
    With.addTerm(Rest, Part.Coefficient);
  }
  return {With, Without};
}

static uint64_t magnitude(int64_t Number) {
  return Number < 0 ? -uint64_t(Number) : uint64_t(Number);
}

AtomPolynomial AtomPolynomial::primitive() const {
  uint64_t Divisor = magnitude(Constant);
  for (const Term &Part : Terms)
    Divisor = std::gcd(Divisor, magnitude(Part.Coefficient));
  if (Divisor <= 1 || Divisor > uint64_t(1) << 62)
    return *this;
  AtomPolynomial Result = *this;
  Result.Constant /= int64_t(Divisor);
  for (Term &Part : Result.Terms)
    Part.Coefficient /= int64_t(Divisor);
  return Result;
}

} // namespace memlint
