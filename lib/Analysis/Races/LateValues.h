//===- LateValues.h - Values stored behind their keys -----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Tables whose keys are published by an atomic before the values are there. Internal to the race
/// analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_LATEVALUES_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_LATEVALUES_H

#include "DataAddress.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace memlint {

/// `old = atomicCAS(&key[h], empty, mine); if (old == empty) value[h] = x;` and, for another
/// thread, `if (atomicCAS(&key[k], empty, empty) == wanted) y = value[k];`: \p Load, at \p Found,
/// reads what belongs to a key that \p Store, at \p Taken, stores behind the atomic that makes the
/// key known, and nothing says that it is there by now. \p EndsSearch: whether a search ends by an
/// atomic where the store is made.
bool isStoredBehindKey(const RaceSetting &Setting, const Access &Store, const DataAddress &Taken,
                       const Access &Load, const DataAddress &Found,
                       llvm::function_ref<bool(const Access &)> EndsSearch);

/// The atomic that counts an entry before \p Store, at \p Taken, stores it, if \p Load reads the
/// entry because the counter says that it is there: `slot = atomicAdd(count, 1); list[slot] = x;`
/// and, for another thread, `if (k < *count) y = list[k];`. Else null. \p AreConcurrent: no barrier
/// parts the two that it is asked for.
const Access *
countBeforeStore(const RaceSetting &Setting, const Access &Store, const DataAddress &Taken,
                 const Access &Load,
                 llvm::function_ref<bool(const Access &, const Access &)> AreConcurrent);

/// `next[i] = atomicExch(&head[b], i);` and, for another thread, `for (k = head[b]; k >= 0; k =
/// next[k])`: \p Store links an entry behind the atomic that makes it the first of its list, and \p
/// Load, at \p Found, follows the link.
bool isLinkedBehindHead(const RaceSetting &Setting, const Access &Store, const Access &Load,
                        const DataAddress &Found);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_LATEVALUES_H
