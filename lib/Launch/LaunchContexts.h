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

#ifndef CUDA_MEMLINT_LIB_LAUNCH_LAUNCHCONTEXTS_H
#define CUDA_MEMLINT_LIB_LAUNCH_LAUNCHCONTEXTS_H

#include "cuda-memlint/Launch/LaunchContext.h"

#include "llvm/ADT/ArrayRef.h"

namespace memlint {

/// Whether they differ at most in their position, in pointers where only one knows
/// whether they are null and, but \p WithConditions, in the
/// conditions.
bool sayTheSame(const LaunchContext &Left, const LaunchContext &Right, bool WithConditions = true);

/// What is known and alike in all of \p Contexts (not empty).
LaunchContext whatAllShare(llvm::ArrayRef<LaunchContext> Contexts);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_LAUNCHCONTEXTS_H
