//===- LanePattern.h - What a request looks like, in words ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_CHECKS_LANEPATTERN_H
#define CUDA_MEMLINT_CHECKS_LANEPATTERN_H

#include "cuda-memlint/Model/AccessCost.h"
#include "cuda-memlint/Target/WarpRequest.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace memlint {

/// How the active lanes of \p Request lie in memory, as a clause: "lanes are 1024 B apart",
/// "lanes are contiguous", "all lanes access one address", "4 groups of 8 lanes: stride 4 B within
/// a group, 1024 B between groups", "lanes access scattered addresses". Where not all
/// \p WarpLanes lanes take part, the clause ends in how many do (", 16 of 32 lanes active"), and
/// strides are those between one active lane and the next. Distances that come from one of \p
/// Scales are written as multiples of it: "lanes are `width` * 4 B apart".
std::string describeLanePattern(const WarpRequest &Request, unsigned WarpLanes,
                                llvm::ArrayRef<UnknownScale> Scales = {});

/// The same for the end of a sentence on what lanes do: "with a stride of 128 B", "at scattered
/// addresses", "in 4 groups of 8 lanes, stride 4 B within a group, 1024 B between groups".
std::string describeLaneManner(const WarpRequest &Request, unsigned WarpLanes,
                               llvm::ArrayRef<UnknownScale> Scales = {});

/// Whether the active lanes have one stride, or one within groups and one between them.
bool hasRegularPattern(const WarpRequest &Request);

} // namespace memlint

#endif // CUDA_MEMLINT_CHECKS_LANEPATTERN_H
