//===- DataLinks.h - Stores at what links lead to ---------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Entries of an array that lead to others of the same array, as the parents of trees do: many
/// threads arrive at one root, and a store there replaces what another one has linked. Internal to
/// the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATALINKS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATALINKS_H

#include "DataAddress.h"

namespace memlint {

/// \p Store, at \p Address, links what the thread has arrived at by following the array that it
/// stores to: `r = root(parent, a); parent[max(r, q)] = min(r, q);`. What shortens a way does no
/// harm, whoever comes first: `parent[v] = parent[parent[v]]`, nor does what is repeated until
/// nothing changes.
bool linksFollowed(const RaceSetting &Setting, const Access &Store, const DataAddress &Address);

/// \p Store, at \p Address, links an entry to one further on the same way, or does so again and
/// again until nothing changes: who comes first does not matter.
bool isHarmlessLink(const RaceSetting &Setting, const Access &Store, const DataAddress &Address);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATALINKS_H
