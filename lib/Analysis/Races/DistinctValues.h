//===- DistinctValues.h - Addresses read from index arrays ------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Locations that are read from an array whose values the source declares to be distinct:
/// `out[order[i]] = x`. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_DISTINCTVALUES_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_DISTINCTVALUES_H

#include "PlacedSite.h"

#include <utility>

namespace memlint {

/// Offsets that meet for the same threads as those of \p First and \p Second do: what is
/// read from an array of distinct values is replaced by where it is read from. None: the
/// two do not depend on such an array in a way that is understood.
std::optional<std::pair<ExprRef, ExprRef>> offsetsByIndexRead(const RaceSetting &Setting,
                                                              const Access &First,
                                                              const Access &Second,
                                                              ThreadPair Relation);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_DISTINCTVALUES_H
