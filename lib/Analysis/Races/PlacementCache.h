//===- PlacementCache.h - Accesses placed once for all pairs ----*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// An access is part of as many pairs as there are other accesses to its object. What does not
/// depend on the other one is computed once: its address and conditions within an interval, and
/// these with the values of other iterations renamed. Internal to the race analysis.
///
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_LIB_ANALYSIS_RACES_PLACEMENTCACHE_H
#define CUDA_MEMLINT_LIB_ANALYSIS_RACES_PLACEMENTCACHE_H

#include "PlacedSite.h"

#include <map>
#include <tuple>

namespace memlint {

class PlacementCache {
public:
  explicit PlacementCache(const RaceSetting &Setting) : Setting(Setting) {}

  /// RaceSetting::place() of \p Site, which stays where it is as long as the cache.
  const PlacedSite &place(const Access &Site, const BarrierInterval &Interval,
                          const ReachedNode &Reached, unsigned Side);

  /// \p Root where values that the loops \p Differing make are those of another iteration.
  ExprRef inOtherIterations(ExprRef Root, llvm::ArrayRef<unsigned> Differing);

private:
  /// What RaceSetting::place() depends on: the loops of an interval are those of its start.
  using Key = std::tuple<const Access *, std::optional<unsigned>, IntervalPosition,
                         std::vector<ExprRef>, std::vector<unsigned>, unsigned>;

  const RaceSetting &Setting;
  std::map<Key, PlacedSite> Placements;
  std::map<std::vector<unsigned>, Substitution> Renamed;
};

} // namespace memlint

#endif // CUDA_MEMLINT_LIB_ANALYSIS_RACES_PLACEMENTCACHE_H
