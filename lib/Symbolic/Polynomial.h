//===- Polynomial.h - Sums of products, while being built  -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The polynomial normal form while it is being computed. Internal to the
/// symbolic library.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_SYMBOLIC_POLYNOMIAL_H
#define CUDA_MEMLINT_LIB_SYMBOLIC_POLYNOMIAL_H

#include "cuda-memlint/Symbolic/Expression.h"

#include "llvm/ADT/SmallVector.h"

#include <optional>

namespace memlint {

/// Constant + sum of monomials, sorted by factors, no zero coefficient.
struct Polynomial {
  struct Term {
    llvm::SmallVector<ExprRef, 2> Factors;
    int64_t Coefficient = 0;
  };
  int64_t Constant = 0;
  llvm::SmallVector<Term, 4> Terms;

  static Polynomial of(ExprRef Root);
  static Polynomial ofConstant(int64_t Value);

  /// Adds \p Coefficient times the product of \p Factors. False on overflow.
  bool addTerm(llvm::ArrayRef<ExprRef> Factors, int64_t Coefficient);
};

/// Empty on overflow of 64 bits or past the size that normal form pays for.
std::optional<Polynomial> addPolynomials(const Polynomial &Left, const Polynomial &Right,
                                         int64_t RightFactor);
std::optional<Polynomial> multiplyPolynomials(const Polynomial &Left, const Polynomial &Right);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_SYMBOLIC_POLYNOMIAL_H
