//===- Polynomial.cpp - Sums of products, while being built  -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Polynomial.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

/// Past these an expanded product is larger than what it stands for; no index
/// expression that a person wrote comes near.
static constexpr size_t MaximumTerms = 96;
static constexpr size_t MaximumDegree = 8;

static bool factorsBefore(ArrayRef<ExprRef> Left, ArrayRef<ExprRef> Right) {
  return std::lexicographical_compare(
      Left.begin(), Left.end(), Right.begin(), Right.end(),
      [](ExprRef A, ExprRef B) { return A->number() < B->number(); });
}

Polynomial Polynomial::of(ExprRef Root) {
  Polynomial Result;
  if (Root->isConstant() || Root->kind() == ExprKind::Polynomial) {
    Result.Constant = Root->constantTerm();
    for (const Monomial &Part : Root->terms())
      Result.Terms.push_back({{Part.Factors.begin(), Part.Factors.end()}, Part.Coefficient});
    return Result;
  }
  Result.Terms.push_back({{Root}, 1});
  return Result;
}

Polynomial Polynomial::ofConstant(int64_t Value) {
  Polynomial Result;
  Result.Constant = Value;
  return Result;
}

bool Polynomial::addTerm(ArrayRef<ExprRef> Factors, int64_t Coefficient) {
  if (Coefficient == 0)
    return true;
  if (Factors.empty())
    return !AddOverflow(Constant, Coefficient, Constant);
  auto Position = llvm::lower_bound(Terms, Factors, [](const Term &Part, ArrayRef<ExprRef> Key) {
    return factorsBefore(Part.Factors, Key);
  });
  if (Position == Terms.end() || ArrayRef<ExprRef>(Position->Factors) != Factors) {
    Terms.insert(Position, Term{{Factors.begin(), Factors.end()}, Coefficient});
    return true;
  }
  if (AddOverflow(Position->Coefficient, Coefficient, Position->Coefficient))
    return false;
  if (Position->Coefficient == 0)
    Terms.erase(Position);
  return true;
}

std::optional<Polynomial> addPolynomials(const Polynomial &Left, const Polynomial &Right,
                                         int64_t RightFactor) {
  Polynomial Sum = Left;
  int64_t Scaled = 0;
  if (MulOverflow(Right.Constant, RightFactor, Scaled) || !Sum.addTerm({}, Scaled))
    return std::nullopt;
  for (const Polynomial::Term &Part : Right.Terms)
    if (MulOverflow(Part.Coefficient, RightFactor, Scaled) || !Sum.addTerm(Part.Factors, Scaled))
      return std::nullopt;
  if (Sum.Terms.size() > MaximumTerms)
    return std::nullopt;
  return Sum;
}

std::optional<Polynomial> multiplyPolynomials(const Polynomial &Left, const Polynomial &Right) {
  Polynomial Product;
  auto AddProduct = [&](ArrayRef<ExprRef> A, int64_t ACoefficient, ArrayRef<ExprRef> B,
                        int64_t BCoefficient) {
    int64_t Coefficient = 0;
    if (MulOverflow(ACoefficient, BCoefficient, Coefficient) || A.size() + B.size() > MaximumDegree)
      return false;
    SmallVector<ExprRef, 4> Factors(A.begin(), A.end());
    Factors.append(B.begin(), B.end());
    llvm::sort(Factors, [](ExprRef X, ExprRef Y) { return X->number() < Y->number(); });
    return Product.addTerm(Factors, Coefficient);
  };
  auto AddRow = [&](ArrayRef<ExprRef> A, int64_t ACoefficient) {
    if (!AddProduct(A, ACoefficient, {}, Right.Constant))
      return false;
    for (const Polynomial::Term &Part : Right.Terms)
      if (!AddProduct(A, ACoefficient, Part.Factors, Part.Coefficient))
        return false;
    return Product.Terms.size() <= MaximumTerms;
  };
  if (!AddRow({}, Left.Constant))
    return std::nullopt;
  for (const Polynomial::Term &Part : Left.Terms)
    if (!AddRow(Part.Factors, Part.Coefficient))
      return std::nullopt;
  return Product;
}

} // namespace memlint
