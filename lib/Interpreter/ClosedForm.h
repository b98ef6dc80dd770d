//===- ClosedForm.h - A loop-carried value by iteration ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_INTERPRETER_CLOSEDFORM_H
#define CUDA_MEMLINT_LIB_INTERPRETER_CLOSEDFORM_H

#include "cuda-memlint/Symbolic/Expression.h"

#include "llvm/ADT/DenseSet.h"

namespace memlint {

/// The setting of a loop whose carried values are looked for.
struct LoopSetting {
  ExprRef Counter = nullptr;
  /// Stand for the values of carried variables at the start of an iteration.
  llvm::DenseSet<ExprRef> Symbols;
  /// Opaque and loaded values and counters made later than this expression are
  /// new in each iteration.
  unsigned FirstInner = 0;

  /// \p Root is the same in every iteration.
  bool isInvariant(ExprRef Root) const;
  /// \p Root changes with the iteration number only.
  bool dependsOnCounterOnly(ExprRef Root) const;
};

/// The value at the start of iteration Counter of a variable that starts as
/// \p Initial, is \p Symbol at the start of an iteration and \p End at its end.
/// Sums, products with powers of two, shifts, toggles and periodic updates have
/// one; null for others. \p UnsignedBits: those of its type, when that is unsigned,
/// else 0.
ExprRef closedForm(ExprContext &Exprs, const LoopSetting &Setting, ExprRef Initial, ExprRef Symbol,
                   ExprRef End, unsigned UnsignedBits = 0);

/// \p Root may be a number below zero that an unsigned type of \p Bits holds.
bool mayHaveWrapped(ExprRef Root, unsigned Bits);

/// The value at the start of iteration Counter of a variable that one iteration
/// sets, such as an element of an array that is filled in a loop: End is Symbol
/// but where the counter has one value. \p Initial is null for what is not set
/// before the loop. Null for other variables.
ExprRef setInOneIteration(ExprContext &Exprs, const LoopSetting &Setting, ExprRef Initial,
                          ExprRef Symbol, ExprRef End);

/// The first iteration in which \p Condition, written over Counter, is zero;
/// null when it has no closed form. \p MayNeverFail: a condition that never fails
/// may be said to do so in iteration NeverLeft.
ExprRef firstFailure(ExprContext &Exprs, const LoopSetting &Setting, ExprRef Condition,
                     bool MayNeverFail = false);

/// The same for conditions of numbers of up to 32 bits that are halved down to zero, or doubled
/// from 1 on up to another one, in each iteration; null for all others.
ExprRef countShifts(ExprContext &Exprs, const LoopSetting &Setting, ExprRef Condition);

/// Taken for the iteration in which a thread does what it never does.
inline constexpr int64_t NeverLeft = std::numeric_limits<int32_t>::max();

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_INTERPRETER_CLOSEDFORM_H
