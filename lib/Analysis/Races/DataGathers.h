//===- DataGathers.h - Elements of others, in place -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each thread computes its own element of an array from elements that data choose of the same
/// array, `rank[i] += rank[next[i]]`, or moves its own element to where data say:
/// `a[order[i]] = a[i]`. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATAGATHERS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATAGATHERS_H

#include "DataAddress.h"

namespace memlint {

/// \p Address is as far from the thread's own element, at which \p Store writes, as one number says
/// that all threads have read: `best[c] = best[c - weight[0]] + 1`.
bool isShiftByData(const RaceSetting &Setting, const DataAddress &Address, const Access &Store);

/// \p Site without the conditions on the number that the \p Address of isShiftByData() has.
Access withoutShift(const KernelProgram &Kernel, const DataAddress &Address, const Access &Site);

/// What \p Read finds, at \p Address, goes into what the thread then stores by
/// \p Store at an element of its own in the same array, and it matters whether the thread of the
/// other element has stored there before. It does not where the new element is the better one of
/// what was there and what was found, or the next one of a way that is shortened, nor where data,
/// arguments or parities may say whose turn it is.
bool gathersInPlace(const RaceSetting &Setting, const Access &Read, const DataAddress &Address,
                    const Access &Store);

/// \p Read finds, at \p Address, what another thread has set by \p Store at an element of its own
/// in the same array, or what that held before, and the thread sets its own element first or
/// whatever others find, or only where it has found something: `mine[i] = x; y = mine[key[i]];`,
/// `if (level[key[i]] > 3) level[i] = x;`. No data say whose turn it is.
bool readsSetElement(const RaceSetting &Setting, const Access &Read, const DataAddress &Address,
                     const Access &Store);

/// readsSetElement(), where the thread updates its own element by the atomic \p Update first.
bool readsUpdatedElement(const RaceSetting &Setting, const Access &Read, const DataAddress &Address,
                         const Access &Update);

/// What \p Read finds at an element of the thread's own goes to \p Address in the same array, by
/// \p Store, at a number that the thread has drawn from a counter which its element chooses, as in
/// sorting by digits: `k = key[i]; key[atomicAdd(&start[k & 15], 1)] = k;`. Others may not have
/// read their elements yet, whichever places they get.
bool movesByCount(const KernelProgram &Kernel, const Access &Store, const DataAddress &Address,
                  const Access &Read);

/// Each thread goes through the whole array by \p Read, and from what it finds it computes where
/// \p Store, at \p Address, puts the element that it has read as its own: `s[rank] = mine;` in
/// sorting by counting. Others may not be through yet, whichever ranks they find.
bool sortsInPlace(const KernelProgram &Kernel, const Access &Store, const DataAddress &Address,
                  const Access &Read);

/// What \p Read finds at an element of the thread's own in global memory goes into what the thread
/// then stores by \p Store, at \p Address in the same array, for all threads, or for those whose
/// own data say so: whether the thread of the other element has read it before matters, also if all
/// locations are different.
bool scattersInPlace(const RaceSetting &Setting, const Access &Store, const DataAddress &Address,
                     const Access &Read);

/// A thread that finds by \p Read the one value that \p Store stores does not come to that: of
/// neighbours, one alone is to have it: `if (state[neighbour[e]] == 1) isFree = false; … if
/// (isFree) state[v] = 1;`.
bool isHeldBackByValue(const RaceSetting &Setting, const Access &Read, const Access &Store);

/// The thread stores by \p Store where its own entry says, at \p Address, whatever data say, and
/// then reads its own element of the same array by \p Read, where another thread stores meanwhile:
/// `x[order[i]] = y[i]; z[i] = x[i];`.
bool readsScattered(const RaceSetting &Setting, const Access &Store, const DataAddress &Address,
                    const Access &Read);

/// \p Store, at \p Address, and another one exchange the thread's own element and the one that data
/// choose, and the lower one of the two decides who does: `if (i < partner[i])`.
bool exchangesInPair(const KernelProgram &Kernel, const Access &Store, const DataAddress &Address);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATAGATHERS_H
