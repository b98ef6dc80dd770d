//===- AccessGroups.h - The accesses to each object -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The accesses of a kernel that are compared, by the object that they are to, or by the allocation
/// where the launch passes one twice. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_ACCESSGROUPS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_ACCESSGROUPS_H

#include "PlacedSite.h"

#include "cuda-memlint/Analysis/Races/RaceAnalysis.h"
#include "cuda-memlint/Model/SharedAllocations.h"

#include "llvm/ADT/DenseMap.h"

#include <deque>
#include <map>

namespace memlint {

class AccessGroups {
public:
  using ByObject = std::map<unsigned, std::vector<const Access *>>;

  /// Both outlive it.
  AccessGroups(const RaceSetting &Setting, const RaceOptions &Options);

  /// Those with a write among them.
  ByObject Shared, Global;

  /// \p First and \p Second, of one group, as they are compared: two that go by different pointers
  /// into one allocation have offsets in that.
  std::pair<const Access *, const Access *> asPair(const Access &First, const Access &Second) const;
  /// Makes the offsets of a witness of such a pair those in the object that \p Second accesses.
  void makeRelative(const Access &First, const Access &Second, RaceVerdict &Verdict) const;

private:
  void add(const Access &Site);
  std::optional<PositionInAllocation> positionOf(const Access &Site) const;
  unsigned objectOf(const Access &Site) const;

  const RaceSetting &Setting;
  const KernelProgram &Kernel;
  const RaceOptions &Options;
  /// Their addresses are kept.
  std::deque<Access> Placed;
  /// The same accesses with offsets in an allocation that the launch passes twice, where those are
  /// others.
  llvm::DenseMap<const Access *, const Access *> InAllocation;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_ACCESSGROUPS_H
