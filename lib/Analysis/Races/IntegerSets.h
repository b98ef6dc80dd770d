//===- IntegerSets.h - Pairs of threads as an integer set -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Proofs that no two threads meet, whatever the values that are not known before launch:
/// the threads, blocks, iterations and values for which two accesses touch a common byte
/// are the points of a set that is shown to be empty. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_INTEGERSETS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_INTEGERSETS_H

#include "PairDecision.h"

namespace memlint {

/// Whether it is proved that no two threads that \p Question means make the accesses
/// \p First and \p Second at a common byte. Conditions around both, the launch, facts of the
/// source and ranges of types are premises. Takes its steps from \p Budget.
bool isEmptySet(const RaceSetting &Setting, const PairQuestion &Question, const PlacedSite &First,
                const PlacedSite &Second, uint64_t &Budget);

/// The same of threads that store different values, or at a different start: all others write
/// one value to one location. False: nothing is known.
bool storeEqualValues(const RaceSetting &Setting, const PairQuestion &Question,
                      const PlacedSite &First, const PlacedSite &Second, uint64_t &Budget);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_INTEGERSETS_H
