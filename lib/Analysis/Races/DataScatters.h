//===- DataScatters.h - Stores that several threads make ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Stores alone at locations that data choose: `out[order[i]] = x[i]` is right where `order` is a
/// permutation, and `last[key[i]] = x[i]` is not where keys repeat. What in a kernel shows that
/// they do. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATASCATTERS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATASCATTERS_H

#include "DataAddress.h"

#include <optional>
#include <string>

namespace memlint {

/// What lets two threads that are related as \p Kind says store different values by \p Store at
/// one location, \p Address, that data choose, as RaceVerdict::Needs: an atomic counts how often
/// the key comes, fewer locations than threads can be chosen, the index is computed in a way that
/// leads many numbers to one, or both threads read one entry. None: the locations may be the
/// threads' own, or one thread alone is meant to store last.
std::optional<DataNeed> findScatter(const RaceSetting &Setting, const Access &Store,
                                    const DataAddress &Address, ThreadPair Kind);

/// More threads come to \p Store, at \p Address, by their own numbers alone than there are
/// locations for them, whatever gives them these, and store different values: `ring[atomicAdd(end,
/// 1) % 256] = i`.
bool hasMoreThreadsThanLocations(const RaceSetting &Setting, const Access &Store,
                                 const DataAddress &Address);

/// What chooses \p Address is a number that the thread has drawn from a counter, after an operation
/// that leads several such numbers to one: `list[min(atomicAdd(end, 1), 15)]`.
bool isSlotOfSeveral(const RaceSetting &Setting, const Access &Site, const DataAddress &Address);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATASCATTERS_H
