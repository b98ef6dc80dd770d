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
#include "cuda-memlint/Symbolic/SumOfProducts.h"

#include <optional>

namespace memlint {

/// Nothing depends on addresses.
struct ByNumber {
  bool operator()(ExprRef Left, ExprRef Right) const { return Left->number() < Right->number(); }
};

using Polynomial = SumOfProducts<ExprRef, ByNumber>;

Polynomial polynomialOf(ExprRef Root);

/// Empty on overflow of 64 bits or past the size that normal form pays for.
std::optional<Polynomial> addPolynomials(Polynomial Left, const Polynomial &Right,
                                         int64_t RightFactor);
std::optional<Polynomial> multiplyPolynomials(const Polynomial &Left, const Polynomial &Right);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_SYMBOLIC_POLYNOMIAL_H
