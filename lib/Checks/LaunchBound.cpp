//===- LaunchBound.cpp - What limits a launch -----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/LaunchBound.h"

#include "LevelTimes.h"

#include "cuda-memlint/Checks/CompiledCosts.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Target/MemoryThroughput.h"

#include <algorithm>
#include <utility>

using namespace llvm;

namespace memlint {

/// The device whose rates stand for a launch; null: none was measured.
static const MemoryThroughput *findRates(const LaunchContext &Launch, StringRef Target) {
  if (Launch.Time)
    return findMemoryThroughput(Launch.Time->Device);
  return Target == "sm_90" ? findMemoryThroughput("NVIDIA H100 80GB HBM3") : nullptr;
}

bool LaunchBound::isLatency() const {
  return double(Nanoseconds) < (IsTimed ? LeastUtilisation : 1) * double(Whole);
}

std::optional<LaunchBound> findBound(const CompiledCosts &Costs, const KernelAnalysis &Kernel,
                                     unsigned Launch, StringRef Target) {
  const LaunchContext &Context = Kernel.Launches[Launch];
  const MemoryThroughput *Rates = findRates(Context, Target);
  if (!Rates || !Context.gridKnown() || countBlocks(Context) == 0)
    return std::nullopt;
  Demand Sum;
  double Wavefronts = 0;
  for (const Access &Site : Kernel.Program.Accesses) {
    std::optional<AccessCost> Cost = Costs.costOf(Site, Launch);
    // Constant memory has caches of its own; what compilers leave out asks for nothing.
    if (Site.Space == MemorySpace::Constant || !Cost)
      continue;
    if (!addDemand(Sum, Site, *Cost, /*IsMended=*/false))
      return std::nullopt;
    if (Site.Space == MemorySpace::Shared)
      Wavefronts += double(Cost->Totals->Cost);
  }
  if (Sum.Lines == 0)
    return std::nullopt;
  LevelTimes Times = timesOf(Sum, *Rates, countBlocks(Context));
  using Level = std::pair<double, MemoryLevel>;
  Level First(Times.L1,
              Wavefronts > Sum.Lines / 2 ? MemoryLevel::SharedMemory : MemoryLevel::L1Cache);
  Level Cached = std::max(First, Level(Times.L2Stores, MemoryLevel::L2Cache));
  Level Slowest = std::max(
      {First, Level(Times.l2(), MemoryLevel::L2Cache), Level(Times.Dram, MemoryLevel::Dram)});
  LaunchBound Bound;
  Bound.Device = Rates->Device;
  Bound.Slowest = Slowest.second;
  Bound.Nanoseconds = uint64_t(Slowest.first);
  Bound.SlowestCached = Cached.second;
  Bound.NanosecondsCached = uint64_t(Cached.first);
  Bound.IsTimed = Context.Time.has_value();
  Bound.Whole = Context.Time ? Context.Time->Nanoseconds : uint64_t(Rates->LeastLaunch);
  return Bound;
}

StringRef levelKey(MemoryLevel Level) {
  static constexpr StringLiteral Keys[] = {"l1-cache", "shared-memory", "l2-cache", "dram"};
  return Keys[size_t(Level)];
}

StringRef levelName(MemoryLevel Level) {
  static constexpr StringLiteral Names[] = {"the L1 cache", "shared memory", "the L2 cache",
                                            "DRAM"};
  return Names[size_t(Level)];
}

std::string describeLimit(const LaunchBound &Bound) {
  if (Bound.isLatency())
    return Bound.IsTimed ? "bound by latency or arithmetic" : "bound by latency";
  std::string Text = "bound by " + levelName(Bound.Slowest).str();
  if (Bound.Slowest == Bound.SlowestCached)
    return Text;
  return Text + " or, if caches help, " + levelName(Bound.SlowestCached).str();
}

/// "H100" of "NVIDIA H100 80GB HBM3".
static StringRef shortDeviceName(StringRef Device) {
  Device.consume_front("NVIDIA ");
  return Device.split(' ').first;
}

std::string describe(const LaunchBound &Bound) {
  std::string Takes = formatTime(Bound.Nanoseconds) + " on " + shortDeviceName(Bound.Device).str();
  if (Bound.isLatency())
    return describeLimit(Bound) + ": " + levelName(Bound.Slowest).str() + " takes " + Takes +
           (Bound.IsTimed ? ", the launch " : ", an empty launch ") + formatTime(Bound.Whole);
  std::string Text = "bound by " + levelName(Bound.Slowest).str() + " (" + Takes + ")";
  if (Bound.Slowest == Bound.SlowestCached)
    return Text;
  return Text + " or, if caches help, " + levelName(Bound.SlowestCached).str() + " (" +
         formatTime(Bound.NanosecondsCached) + ")";
}

} // namespace memlint
