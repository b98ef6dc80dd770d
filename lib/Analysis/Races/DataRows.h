//===- DataRows.h - Rows that data say the length of ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Rows of one array, each for a thread, a warp or another group of threads, and each with a length
/// that is read: `for (i = lane; i < length[row]; i += 32) out[row * width + i] = …`. Internal to
/// the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATAROWS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATAROWS_H

#include "DataAddress.h"

namespace memlint {

struct RaceVerdict;

/// The two threads that \p Possible, of one block, names meet at \p First and \p Second only if a
/// loop goes on beyond the row where it began, and what it ends by was read for that row: a length
/// that is greater than the distance of the rows, which no author means.
bool meetBehindRow(const RaceSetting &Setting, const Access &First, const Access &Second,
                   const RaceVerdict &Possible);

/// \p Region, where in an array a block's own part begins, is the same for several blocks: `copies
/// + blockIdx.x / 2 * bins`.
bool haveBlocksOneRegion(const RaceSetting &Setting, ExprRef Region);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATAROWS_H
