//===- RunningValues.h - What iterations hand to the next one ---*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Loops whose iterations cannot change their order: running sums, filters with feedback. Index
/// expressions follow integers only. Internal to lowering.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LOWERING_RUNNINGVALUES_H
#define CUDA_MEMLINT_LIB_LOWERING_RUNNINGVALUES_H

namespace clang {
class Stmt;
}

namespace memlint {

/// Whether an iteration of \p Loop stores what is computed from a floating-point number, or a
/// structure, that a local variable has from the iteration before. Found by names of
/// variables and of their members alone: the order
/// of statements is that of the source, and calls store nothing.
bool storesRunningValue(const clang::Stmt &Loop);

/// Whether a local variable has a value in the end that depends on the order of the iterations of
/// \p Loop, since they combine it in several ways, as in `state = state * 31 + next`; sums,
/// products and bits that are combined in one way do not. Found by operators alone: calls and
/// choices, as for a maximum, may combine in any order.
bool hasRecurrence(const clang::Stmt &Loop);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LOWERING_RUNNINGVALUES_H
