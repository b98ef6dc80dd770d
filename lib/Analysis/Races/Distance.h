//===- Distance.h - Addresses that never meet -------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Proofs by range and divisibility of the distance between two addresses that no two
/// threads meet there. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_DISTANCE_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_DISTANCE_H

#include "PairEnumeration.h"

namespace memlint {

/// Whether the addresses of \p First and \p Second can be shown to have no byte in common
/// for any two threads that \p Relation means. Conditions are not looked at.
bool neverMeet(const RaceSetting &Setting, const PlacedSite &First, const PlacedSite &Second,
               ThreadPair Relation);

/// Takes out of both addresses what is the same for both and not known before launch, or
/// the block's own; whether there was such a part.
bool dropCommonPart(ExprContext &Context, PlacedSite &First, PlacedSite &Second,
                    ThreadPair Relation);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_DISTANCE_H
