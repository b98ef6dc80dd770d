//===- LaunchBound.cpp - What limits a launch -----------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/LaunchBound.h"

#include "cuda-memlint/Analysis/Cost/LevelTimes.h"
#include "cuda-memlint/Checks/CompiledCosts.h"
#include "cuda-memlint/Checks/LaunchArithmetic.h"
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
  return double(std::max(Nanoseconds, NanosecondsOfArithmetic)) <
         (IsTimed ? LeastUtilisation : 1) * double(Whole);
}

std::optional<LaunchBound> findBound(const CompiledCosts &Costs, const KernelAnalysis &Kernel,
                                     unsigned Launch, StringRef Target) {
  const LaunchContext &Context = Kernel.Launches[Launch];
  const MemoryThroughput *Rates = findRates(Context, Target);
  if (!Rates || !Context.gridKnown() || countBlocks(Context) == 0)
    return std::nullopt;
  LaunchBound Bound;
  Demand Sum;
  double Wavefronts = 0;
  for (const Access &Site : Kernel.Program.Accesses) {
    std::optional<AccessCost> Cost = Costs.costOf(Site, Launch);
    // Constant memory has caches of its own; what compilers leave out asks for nothing.
    if (Site.Space == MemorySpace::Constant || !Cost)
      continue;
    if (!addDemand(Sum, Site, *Cost, /*IsMended=*/false))
      return std::nullopt;
    Bound.IsMost |= Costs.isMost(Site, Launch);
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
  Bound.Device = Rates->Device;
  Bound.Slowest = Slowest.second;
  Bound.Nanoseconds = uint64_t(Slowest.first);
  Bound.SlowestCached = Cached.second;
  Bound.NanosecondsCached = uint64_t(Cached.first);
  LaunchArithmetic Arithmetic = arithmeticOf(Costs, Kernel, Launch);
  Bound.KnowsArithmetic = Arithmetic.IsWhole;
  Bound.NanosecondsOfArithmetic = uint64_t(leastTimeOf(
      Arithmetic, *Rates, std::min<uint64_t>(countBlocks(Context), Rates->Multiprocessors)));
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

/// "H100" of "NVIDIA H100 80GB HBM3".
static StringRef shortDeviceName(StringRef Device) {
  Device.consume_front("NVIDIA ");
  return Device.split(' ').first;
}

/// What serves all loads if caches help, where that is something else: "shared memory",
/// "arithmetic"; empty: it is what takes longest anyway.
static StringRef nameIfCached(const LaunchBound &Bound) {
  if (Bound.KnowsArithmetic && Bound.NanosecondsOfArithmetic > Bound.NanosecondsCached)
    return "arithmetic";
  return Bound.Slowest == Bound.SlowestCached ? "" : levelName(Bound.SlowestCached);
}

/// "at most 12 µs": of a level of memory.
static std::string timeOfLevel(const LaunchBound &Bound, uint64_t Nanoseconds) {
  return (Bound.IsMost ? "at most " : "") + formatTime(Nanoseconds);
}

/// " (12 µs)" where \p WithTimes.
static std::string timeInWords(bool WithTimes, const Twine &Time, const Twine &On = "") {
  return WithTimes ? (" (" + Time + On + ")").str() : "";
}

/// Of the level that serves all loads if caches help, or of the arithmetic.
static std::string timeIfCached(const LaunchBound &Bound) {
  bool IsArithmetic =
      Bound.KnowsArithmetic && Bound.NanosecondsOfArithmetic > Bound.NanosecondsCached;
  return IsArithmetic ? formatTime(Bound.NanosecondsOfArithmetic)
                      : timeOfLevel(Bound, Bound.NanosecondsCached);
}

static std::string describeBound(const LaunchBound &Bound, bool WithTimes) {
  std::string On = " on " + shortDeviceName(Bound.Device).str();
  if (Bound.isLatency())
    return Bound.IsTimed || !Bound.KnowsArithmetic ? "bound by latency or arithmetic"
                                                   : "bound by latency";
  if (Bound.isArithmetic())
    return "bound by arithmetic" +
           timeInWords(WithTimes, formatTime(Bound.NanosecondsOfArithmetic), On);
  std::string Text = "bound by " + levelName(Bound.Slowest).str() +
                     timeInWords(WithTimes, timeOfLevel(Bound, Bound.Nanoseconds), On);
  if (StringRef Cached = nameIfCached(Bound); !Cached.empty())
    Text += " or, if caches help, " + Cached.str() + timeInWords(WithTimes, timeIfCached(Bound));
  return Text + (Bound.KnowsArithmetic ? "" : ", unless by arithmetic");
}

std::string describeLimit(const LaunchBound &Bound) {
  return describeBound(Bound, /*WithTimes=*/false);
}

std::string describe(const LaunchBound &Bound) {
  std::string Text = describeBound(Bound, /*WithTimes=*/true);
  if (!Bound.isLatency())
    return Text;
  StringRef Device = shortDeviceName(Bound.Device);
  return Text + ": " + levelName(Bound.Slowest).str() + " takes " +
         timeOfLevel(Bound, Bound.Nanoseconds) + " on " + Device.str() +
         (Bound.IsTimed ? ", the launch " : ", an empty launch ") + formatTime(Bound.Whole);
}

} // namespace memlint
