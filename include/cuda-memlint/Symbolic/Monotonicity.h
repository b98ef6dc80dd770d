//===- Monotonicity.h - How values change with a counter --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether an expression only rises, or only falls, while a counter does.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_SYMBOLIC_MONOTONICITY_H
#define CUDA_MEMLINT_SYMBOLIC_MONOTONICITY_H

#include "cuda-memlint/Symbolic/Expression.h"

namespace memlint {

enum class Direction : uint8_t {
  Constant,
  Rising,  ///< never falls
  Falling, ///< never rises
  Unknown
};

/// Values that leave their type.
enum class Overflow : uint8_t {
  Followed, ///< nothing is known of an operation that may overflow or wraps
  Ignored   ///< the caller checks that nothing overflows, and wraps are looked through
};

/// How \p Root changes while \p Counter rises and nothing else changes.
Direction directionOf(ExprRef Root, ExprRef Counter, Overflow Handling);

} // namespace memlint

#endif // CUDA_MEMLINT_SYMBOLIC_MONOTONICITY_H
