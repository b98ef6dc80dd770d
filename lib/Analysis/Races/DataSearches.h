//===- DataSearches.h - Numbers that loops find in data ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Numbers that a loop finds by what it reads, from where all threads begin: a bin that is searched
/// for, the root of a tree, the hash of a text. Two threads may find one. Internal to the race
/// analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATASEARCHES_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATASEARCHES_H

#include "cuda-memlint/Model/MemoryProgram.h"

namespace memlint {

/// A loop that ends before \p Site has found \p Leaf: `while (bound[b] < x[i]) ++b;`, a binary
/// search, `while (root[v] != v) v = root[v];`. What is the number of a place in the thread's own
/// part of an array, or the end of a list of its own, is not meant.
bool isFoundInLoop(const KernelProgram &Kernel, ExprRef Leaf, const Access &Site);

/// \p Leaf was read, and is exchanged in each iteration of a loop for something else that is read.
bool isPassedOn(const KernelProgram &Kernel, ExprRef Leaf);

/// \p Leaf is where a loop has got by what it reads: the node of a tree that all threads begin at
/// the root of, or a hash that each iteration mixes more data into.
bool isStepOfSearch(const KernelProgram &Kernel, ExprRef Leaf);

/// \p Leaf is what a loop around \p Read has left, in which no variable goes on without what that
/// gives: `for (…) used |= 1 << colour[neighbour[e]];`.
bool isLeftByReads(const KernelProgram &Kernel, ExprRef Leaf, const Access &Read);

/// \p Leaf is a number that a loop before \p Site has chosen, such as that of the best entry.
bool isChosenInLoop(const KernelProgram &Kernel, ExprRef Leaf, const Access &Site);

/// \p Bound is where the row begins, or ends, of one of several things that the thread has read at
/// its own number, as `row[node[2 * i]]` is: others have read the same thing.
bool isRowOfSeveral(const KernelProgram &Kernel, ExprRef Bound);

/// If \p Leaf is the key of the last run of equal keys that a loop has come to in the thread's own
/// part of an array, before \p Site, which no data lead to: the load of the first key of that part.
/// `key = row[first]; for (k = first; k < last; ++k) if (row[k] != key) { …; key = row[k]; }`.
/// Parts begin and end within runs. Else null.
const Access *keyBeforeRun(ExprContext &Context, const KernelProgram &Kernel, ExprRef Leaf,
                           const Access &Site);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_DATASEARCHES_H
