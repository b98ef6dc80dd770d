//===- ContentionTime.cpp - What atomics of a grid take ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ContentionTime.h"

#include "LoopShare.h"

#include "cuda-memlint/Checks/LaunchTraffic.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchContexts.h"
#include "cuda-memlint/Target/MemoryThroughput.h"
#include "cuda-memlint/Target/TargetModel.h"
#include "cuda-memlint/Target/WarpRequest.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

/// Where lanes of a warp need not wait, updates of one address matter if they take so many
/// nanoseconds, and so many times as long as all else that the launch does to memory.
static constexpr double MuchTime = 20000;
static constexpr double MuchOfTraffic = 2;
/// Iterations of a loop that computes only, from which on the time of the launch is not known: a
/// reduction of a warp has fewer.
static constexpr int64_t ManyComputations = 16;
/// Instructions for each request to memory, addresses and sums included, and those of warps that a
/// multiprocessor starts in a nanosecond: four in a cycle.
static constexpr double InstructionsPerRequest = 6;
static constexpr double InstructionsPerNanosecond = 7;

std::optional<uint64_t> blocksOf(const LaunchContext &Launch) {
  if (!Launch.gridKnown() || isGuessed(Launch))
    return std::nullopt;
  return *Launch.Grid[0] * *Launch.Grid[1] * *Launch.Grid[2];
}

TimedAtomic timed(const Access &Site, const ContendedAtomic &Found) {
  TimedAtomic Result;
  Result.Space = Site.Space;
  Result.Form = Site.Form;
  Result.Bytes = Site.Bytes;
  // Only additions of floats and of 64 bits are loops in shared memory; exchanges have the type of
  // bits.
  Result.IsInteger =
      Site.Form != RequestForm::AtomicLoop || Site.Update != AtomicUpdate::Other || Site.Result;
  Result.IsRetried = Found.IsRetried;
  return Result;
}

double timeOf(uint64_t Updates, const Access &Site, const ContendedAtomic &Found) {
  return double(Updates) *
         (Found.IsRetried
              ? AtomicTimes::leastRetriedUpdate()
              : AtomicTimes::updateAtFew(timed(Site, Found), unsigned(Found.GridAddresses),
                                         unsigned(Found.GridSectors)));
}

/// \p Site is to the element whose number \p Counter gives: lanes of a warp have neighbours.
static bool isNumberedBy(const Access &Counter, const Access &Site) {
  if (!Counter.Result || !Counter.Addend || !Counter.Addend->isConstant() || !Site.Offset ||
      Site.Offset->kind() != ExprKind::Polynomial)
    return false;
  bool IsNumbered = false;
  for (const Monomial &Part : Site.Offset->terms()) {
    bool IsNumber = Part.Factors.size() == 1 && Part.Factors.front() == Counter.Result;
    IsNumbered |= IsNumber;
    if (IsNumber
            ? Part.Coefficient * Counter.Addend->constantTerm() != Site.Bytes
            : any_of(Part.Factors, [](ExprRef Each) { return Each->varies() == Uniformity::Lane; }))
      return false;
  }
  return IsNumbered;
}

/// What a request of \p Site costs at the most: each lane a sector, or a wavefront for each word,
/// unless \p Counter numbers the elements.
static unsigned mostCostOf(const Access &Site, const Access &Counter) {
  // The first may be anywhere in a sector.
  if (Site.Space == MemorySpace::Global && isNumberedBy(Counter, Site))
    return NvidiaWarpLanes * Site.Bytes / TargetModel::SectorBytes + 1;
  constexpr unsigned WordBytes = 4;
  unsigned OfLane = Site.Space == MemorySpace::Shared ? std::max(Site.Bytes / WordBytes, 1u) : 1;
  return NvidiaWarpLanes * OfLane;
}

