//===- Polynomial.cpp - Sums of products, while being built  -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Polynomial.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

/// Past these an expanded product is larger than what it stands for; no index
/// expression that a person wrote comes near.
static constexpr size_t MaximumTerms = 96;
static constexpr size_t MaximumDegree = 8;

Polynomial polynomialOf(ExprRef Root) {
  Polynomial Result;
  if (!Root->isConstant() && Root->kind() != ExprKind::Polynomial) {
    Result.Terms.push_back({{Root}, 1});
    return Result;
  }
  Result.Constant = Root->constantTerm();
  for (const Monomial &Part : Root->terms())
    Result.Terms.push_back({{Part.Factors.begin(), Part.Factors.end()}, Part.Coefficient});
  return Result;
}

static std::optional<Polynomial> usable(Polynomial Sum) {
  if (Sum.Overflowed || Sum.Terms.size() > MaximumTerms)
    return std::nullopt;
  return Sum;
}

static size_t degree(const Polynomial &Sum) {
  size_t Most = 0;
  for (const Polynomial::Term &Part : Sum.Terms)
    Most = std::max(Most, Part.Factors.size());
  return Most;
}

std::optional<Polynomial> addPolynomials(Polynomial Left, const Polynomial &Right,
                                         int64_t RightFactor) {
  Left.addScaled(Right, RightFactor);
  return usable(std::move(Left));
}

std::optional<Polynomial> multiplyPolynomials(const Polynomial &Left, const Polynomial &Right) {
  if (degree(Left) + degree(Right) > MaximumDegree)
    return std::nullopt;
  Polynomial Product;
  Product.addScaled(Right, Left.Constant);
  for (const Polynomial::Term &Part : Left.Terms) {
    if (Product.Terms.size() > MaximumTerms)
      return std::nullopt;
    Product.addScaled(Right, Part.Coefficient, Part.Factors);
  }
  return usable(std::move(Product));
}

} // namespace memlint
