//===- ArrivalCounts.h - Counters that blocks go on by ----------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Whether a block that goes on by what a counter gives it knows that all others have counted.
/// Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_ARRIVALCOUNTS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_ARRIVALCOUNTS_H

#include "PlacedSite.h"

namespace memlint {

/// Answers for one kernel in one launch.
class ArrivalCounts {
public:
  /// It outlives this.
  explicit ArrivalCounts(const RaceSetting &Setting) : Setting(Setting) {}

  /// Each block of the launch counts once, by \p Count, and one goes on to \p Behind that finds
  /// fewer counted than all others: `atomicAdd(count, 1) == gridDim.x - 2`.
  bool isTooFew(const Access &Count, const Access &Behind) const;

private:
  bool countsOnce(const Access &Count) const;
  bool isSetBack(const Access &Write, const Access &Count) const;

  const RaceSetting &Setting;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_ARRIVALCOUNTS_H
