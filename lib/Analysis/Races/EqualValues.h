//===- EqualValues.h - Stores of what is there already ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Conflicts that change nothing, since all threads write one value to one location. Internal
/// to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_EQUALVALUES_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_EQUALVALUES_H

#include "PlacedSite.h"

namespace memlint {

/// Threads that are related as \p Relation says all write one value by \p Store, wherever they do.
bool isOneForAll(const RaceSetting &Setting, const Access &Store, ThreadPair Relation);

/// Each thread that comes to \p Load has stored there by \p Store itself, and no other value since.
bool readsOwnStore(const RaceSetting &Setting, const Access &Store, const Access &Load,
                   ThreadPair Relation);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_EQUALVALUES_H
