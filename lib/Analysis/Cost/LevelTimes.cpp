//===- LevelTimes.cpp - What the levels of memory take --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Cost/LevelTimes.h"

#include "cuda-memlint/Model/AccessCost.h"
#include "cuda-memlint/Model/LaunchContext.h"
#include "cuda-memlint/Model/MemoryProgram.h"
#include "cuda-memlint/Target/MemoryThroughput.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

/// Distinct aligned units of \p Bytes that the lanes touch.
static unsigned countUnits(const WarpRequest &Request, int64_t Bytes) {
  SmallSet<int64_t, NvidiaWarpLanes> Units;
  for (unsigned Lane = 0; Lane != MostWarpLanes; ++Lane) {
    if (!(Request.ActiveMask >> Lane & 1))
      continue;
    int64_t First = Request.ByteOffset[Lane];
    int64_t Last = First + int64_t(Request.BytesPerLane) - 1;
    Units.insert(divideFloorSigned(First, Bytes));
    Units.insert(divideFloorSigned(Last, Bytes));
  }
  return unsigned(Units.size());
}

/// Adds a global access with these totals, whose requests are spread as \p Request is; null:
/// without gaps.
static void addGlobal(Demand &Sum, const Access &Site, double Sectors, const WarpRequest *Request) {
  double Lines = Sectors / 4, Granules = Sectors / 2;
  bool IsPartial = false;
  if (Request) {
    double Touched = countUnits(*Request, 32);
    Lines = Sectors * countUnits(*Request, 128) / Touched;
    Granules = Sectors * countUnits(*Request, 64) / Touched;
    IsPartial = Touched * 32 > double(popcount(Request->ActiveMask)) * Request->BytesPerLane;
  }
  Sum.Lines += Lines;
  if (Site.Kind == AccessKind::Store) {
    Sum.StoredSectors += Sectors;
    Sum.StoredLines += Lines;
    (IsPartial ? Sum.PartlyStoredGranules : Sum.StoredGranules) += Granules;
  } else {
    Sum.LoadedSectors += Sectors;
    Sum.LoadedLines += Lines;
    Sum.LoadedGranules += Granules;
  }
}

bool addDemand(Demand &Sum, const Access &Site, const AccessCost &Cost, bool IsMended) {
  bool IsPlain = Site.Kind == AccessKind::Load || Site.Kind == AccessKind::Store;
  if (!IsPlain || Cost.Known == Knowledge::Unknown || !Cost.Totals)
    return false;
  double Units = double(IsMended ? Cost.Totals->Ideal : Cost.Totals->Cost);
  if (Site.Space == MemorySpace::Shared)
    Sum.Lines += Units;
  else if (Site.Space == MemorySpace::Global)
    addGlobal(Sum, Site, Units, IsMended || Cost.Worst.Cost == 0 ? nullptr : &Cost.WorstRequest);
  else
    return false;
  return true;
}

LevelTimes timesOf(const Demand &Of, const MemoryThroughput &Device, uint64_t Blocks) {
  double Busy = double(std::min<uint64_t>(Blocks, Device.Multiprocessors));
  LevelTimes Times;
  Times.L1 = Of.Lines / (Busy * Device.LinesPerMultiprocessor);
  Times.L2Loads =
      std::max({Of.LoadedSectors / Device.LoadedSectors, Of.LoadedLines / Device.LoadedLines,
                Of.LoadedSectors / (Busy * Device.LoadedSectorsPerMultiprocessor)});
  Times.L2Stores =
      std::max({Of.StoredSectors / Device.StoredSectors, Of.StoredLines / Device.StoredLines,
                Of.StoredSectors / (Busy * Device.StoredSectorsPerMultiprocessor)});
  Times.Dram = Of.LoadedGranules / Device.LoadedGranules +
               Of.StoredGranules / Device.StoredGranules +
               Of.PartlyStoredGranules / Device.PartlyStoredGranules;
  return Times;
}

uint64_t countBlocks(const LaunchContext &Launch) {
  uint64_t Blocks = 1;
  for (const std::optional<uint64_t> &Extent : Launch.Grid)
    Blocks = SaturatingMultiply(Blocks, *Extent);
  return Blocks;
}

} // namespace memlint
