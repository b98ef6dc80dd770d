//===- AtomPolynomial.cpp - Polynomials over numbered atoms ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AtomPolynomial.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace memlint {

AtomPolynomial AtomPolynomial::atom(unsigned Number) {
  AtomPolynomial New;
  New.accumulate({Number}, 1);
  return New;
}

void AtomPolynomial::accumulate(const AtomProduct &Product, int64_t Coefficient) {
  if (Coefficient == 0)
    return;
  auto [At, IsNew] = Terms.try_emplace(Product, 0);
  Overflowed |= __builtin_add_overflow(At->second, Coefficient, &At->second);
  if (At->second == 0)
    Terms.erase(At);
}

AtomPolynomial &AtomPolynomial::addScaled(const AtomPolynomial &Other, int64_t Scale) {
  Overflowed |= Other.Overflowed;
  for (const auto &[Product, Coefficient] : Other.Terms) {
    int64_t Scaled = 0;
    Overflowed |= __builtin_mul_overflow(Coefficient, Scale, &Scaled);
    accumulate(Product, Scaled);
  }
  return *this;
}

AtomPolynomial operator*(const AtomPolynomial &Left, const AtomPolynomial &Right) {
  AtomPolynomial Result;
  Result.Overflowed = Left.Overflowed || Right.Overflowed;
  for (const auto &[LeftProduct, LeftCoefficient] : Left.Terms)
    for (const auto &[RightProduct, RightCoefficient] : Right.Terms) {
      AtomProduct Both;
      std::merge(LeftProduct.begin(), LeftProduct.end(), RightProduct.begin(), RightProduct.end(),
                 std::back_inserter(Both));
      int64_t Coefficient = 0;
      Result.Overflowed |= __builtin_mul_overflow(LeftCoefficient, RightCoefficient, &Coefficient);
      Result.accumulate(Both, Coefficient);
    }
  return Result;
}

std::optional<int64_t> AtomPolynomial::asConstant() const {
  if (Terms.empty())
    return 0;
  if (Terms.size() == 1 && Terms.begin()->first.empty())
    return Terms.begin()->second;
  return std::nullopt;
}

std::pair<AtomPolynomial, AtomPolynomial> AtomPolynomial::splitBy(unsigned Atom) const {
  AtomPolynomial With, Without;
  With.Overflowed = Without.Overflowed = Overflowed;
  for (const auto &[Product, Coefficient] : Terms) {
    auto At = std::find(Product.begin(), Product.end(), Atom);
    if (At == Product.end()) {
      Without.accumulate(Product, Coefficient);
      continue;
    }
    AtomProduct Rest(Product.begin(), At);
    Rest.insert(Rest.end(), std::next(At), Product.end());
    With.accumulate(Rest, Coefficient);
  }
  return {With, Without};
}

AtomPolynomial AtomPolynomial::primitive() const {
  uint64_t Divisor = 0;
  for (const auto &[Product, Coefficient] : Terms)
    Divisor = std::gcd(Divisor, Coefficient < 0 ? -uint64_t(Coefficient) : uint64_t(Coefficient));
  if (Divisor <= 1 || Divisor > uint64_t(1) << 62)
    return *this;
  AtomPolynomial Result = *this;
  for (auto &Term : Result.Terms)
    Term.second /= int64_t(Divisor);
  return Result;
}

} // namespace memlint
