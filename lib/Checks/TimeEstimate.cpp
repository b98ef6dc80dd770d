//===- TimeEstimate.cpp - The time that excess takes ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/TimeEstimate.h"

#include "FindingParts.h"

#include "cuda-memlint/Checks/FindingGroups.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Target/MemoryThroughput.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace llvm;

namespace memlint {

namespace {

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

} // namespace

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

/// Adds what \p Site asks in that launch, or would if it cost no more than its lanes need. False:
/// that is not known, or no rate is.
static bool addAccess(Demand &Sum, const Access &Site, const AccessCost &Cost, bool IsMended) {
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

static LevelTimes timesOf(const Demand &Of, const MemoryThroughput &Device, uint64_t Blocks) {
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

/// What a launch of \p Whole nanoseconds saves if a level takes \p After instead of \p Before of it
/// and does nothing at the same time as the others.
static double savedAlone(double Whole, double Before, double After) {
  if (Before <= After)
    return 0;
  return std::min(Whole, Before) * (1 - After / Before);
}

/// What it saves if the level and the rest of the launch overlap. Times are combined by their third
/// powers, between a sum (no overlap) and the larger one (full overlap).
static double savedOverlapped(double Whole, double Before, double After) {
  if (Before <= After)
    return 0;
  if (Before > Whole) {
    After *= Whole / Before;
    Before = Whole;
  }
  return Whole -
         std::cbrt(Whole * Whole * Whole - Before * Before * Before + After * After * After);
}

/// The share of a level's throughput that a kernel without excess reaches at least. Below 60 % of
/// the peak, Nsight Compute's rule SOLBottleneck says that latency is typically the limit.
static constexpr double LeastUtilisation = 0.6;

std::optional<TimeRange> estimateExcessTime(const KernelAnalysis &Kernel, unsigned Launch,
                                            ArrayRef<unsigned> Accesses) {
  const LaunchContext &Context = Kernel.Launches[Launch];
  const MemoryThroughput *Device =
      Context.Time ? findMemoryThroughput(Context.Time->Device) : nullptr;
  if (!Device || !Context.gridKnown())
    return std::nullopt;
  uint64_t Blocks = 1;
  for (const std::optional<uint64_t> &Extent : Context.Grid)
    Blocks = SaturatingMultiply(Blocks, *Extent);
  // What else is known of the kernel shares each level with them.
  Demand All, AllMended, Own, OwnMended;
  for (const Access &Site : Kernel.Program.Accesses) {
    const AccessCost &Cost = Kernel.Verdicts[Site.Id][Launch].Cost;
    bool IsOne = is_contained(Accesses, Site.Id);
    bool IsKnown =
        addAccess(All, Site, Cost, /*IsMended=*/false) && addAccess(AllMended, Site, Cost, IsOne);
    if (IsOne && !(IsKnown && addAccess(Own, Site, Cost, /*IsMended=*/false) &&
                   addAccess(OwnMended, Site, Cost, /*IsMended=*/true)))
      return std::nullopt;
  }
  double Whole = double(Context.Time->Nanoseconds);
  LevelTimes Before = timesOf(Own, *Device, Blocks), After = timesOf(OwnMended, *Device, Blocks);
  double Most =
      std::max({savedAlone(Whole, Before.L1, After.L1), savedAlone(Whole, Before.l2(), After.l2()),
                savedAlone(Whole, Before.Dram, After.Dram)});
  // Every request goes through the L1 cache; it may serve all loads, but passes all stores on.
  LevelTimes AllBefore = timesOf(All, *Device, Blocks);
  LevelTimes AllAfter = timesOf(AllMended, *Device, Blocks);
  double Least = std::max(savedOverlapped(Whole, AllBefore.L1, AllAfter.L1),
                          savedOverlapped(Whole, AllBefore.L2Stores, AllAfter.L2Stores));
  // The mended kernel needs what its slowest level takes at the least, and may reach no more than a
  // part of that level's throughput, with no help of a cache above it.
  double Fastest = std::max({Device->LeastLaunch, After.L1, After.L2Stores});
  double Slowest = std::max({AllAfter.L1, AllAfter.l2(), AllAfter.Dram}) / LeastUtilisation;
  Least = std::min(Least, std::max(0.0, Whole - Slowest));
  double Possible = std::max(0.0, Whole - Fastest);
  return TimeRange{uint64_t(std::min(Least, Possible)), uint64_t(std::min(Most, Possible))};
}

/// "estimated: the excess takes 2.1 to 9.8 µs of the 14.2 µs of this launch on NVIDIA H200; 25 to
/// 118 µs of all 12 launches".
static std::string describeExcessTime(const KernelAnalysis &Kernel, const Finding &Item) {
  const LaunchContext &Launch = Kernel.Launches[*Item.Launch];
  std::string Text = "estimated: the excess takes " + formatTimes(*Item.ExcessTime) + " of the " +
                     formatTime(Launch.Time->Nanoseconds) + " of this launch on " +
                     Launch.Time->Device;
  uint64_t Timed = 0;
  for (const LaunchContext &Each : Kernel.Launches)
    Timed = SaturatingAdd(Timed, Each.Time ? Each.Count : 0);
  if (Timed < 2)
    return Text;
  return Text + "; " + formatTimes(Item.RunExcessTime) + " of all " + formatCount(Timed) +
         " launches";
}

TimeRange estimateRun(const KernelAnalysis &Kernel, ArrayRef<unsigned> Launches,
                      ArrayRef<unsigned> Accesses) {
  TimeRange Sum;
  for (unsigned Launch : Launches)
    if (auto Time = estimateExcessTime(Kernel, Launch, Accesses)) {
      uint64_t Count = std::max<uint64_t>(Kernel.Launches[Launch].Count, 1);
      Sum.Least = SaturatingMultiplyAdd(Time->Least, Count, Sum.Least);
      Sum.Most = SaturatingMultiplyAdd(Time->Most, Count, Sum.Most);
    }
  return Sum;
}

void estimateTimes(KernelAnalysis &Kernel) {
  if (none_of(Kernel.Launches, [](const LaunchContext &Each) { return Each.Time.has_value(); }))
    return;
  auto Launches = to_vector(seq<unsigned>(0, unsigned(Kernel.Launches.size())));
  for (const FindingGroup &Group : groupFindings(Kernel, Kernel.Findings)) {
    SmallVector<Finding *> Items;
    SmallVector<unsigned> Accesses;
    auto Add = [&](Finding &Item) {
      if (Item.Subject != FindingSubject::AccessCost || !Item.Access || !Item.Launch ||
          Item.Level == FindingLevel::Remark)
        return;
      Items.push_back(&Item);
      Accesses.push_back(*Item.Access);
    };
    Add(Kernel.Findings[Group.First]);
    for (size_t Other : Group.Others)
      Add(Kernel.Findings[Other]);
    if (Items.empty())
      continue;
    std::optional<TimeRange> Time = estimateExcessTime(Kernel, *Items.front()->Launch, Accesses);
    TimeRange Run = estimateRun(Kernel, Launches, Accesses);
    for (Finding *Item : Items) {
      Item->RunExcessTime = Run;
      if (!Time || Time->Most == 0)
        continue;
      Item->ExcessTime = Time;
      addNote(*Item, describeExcessTime(Kernel, *Item));
    }
  }
}

} // namespace memlint
