//===- ConstantDistance.h - Sums that differ by a number --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SYMBOLIC_CONSTANTDISTANCE_H
#define CUDA_MEMLINT_SYMBOLIC_CONSTANTDISTANCE_H

#include "cuda-memlint/Symbolic/Expression.h"

#include <optional>

namespace memlint {

/// \p Left minus \p Right where that is one number, which the normal form of sums shows; no
/// node is made for the difference.
std::optional<int64_t> constantDistance(ExprRef Left, ExprRef Right);

} // namespace memlint

#endif // CUDA_MEMLINT_SYMBOLIC_CONSTANTDISTANCE_H
