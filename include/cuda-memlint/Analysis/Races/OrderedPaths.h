//===- OrderedPaths.h - Ways past fences ------------------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_RACES_ORDEREDPATHS_H
#define CUDA_MEMLINT_ANALYSIS_RACES_ORDEREDPATHS_H

#include "cuda-memlint/Model/MemoryProgram.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace memlint {

/// \p Passed is a branch with one way where its condition holds and one where it does not.
bool isTwoWay(const Node &Passed);

/// Whether a path leads from \p From to \p To without a node for which \p Stops holds.
/// Branches are taken as the guards of both ends want them, where these are about indices
/// and arguments only.
bool hasPath(ExprContext &Expressions, const KernelProgram &Kernel, const Site &From,
             const Site &To, llvm::function_ref<bool(const Node &)> Stops);

/// The nodes that a path leads to from \p From without a node before them for which \p Stops holds,
/// whatever the branches: no others can be the end of one that hasPath finds.
llvm::BitVector nodesAhead(const KernelProgram &Kernel, const Site &From,
                           llvm::function_ref<bool(const Node &)> Stops);

/// \p Site orders what its thread does before it (release) for threads of other blocks.
bool isRelease(const Access &Site);
/// \p Site orders what its thread does after it (acquire) for threads of other blocks.
bool isAcquire(const Access &Site);

/// What a thread did before \p Passed is seen by other blocks before what it does after it.
bool ordersStores(const KernelProgram &Kernel, const Node &Passed);
/// Loads behind \p Passed are not from before it, by a fence or since threads wait there.
bool ordersLoads(const KernelProgram &Kernel, const Node &Passed);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_RACES_ORDEREDPATHS_H
