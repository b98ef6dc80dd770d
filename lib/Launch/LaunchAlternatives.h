//===- LaunchAlternatives.h - One launch for each branch --------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A launch whose block depends on conditions that are not known, as one launch for each way in
/// which they may turn out: `block = big ? 256 : 128` is two.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_LAUNCH_LAUNCHALTERNATIVES_H
#define CUDA_MEMLINT_LIB_LAUNCH_LAUNCHALTERNATIVES_H

#include "cuda-memlint/Launch/HostValue.h"

#include "llvm/ADT/ArrayRef.h"

namespace memlint {

/// What a launch is made of.
struct LaunchParts {
  HostValue Grid;
  HostValue Block;
  HostValue Bytes;
  std::vector<HostValue> Arguments;
};

/// \p Parts once for each outcome of the conditions that select the block, but for outcomes that
/// \p Guards rule out.
/// Only \p Parts itself if no condition does, or too many do.
std::vector<LaunchParts> alternativesOf(ExprContext &Context, const LaunchParts &Parts,
                                        llvm::ArrayRef<ExprRef> Guards);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_LAUNCH_LAUNCHALTERNATIVES_H