/// What \p Site moves in the launch at the most, whatever data decide which lanes come to it, and
/// where. None: that is not known.
static std::optional<SpaceTraffic> mostTrafficOf(const Access &Site, const AccessCost &Cost,
                                                 const LaunchContext &Launch,
                                                 const Access &Counter) {
  SpaceTraffic Most;
  if (Cost.NeverExecuted)
    return Most;
  if (Cost.Known != Knowledge::Unknown && Cost.Totals) {
    Most.Requests = Cost.Totals->Requests;
    Most.Cost = Cost.Totals->Cost;
    return Most;
  }
  std::optional<uint64_t> Blocks = blocksOf(Launch);
  bool IsPlain = Site.Kind == AccessKind::Load || Site.Kind == AccessKind::Store;
  if (!Blocks || !IsPlain || !Cost.OpenLoops.empty() || Cost.RequestsPerBlock == 0)
    return std::nullopt;
  double Requests = double(*Blocks) * Cost.RequestsPerBlock * Cost.MostIterations;
  // More than sums of 64 bits are sure to hold; such a launch would take days.
  constexpr double TooMany = 1e15;
  if (!(Requests < TooMany))
    return std::nullopt;
  Most.Unknown = 1;
  Most.Requests = uint64_t(Requests);
  Most.Cost = uint64_t(Requests * mostCostOf(Site, Counter));
  return Most;
}

/// Of all accesses to global and shared memory. None: that of one is not known.
static std::optional<LaunchTraffic> mostTrafficOf(const KernelAnalysis &Kernel,
                                                  const ContendedAtomic &Found) {
  LaunchTraffic Sums;
  unsigned Launch = Found.Launch;
  const Access &Counter = Kernel.Program.Accesses[Found.Access];
  for (const Access &Site : Kernel.Program.Accesses) {
    if (Site.Space != MemorySpace::Global && Site.Space != MemorySpace::Shared)
      continue;
    std::optional<SpaceTraffic> Most = mostTrafficOf(Site, Kernel.Verdicts[Site.Id][Launch].Cost,
                                                     Kernel.Launches[Launch], Counter);
    if (!Most)
      return std::nullopt;
    Sums[Site.Space].Unknown += Most->Unknown;
    Sums[Site.Space].Requests += Most->Requests;
    Sums[Site.Space].Cost += Most->Cost;
  }
  return Sums;
}

std::optional<OtherTime> timeOfOthers(ExprContext &Expressions, const KernelAnalysis &Kernel,
                                      const ContendedAtomic &Found) {
  const MemoryThroughput *Device = findMemoryThroughput("NVIDIA H100 80GB HBM3");
  std::optional<LaunchTraffic> Traffic = mostTrafficOf(Kernel, Found);
  bool IsUnseen =
      any_of(Kernel.Program.Unseen, [](const UnseenEffect &Each) { return !Each.OnlyPrints; });
  if (!Device || !Traffic || IsUnseen ||
      findComputingLoop(Expressions, Kernel, Kernel.Program.Accesses[Found.Access], Found.Launch,
                        ManyComputations))
    return std::nullopt;
  const SpaceTraffic &Global = (*Traffic)[MemorySpace::Global];
  const SpaceTraffic &Shared = (*Traffic)[MemorySpace::Shared];
  OtherTime Result;
  Result.IsMost = !Global.isWhole() || !Shared.isWhole();
  Result.Traffic =
      std::max(double(Global.Cost) / (2 * Device->LoadedGranules),
               double(Shared.Cost) / (Device->Multiprocessors * Device->LinesPerMultiprocessor));
  Result.Instructions = double(Global.Requests + Shared.Requests) * InstructionsPerRequest /
                        (Device->Multiprocessors * InstructionsPerNanosecond);
  return Result;
}

bool takesMostOfTime(ExprContext &Expressions, const KernelAnalysis &Kernel,
                     const ContendedAtomic &Found) {
  std::optional<uint64_t> Blocks = blocksOf(Kernel.Launches[Found.Launch]);
  std::optional<OtherTime> Other = timeOfOthers(Expressions, Kernel, Found);
  if (!Blocks || !Other)
    return false;
  const Access &Site = Kernel.Program.Accesses[Found.Access];
  double Own = timeOf(*Blocks * Found.Updates, Site, Found);
  return Own >= MuchTime && Own >= MuchOfTraffic * std::max(Other->Traffic, Other->Instructions);
}

} // namespace memlint
