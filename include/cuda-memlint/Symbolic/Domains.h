//===- Domains.h - What expressions are evaluated over ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Domains: sets of values with a constant, a sum, a product and all other operations of
/// expressions. Each has the one meaning of the operators over its values, and serves whoever
/// evaluates: ranges of nodes, compiled programs, threads.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SYMBOLIC_DOMAINS_H
#define CUDA_MEMLINT_SYMBOLIC_DOMAINS_H

#include "cuda-memlint/Symbolic/Bounds.h"

namespace memlint {

/// Numbers. Sums and products are modulo 2^64, as in hardware.
struct IntegerDomain {
  using Value = int64_t;
  static Value constant(int64_t Number) { return Number; }
  static Value add(Value Left, Value Right) { return Value(uint64_t(Left) + uint64_t(Right)); }
  static Value multiply(Value Left, Value Right) { return Value(uint64_t(Left) * uint64_t(Right)); }
  static Value operation(const Expr &Node, llvm::ArrayRef<Value> Operands) {
    return evaluateOperation(Node, Operands);
  }
};

/// Bounds of numbers.
struct IntervalDomain {
  using Value = Interval;
  static Value constant(int64_t Number) { return constantInterval(Number); }
  static Value add(Value Left, Value Right) { return addIntervals(Left, Right); }
  static Value multiply(Value Left, Value Right) { return multiplyIntervals(Left, Right); }
  static Value operation(const Expr &Node, llvm::ArrayRef<Value> Operands) {
    return operationRange(Node, Operands);
  }
};

/// What numbers are congruent to modulo powers of two.
struct CongruenceDomain {
  using Value = Congruence;
  static Value constant(int64_t Number) { return constantCongruence(Number); }
  static Value add(Value Left, Value Right) { return addCongruences(Left, Right); }
  static Value multiply(Value Left, Value Right) { return multiplyCongruences(Left, Right); }
};

/// \p Constant + the sum of \p Terms, each a coefficient times the product of \p ValueOf of its
/// factors.
template <typename Domain, typename TermRange, typename Function>
typename Domain::Value sumIn(int64_t Constant, const TermRange &Terms, Function ValueOf) {
  typename Domain::Value Sum = Domain::constant(Constant);
  for (const auto &Part : Terms) {
    typename Domain::Value Product = Domain::constant(Part.Coefficient);
    for (const auto &Factor : Part.Factors)
      Product = Domain::multiply(Product, ValueOf(Factor));
    Sum = Domain::add(Sum, Product);
  }
  return Sum;
}

/// The value of \p Root, which is not a leaf, from those of what it is computed from.
template <typename Domain, typename Function>
typename Domain::Value valueIn(ExprRef Root, Function ValueOf) {
  if (Root->operands().empty())
    return sumIn<Domain>(Root->constantTerm(), Root->terms(), ValueOf);
  llvm::SmallVector<typename Domain::Value, 3> Operands;
  for (ExprRef Operand : Root->operands())
    Operands.push_back(ValueOf(Operand));
  return Domain::operation(*Root, Operands);
}

} // namespace memlint

#endif // CUDA_MEMLINT_SYMBOLIC_DOMAINS_H
