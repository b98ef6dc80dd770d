//===- LevelTimes.h - What the levels of memory take ------------*- C++ -*-===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef CUDA_MEMLINT_ANALYSIS_COST_LEVELTIMES_H
#define CUDA_MEMLINT_ANALYSIS_COST_LEVELTIMES_H

#include <cstdint>

namespace memlint {

struct Access;
struct AccessCost;
struct LaunchContext;
struct MemoryThroughput;

/// What accesses ask of each level. Sectors have 32 bytes, granules 64, lines 128.
struct Demand {
  /// Cache lines of global memory and wavefronts of shared memory.
  double Lines = 0;
  double LoadedSectors = 0, LoadedLines = 0, LoadedGranules = 0;
  double StoredSectors = 0, StoredLines = 0, StoredGranules = 0;
  /// Those of stores that leave a part of a sector as it was.
  double PartlyStoredGranules = 0;
};

/// How long each level takes for a demand, in nanoseconds.
struct LevelTimes {
  double L1 = 0, L2Loads = 0, L2Stores = 0, Dram = 0;

  double l2() const { return L2Loads + L2Stores; }
};

/// Adds what \p Site asks in a launch, or would if it cost no more than its lanes need. False:
/// that is not known, or no rate is.
bool addDemand(Demand &Sum, const Access &Site, const AccessCost &Cost, bool IsMended);

/// How long each level of \p Device takes at full throughput for \p Of in a launch of so many
/// blocks.
LevelTimes timesOf(const Demand &Of, const MemoryThroughput &Device, uint64_t Blocks);

/// The share of a level's throughput that a kernel without excess reaches at least. Below 60 % of
/// the peak, Nsight Compute's rule SOLBottleneck says that latency is typically the limit.
inline constexpr double LeastUtilisation = 0.6;

/// Blocks of a launch whose grid is known.
uint64_t countBlocks(const LaunchContext &Launch);

} // namespace memlint

#endif // CUDA_MEMLINT_ANALYSIS_COST_LEVELTIMES_H
