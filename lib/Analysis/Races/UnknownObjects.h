//===- UnknownObjects.h - Pairs whose objects are not known -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Pairs of accesses that may be to one object, though which object that is is not known. Internal
/// to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_UNKNOWNOBJECTS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_UNKNOWNOBJECTS_H

#include "PlacedSite.h"

#include "cuda-memlint/Analysis/Races/RaceAnalysis.h"

namespace memlint {

/// Pairs that are listed because the object of an access is unknown.
inline constexpr size_t MostUnknownPairs = 5000;

/// Adds such pairs to \p Report, undecided. Nothing is said of how the threads that come to the two
/// are related. The result: how many were not listed.
uint64_t addUnknownObjects(const RaceSetting &Setting, const RaceOptions &Options,
                           RaceReport &Report);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_UNKNOWNOBJECTS_H
