//===- Recombination.cpp - Quotients and remainders put together --*- C++ -*- ===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An index that was split into coordinates and is put together again is what it was:
/// v * (x / v) + x % v = x, by the definition of C's division, for every x and v.
///
//===----------------------------------------------------------------------===//

#include "Recombination.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// The only term of \p Sum; null when it has none, several, or a constant.
static const Polynomial::Term *onlyTerm(const Polynomial &Sum) {
  return Sum.Constant == 0 && Sum.Terms.size() == 1 ? &Sum.Terms.front() : nullptr;
}

/// \p Whole with the remainder at \p Factor of \p Part put together with its quotient;
/// empty when the quotient is not there in the same measure.
static std::optional<Polynomial> recombineFactor(ExprContext &Context, const Polynomial &Whole,
                                                 const Polynomial::Term &Part, size_t Factor) {
  ExprRef Remainder = Part.Factors[Factor];
  ExprRef Dividend = Remainder->operands()[0], Divisor = Remainder->operands()[1];
  Polynomial Others;
  SmallVector<ExprRef, 4> Rest(Part.Factors.begin(), Part.Factors.end());
  Rest.erase(Rest.begin() + Factor);
  Others.addTerm(Rest, Part.Coefficient);
  std::optional<Polynomial> Quotient = multiplyPolynomials(Others, polynomialOf(Divisor));
  if (Quotient)
    Quotient = multiplyPolynomials(*Quotient, polynomialOf(Context.divide(Dividend, Divisor)));
  const Polynomial::Term *Wanted = Quotient ? onlyTerm(*Quotient) : nullptr;
  auto IsWanted = [&](const Polynomial::Term &Other) {
    return Other.Coefficient == Wanted->Coefficient && Other.Factors == Wanted->Factors;
  };
  if (!Wanted || none_of(Whole.Terms, IsWanted))
    return std::nullopt;
  std::optional<Polynomial> Joined = multiplyPolynomials(Others, polynomialOf(Dividend));
  if (!Joined)
    return std::nullopt;
  Polynomial Left;
  Left.Constant = Whole.Constant;
  for (const Polynomial::Term &Other : Whole.Terms)
    if (&Other != &Part && !IsWanted(Other))
      Left.Terms.push_back(Other);
  return addPolynomials(Left, *Joined, 1);
}

static std::optional<Polynomial> recombineOnce(ExprContext &Context, const Polynomial &Whole) {
  for (const Polynomial::Term &Part : Whole.Terms)
    for (size_t Factor = 0; Factor != Part.Factors.size(); ++Factor)
      if (Part.Factors[Factor]->kind() == ExprKind::Remainder)
        if (auto Joined = recombineFactor(Context, Whole, Part, Factor))
          return Joined;
  return std::nullopt;
}

Polynomial recombineDivisions(ExprContext &Context, Polynomial Whole) {
  // Each round does away with a remainder.
  while (Whole.Terms.size() > 1) {
    std::optional<Polynomial> Joined = recombineOnce(Context, Whole);
    if (!Joined)
      break;
    Whole = std::move(*Joined);
  }
  return Whole;
}

} // namespace memlint
