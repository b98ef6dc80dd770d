//===- LaunchContexts.h - Sets of launch contexts ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What several launch contexts have in common.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_MODEL_LAUNCHCONTEXTS_H
#define CUDA_MEMLINT_MODEL_LAUNCHCONTEXTS_H

#include "cuda-memlint/Model/LaunchContext.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace memlint {

/// Contexts of one kernel; of a launch in the source that has more, the first are
/// distinguished, and what differs between the others is unknown.
inline constexpr unsigned MaximumLaunchContexts = 64;
inline constexpr unsigned FirstLaunchContexts = 16;

/// The largest power of two that an unknown integer is said to be a multiple of.
inline constexpr uint64_t LargestMultiple = uint64_t(1) << 32;

/// The largest power of two that divides \p Number; LargestMultiple for 0.
uint64_t powerOfTwoFactor(int64_t Number);

/// A block shape that nobody stated: another one is as likely.
bool isGuessed(const LaunchContext &Launch);

/// Whether they differ at most in their position, in terms, in pointers where only one knows
/// whether they are null and, but \p WithConditions, in the
/// conditions.
bool sayTheSame(const LaunchContext &Left, const LaunchContext &Right, bool WithConditions = true);

/// What is known and alike in all of \p Contexts (not empty).
LaunchContext whatAllShare(llvm::ArrayRef<LaunchContext> Contexts);

/// Adds \p Context unless one that differs at most in its position is there; that one then keeps
/// the terms that both have, and of a pointer what both know of its being null.
void addDistinct(std::vector<LaunchContext> &Contexts, const LaunchContext &Context);

/// Leaves MaximumLaunchContexts of \p Contexts. What the others say of pointers stays.
void capContexts(std::vector<LaunchContext> &Contexts);

} // namespace memlint

#endif // CUDA_MEMLINT_MODEL_LAUNCHCONTEXTS_H
