//===- LanePattern.h - What a request looks like, in words ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_COST_LANEPATTERN_H
#define CUDA_MEMLINT_COST_LANEPATTERN_H

#include "cuda-memlint/Cost/AccessCost.h"
#include "cuda-memlint/Target/WarpRequest.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace memlint {

/// How the active lanes of \p Request lie in memory, in words, such as
/// "consecutive lanes 4 B apart (contiguous)", "lane stride 4096 B", "lanes in
/// 4 rows of 8: 4 B apart within a row, rows 1024 B apart", "all lanes at one
/// address" or "no regular pattern". Where not all 32 lanes take part, the words
/// end in how many do, such as ", 16 of 32 lanes active", and strides are those
/// between one active lane and the next. Distances that come from one of
/// \p Scales are written as multiples of it: "lane stride `width` * 4 B".
std::string describeLanePattern(const WarpRequest &Request,
                                llvm::ArrayRef<UnknownScale> Scales = {});

} // namespace memlint

#endif // CUDA_MEMLINT_COST_LANEPATTERN_H
