//===- DataCursors.h - Locations that threads count up to -------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Locations that threads give out by themselves, each from a start of its own: a cursor that it
/// steps, its rank in the warp, its lane. Where the start is the same for two threads, so are the
/// locations. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATACURSORS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATACURSORS_H

#include "DataAddress.h"

namespace memlint {

/// \p Leaf is a cursor of the thread at \p Store that starts at one place for all threads that are
/// related as \p Kind says, and moves on where the thread stores alone:
/// `int cursor = start[0]; for (…) if (keep[j]) out[cursor++] = x[j];`.
bool isCommonCursor(const RaceSetting &Setting, ExprRef Leaf, const Access &Store, ThreadPair Kind);

/// \p Address of \p Store is a cursor, or one of several that data choose, and the same for all
/// threads beside that.
bool countsFromOneStart(const RaceSetting &Setting, const Access &Store, const DataAddress &Address,
                        ThreadPair Kind);

/// \p Address is counted by the votes of the lanes before the thread's own, from a start that is
/// the same for the warps of two threads: `base[blockIdx.x] + __popc(votes & below)`.
bool isRankInWarp(const RaceSetting &Setting, const DataAddress &Address, ThreadPair Kind);

/// \p Store is at the lane's own element, which other warps have, too, and comes there by what it
/// has read for itself, which may be so for many: `if (keep[i]) out[threadIdx.x % 32] = i;`. What
/// is looked for, `key[i] == wanted`, may be found by one thread alone.
bool isByLaneForData(const RaceSetting &Setting, const Access &Store, ThreadPair Kind);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATACURSORS_H
