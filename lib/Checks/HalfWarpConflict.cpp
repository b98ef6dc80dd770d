//===- HalfWarpConflict.cpp - Two rows of a tile in one warp --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "HalfWarpConflict.h"

#include "cuda-memlint/Model/Finding.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"

#include <optional>

using namespace llvm;

namespace memlint {

/// Whether the active lanes of each half of a warp are side by side in \p Request.
static bool hasContiguousHalves(const WarpRequest &Request, unsigned WarpLanes) {
  for (unsigned First : {0u, WarpLanes / 2}) {
    std::optional<int64_t> Start;
    for (unsigned Lane = First; Lane != First + WarpLanes / 2; ++Lane) {
      if (!(Request.ActiveMask >> Lane & 1))
        continue;
      int64_t Here = Request.ByteOffset[Lane] - int64_t(Lane) * Request.BytesPerLane;
      if (Start && Here != *Start)
        return false;
      Start = Here;
    }
  }
  return true;
}

bool conflictsByHalves(const KernelAnalysis &Kernel, ArrayRef<Finding *> Findings) {
  return all_of(Findings, [&](const Finding *Each) {
    const AccessCost &Cost = Kernel.Verdicts[*Each->Access][*Each->Launch].Cost;
    return Kernel.Program.Accesses[*Each->Access].Space == MemorySpace::Shared &&
           Cost.WorstRequest.Kind != AccessKind::Atomic &&
           Cost.Worst.Cost <= 2 * Cost.Worst.Ideal &&
           hasContiguousHalves(Cost.WorstRequest, Kernel.Program.Device.WarpLanes);
  });
}

} // namespace memlint
