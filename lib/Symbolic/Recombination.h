//===- Recombination.h - Quotients and remainders put together ----*- C++ -*- ===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_SYMBOLIC_RECOMBINATION_H
#define CUDA_MEMLINT_LIB_SYMBOLIC_RECOMBINATION_H

#include "Polynomial.h"

namespace memlint {

/// \p Whole with every c * v * (x / v) + c * (x % v) in it written as c * x.
Polynomial recombineDivisions(ExprContext &Context, Polynomial Whole);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_SYMBOLIC_RECOMBINATION_H
