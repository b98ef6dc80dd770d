//===- ContentionTime.h - What atomics of a grid take ---------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_CHECKS_CONTENTIONTIME_H
#define CUDA_MEMLINT_LIB_CHECKS_CONTENTIONTIME_H

#include "cuda-memlint/Analysis/Lanes/ContendedAtomics.h"
#include "cuda-memlint/Target/AtomicTimes.h"

#include <optional>

namespace memlint {

class ExprContext;
struct Access;
struct KernelAnalysis;
struct LaunchContext;

/// Empty: the grid is not known, or a guess.
std::optional<uint64_t> blocksOf(const LaunchContext &Launch);

/// What the time of \p Site depends on.
TimedAtomic timed(const Access &Site, const ContendedAtomic &Found);

/// What \p Updates by a grid take, in nanoseconds: those of one address wait for each other.
double timeOf(uint64_t Updates, const Access &Site, const ContendedAtomic &Found);

/// What all else that the launch of \p Found does takes, in nanoseconds, on the device that the
/// times of atomics are of.
struct OtherTime {
  double Traffic = 0;
  double Instructions = 0;
  /// Data decide whether some of it happens.
  bool IsMost = false;
};

/// None: that is not known.
std::optional<OtherTime> timeOfOthers(ExprContext &Expressions, const KernelAnalysis &Kernel,
                                      const ContendedAtomic &Found);

/// Updates that lanes of a warp need not wait for take most of the time of the launch.
bool takesMostOfTime(ExprContext &Expressions, const KernelAnalysis &Kernel,
                     const ContendedAtomic &Found);

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_CHECKS_CONTENTIONTIME_H
