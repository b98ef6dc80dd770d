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

  /// By which access each block of the launch counts once, where one goes on to \p Behind by what
  /// \p Sight gives although fewer than all others have counted: `atomicAdd(count, 1) ==
  /// gridDim.x - 2`, or `while (atomicAdd(count, 0) < gridDim.x - 1)` behind its own count. Null
  /// otherwise.
  const Access *findTooFew(const Access &Sight, const Access &Behind) const;
  bool isTooFew(const Access &Count, const Access &Behind) const {
    return findTooFew(Count, Behind) != nullptr;
  }

private:
  bool countsOnce(const Access &Count) const;
  bool isSetBack(const Access &Write, const Access &Count) const;
  const Access *onlyCounter(const Access &Sight) const;
  bool isBehind(const Access &Sight, const Access &Count) const;
  bool endsAt(const Access &Sight, ExprRef Count) const;
  bool endsEarly(const Access &Sight) const;
  std::optional<int64_t> blocks() const;

  const RaceSetting &Setting;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_ARRIVALCOUNTS_H
