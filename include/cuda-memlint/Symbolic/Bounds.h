//===- Bounds.h - Ranges and congruences of values  -*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Saturating interval arithmetic, and arithmetic on residues modulo powers of
/// two: what a value can be, from what the values it is computed from can be.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SYMBOLIC_BOUNDS_H
#define CUDA_MEMLINT_SYMBOLIC_BOUNDS_H

#include "cuda-memlint/Symbolic/Expression.h"

namespace memlint {

Interval constantInterval(int64_t Value);
Interval addIntervals(Interval Left, Interval Right);
Interval multiplyIntervals(Interval Left, Interval Right);
Interval joinIntervals(Interval Left, Interval Right);
Interval intersectIntervals(Interval Left, Interval Right);

Congruence constantCongruence(int64_t Value);
Congruence addCongruences(Congruence Left, Congruence Right);
Congruence multiplyCongruences(Congruence Left, Congruence Right);
Congruence joinCongruences(Congruence Left, Congruence Right);

/// Range of an operation (not Constant, Leaf or Polynomial) from those of its operands: a single
/// value where they decide it.
Interval operationRange(const Expr &Node, llvm::ArrayRef<Interval> Operands);
/// Congruence of an operation from those of its operands.
Congruence operationCongruence(ExprKind Kind, llvm::ArrayRef<ExprRef> Operands, unsigned WrapBits);

/// The values of an integer type of \p Bits bits.
Interval typeInterval(unsigned Bits, bool Signed);

} // namespace memlint

#endif // CUDA_MEMLINT_SYMBOLIC_BOUNDS_H
