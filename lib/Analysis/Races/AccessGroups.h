//===- AccessGroups.h - The accesses to each object -------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The accesses of a kernel that are compared, by the object that they are to, with offsets in the
/// allocation where the launch passes one twice. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_ACCESSGROUPS_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_ACCESSGROUPS_H

#include "PlacedSite.h"

#include "cuda-memlint/Analysis/Races/RaceAnalysis.h"
#include "cuda-memlint/Model/SharedAllocations.h"

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

  /// The offsets of a witness, in the object that \p Second accesses.
  void makeRelativeTo(const Access &Second, RaceVerdict &Verdict) const;

private:
  void add(const Access &Site);
  std::optional<PositionInAllocation> positionOf(const Access &Site) const;
  unsigned objectOf(const Access &Site) const;

  const RaceSetting &Setting;
  const KernelProgram &Kernel;
  const RaceOptions &Options;
  /// Their addresses are kept.
  std::deque<Access> Placed;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_ACCESSGROUPS_H
