//===- TimeEstimate.cpp - The time that excess takes ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/TimeEstimate.h"

#include "FindingParts.h"

#include "cuda-memlint/Analysis/Cost/LevelTimes.h"
#include "cuda-memlint/Checks/FindingGroups.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Target/MemoryThroughput.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace llvm;

namespace memlint {

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

std::optional<TimeRange> estimateExcessTime(const KernelAnalysis &Kernel, unsigned Launch,
                                            ArrayRef<unsigned> Accesses) {
  const LaunchContext &Context = Kernel.Launches[Launch];
  const MemoryThroughput *Device =
      Context.Time ? findMemoryThroughput(Context.Time->Device) : nullptr;
  if (!Device || !Context.gridKnown())
    return std::nullopt;
  uint64_t Blocks = countBlocks(Context);
  // What else is known of the kernel shares each level with them.
  Demand All, AllMended, Own, OwnMended;
  for (const Access &Site : Kernel.Program.Accesses) {
    const AccessCost &Cost = Kernel.Verdicts[Site.Id][Launch].Cost;
    bool IsOne = is_contained(Accesses, Site.Id);
    bool IsKnown =
        addDemand(All, Site, Cost, /*IsMended=*/false) && addDemand(AllMended, Site, Cost, IsOne);
    if (IsOne && !(IsKnown && addDemand(Own, Site, Cost, /*IsMended=*/false) &&
                   addDemand(OwnMended, Site, Cost, /*IsMended=*/true)))
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
