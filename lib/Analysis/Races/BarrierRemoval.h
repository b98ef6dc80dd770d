//===- BarrierRemoval.h - What only one barrier keeps apart -----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Accesses that a barrier keeps apart which is taken away, and for which of them the order
/// may matter although it is not a race. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_BARRIERREMOVAL_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_BARRIERREMOVAL_H

#include "Reachability.h"

#include "cuda-memlint/Analysis/Races/RaceAnalysis.h"

namespace memlint {

/// It is asked what would be without \p Each, a barrier of \p Kernel.
bool isAsked(const KernelProgram &Kernel, const BarrierRemoval &Removal, const Barrier &Each);
/// It is taken away, be it asked about or not.
bool isGone(const KernelProgram &Kernel, const BarrierRemoval &Removal, const Barrier &Each);

/// A barrier that is asked about may lie between the two: threads come by it equally often, so
/// that none does where all have passed it never or once.
bool mayLieBetween(const ReachedNode &Here, const ReachedNode &There);
/// The same of two accesses, wherever \p Intervals join them.
bool mayLieBetween(const Access &First, const Access &Second, const IntervalSet &Intervals);

/// What a barrier has to hold back at least to order threads that are related as \p Kind says: that
/// of a block holds back its own threads only.
BarrierScope leastScopeBetween(ThreadPair Kind);

/// It is made anew each time, and not kept in a register.
bool seesOthers(const Access &Site);
bool areAtomics(const Access &First, const Access &Second);
/// The lanes of a warp make it together.
bool isCollective(const Access &Site);

/// Whether two accesses, at least one of them a write, may not be swapped if they are to one
/// location: nothing promises that they are disjoint, and the outcome depends on the order.
bool orderMatters(const KernelProgram &Kernel, const Access &First, const Access &Second);

/// A pair, undecided, of an access that may signal other blocks that a part of the work is done,
/// or observe their signal, and of an access that it may be about.
std::optional<RaceVerdict> findFlag(const KernelProgram &Kernel, const IntervalSet &Intervals);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_BARRIERREMOVAL_H
