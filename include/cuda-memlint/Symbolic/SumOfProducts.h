//===- SumOfProducts.h - Polynomials -----------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Polynomials with integer coefficients in normal form, over factors of any kind: over
/// expressions, the normal form of sums while it is being computed; over numbered atoms, what the
/// expressions of two threads become before they are asked about together.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SYMBOLIC_SUMOFPRODUCTS_H
#define CUDA_MEMLINT_SYMBOLIC_SUMOFPRODUCTS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <cstdint>

namespace memlint {

/// Constant + sum of monomials, sorted by factors in the order \p Before, no zero coefficient. What
/// does not fit into 64 bits makes it overflowed, and all that is computed from it.
template <typename Factor, typename Before> struct SumOfProducts {
  /// Ascending.
  using Product = llvm::SmallVector<Factor, 2>;
  struct Term {
    Product Factors;
    int64_t Coefficient = 0;
    friend bool operator==(const Term &, const Term &) = default;
  };
  int64_t Constant = 0;
  llvm::SmallVector<Term, 4> Terms;
  bool Overflowed = false;

  friend bool operator==(const SumOfProducts &, const SumOfProducts &) = default;

  /// Adds \p Coefficient times the product of \p Factors, which ascend.
  void addTerm(llvm::ArrayRef<Factor> Factors, int64_t Coefficient) {
    if (Coefficient == 0)
      return;
    if (Factors.empty()) {
      Overflowed |= llvm::AddOverflow(Constant, Coefficient, Constant) != 0;
      return;
    }
    auto At = llvm::lower_bound(Terms, Factors, [](const Term &Part, llvm::ArrayRef<Factor> Key) {
      return std::lexicographical_compare(Part.Factors.begin(), Part.Factors.end(), Key.begin(),
                                          Key.end(), Before());
    });
    if (At == Terms.end() || llvm::ArrayRef<Factor>(At->Factors) != Factors) {
      Terms.insert(At, Term{{Factors.begin(), Factors.end()}, Coefficient});
      return;
    }
    Overflowed |= llvm::AddOverflow(At->Coefficient, Coefficient, At->Coefficient) != 0;
    if (At->Coefficient == 0)
      Terms.erase(At);
  }

  /// Adds \p Coefficient times the product of \p Factors times \p Other.
  void addScaled(const SumOfProducts &Other, int64_t Coefficient,
                 llvm::ArrayRef<Factor> Factors = {}) {
    Overflowed |= Other.Overflowed;
    int64_t Scaled = 0;
    Overflowed |= llvm::MulOverflow(Coefficient, Other.Constant, Scaled) != 0;
    addTerm(Factors, Scaled);
    Product Both;
    for (const Term &Part : Other.Terms) {
      Overflowed |= llvm::MulOverflow(Coefficient, Part.Coefficient, Scaled) != 0;
      Both.resize(Factors.size() + Part.Factors.size());
      std::merge(Factors.begin(), Factors.end(), Part.Factors.begin(), Part.Factors.end(),
                 Both.begin(), Before());
      addTerm(Both, Scaled);
    }
  }
};

} // namespace memlint

#endif // CUDA_MEMLINT_SYMBOLIC_SUMOFPRODUCTS_H
