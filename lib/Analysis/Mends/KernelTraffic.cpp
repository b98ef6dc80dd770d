//===- KernelTraffic.cpp - What a kernel moves in one launch --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Analysis/Mends/KernelTraffic.h"

#include "cuda-memlint/Analysis/Aliasing/LeftOutAccesses.h"
#include "cuda-memlint/Analysis/Aliasing/LoopMotion.h"
#include "cuda-memlint/Analysis/Aliasing/UncertainMerges.h"
#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Analysis/Layout/JoinedFields.h"
#include "cuda-memlint/Model/LaunchContext.h"
#include "cuda-memlint/Target/MemoryThroughput.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

/// Steps that the cost of one access may take.
static constexpr uint64_t StepsPerAccess = 1u << 16;

std::optional<Access> compiledAccess(ExprContext &Expressions, const KernelProgram &Kernel,
                                     LoopMotion &Moved, const Access &Site) {
  if (isLeftOut(Kernel, Site))
    return std::nullopt;
  std::optional<JoinedAccess> Joined = joinFields(Kernel, Site);
  if (!Joined) {
    std::optional<PromotedAccess> Found = Moved.find(Site);
    if (Found && isLeftOut(Kernel, Found->Once))
      return std::nullopt;
    return Found ? Found->Once : Site;
  }
  if (any_of(Joined->With, [&](unsigned Id) { return Id < Site.Id; }))
    return std::nullopt;
  Access Whole = Site;
  Whole.Bytes = Joined->Bytes;
  Whole.Offset = Expressions.add(Site.Offset, Expressions.constant(-int64_t(Joined->FieldOffset)));
  return Whole;
}

namespace {

class TrafficCount {
public:
  explicit TrafficCount(size_t Accesses) {
    Total.ByAccess.assign(Accesses, 0);
    Mean = Total;
    Total.Levels.emplace();
    Mean.IsTotal = false;
  }

  void add(const Access &Site, const AccessCost &Cost) {
    HasTotals &= Cost.Totals.has_value();
    add(Total, Site, Cost.Totals ? double(Cost.Totals->Cost) : 0);
    add(Mean, Site, Cost.MeanCost);
    // Constant memory has caches of its own.
    if (Site.Space != MemorySpace::Constant && Total.Levels &&
        !addDemand(*Total.Levels, Site, Cost, /*IsMended=*/false))
      Total.Levels.reset();
  }
  void addUnknown(const Access &Site) {
    Total.Unknown.push_back(Site.Id);
    Total.Levels.reset();
    Mean.Unknown.push_back(Site.Id);
  }
  void addLoadedAgain(const Access &Site) { Total.LoadedAgain.push_back(Site.Id); }
  KernelTraffic result(bool AsTotals) const { return AsTotals && HasTotals ? Total : Mean; }

private:
  static void add(KernelTraffic &Sum, const Access &Site, double Cost) {
    Sum.ByAccess[Site.Id] = Cost;
    if (Site.Space == MemorySpace::Global)
      Sum.Sectors += Cost;
    else if (Site.Space == MemorySpace::Shared)
      Sum.Wavefronts += Cost;
    else
      Sum.Addresses += Cost;
  }

  KernelTraffic Total, Mean;
  bool HasTotals = true;
};

} // namespace

KernelTraffic measureTraffic(ExprContext &Expressions, const KernelProgram &Kernel,
                             const LaunchContext &Launch, const TargetModel &Target,
                             bool AsTotals) {
  TrafficCount Count(Kernel.Accesses.size());
  LoopMotion Moved(Expressions, Kernel);
  for (const Access &Site : Kernel.Accesses) {
    // The hardware interleaves the local memory of threads.
    if (Site.Space == MemorySpace::Local)
      continue;
    std::optional<Access> Compiled = compiledAccess(Expressions, Kernel, Moved, Site);
    if (!Compiled)
      continue;
    auto CostOf = [&](const Access &Made) {
      return evaluateAccess(Expressions, Kernel, Made, Launch, Target, StepsPerAccess);
    };
    AccessCost Cost = CostOf(*Compiled);
    bool IsMoved = Compiled->Loops.size() < Site.Loops.size();
    if (std::optional<PromotedAccess> Out = IsMoved ? Moved.find(Site) : std::nullopt;
        Out && Out->StoredIn) {
      PromotedCost WithRest(*Out, std::move(Cost), CostOf(Site));
      Cost = std::move(WithRest.Cost);
      if (WithRest.IsMost)
        Count.addLoadedAgain(Site);
    }
    if (Cost.Known == Knowledge::Unknown || Cost.GuardUnknown)
      Count.addUnknown(Site);
    else if (!Cost.NeverExecuted)
      Count.add(Site, Cost);
  }
  return Count.result(AsTotals);
}

std::vector<bool> findMostCosts(ExprContext &Expressions, const KernelProgram &Kernel,
                                const KernelTraffic &Counted) {
  LoopMotion Moved(Expressions, Kernel);
  std::vector<bool> AreLeftOut, AreMost;
  for (const Access &Site : Kernel.Accesses)
    AreLeftOut.push_back(isLeftOut(Kernel, Site));
  std::vector<bool> AreMerged = findUncertainMerges(Expressions, Kernel, AreLeftOut);
  for (const Access &Site : Kernel.Accesses)
    AreMost.push_back(Site.Space == MemorySpace::Global && !AreLeftOut[Site.Id] &&
                      !joinFields(Kernel, Site) && !joinIterations(Expressions, Kernel, Site) &&
                      (AreMerged[Site.Id] || is_contained(Counted.LoadedAgain, Site.Id) ||
                       Moved.mayBeFewer(Site, Moved.find(Site))));
  return AreMost;
}

bool isNoWorse(const KernelTraffic &Before, const KernelTraffic &After) {
  if (Before.IsTotal != After.IsTotal || Before.Unknown != After.Unknown)
    return false;
  if (Before.IsTotal)
    return After.Sectors <= Before.Sectors && After.Wavefronts <= Before.Wavefronts &&
           After.Addresses <= Before.Addresses;
  // How often each access is executed is not known.
  return all_of(zip_equal(Before.ByAccess, After.ByAccess),
                [](const auto &Pair) { return std::get<1>(Pair) <= std::get<0>(Pair); });
}

bool isNoFaster(const KernelTraffic &Before, const LaunchContext &Now, const KernelTraffic &After,
                const LaunchContext &Then) {
  constexpr double Alike = 1.001;
  const MemoryThroughput *Rates =
      findMemoryThroughput(Now.Time ? StringRef(Now.Time->Device) : "NVIDIA H100 80GB HBM3");
  if (!Rates || !Before.Levels || !After.Levels || !Now.gridKnown() || !Then.gridKnown())
    return false;
  LevelTimes TimesNow = timesOf(*Before.Levels, *Rates, std::max<uint64_t>(countBlocks(Now), 1));
  LevelTimes TimesThen = timesOf(*After.Levels, *Rates, std::max<uint64_t>(countBlocks(Then), 1));
  bool IsAnyFaster = false;
  for (auto TimeOf : {+[](const LevelTimes &Of) { return std::max({Of.L1, Of.l2(), Of.Dram}); },
                      +[](const LevelTimes &Of) { return std::max(Of.L1, Of.L2Stores); }}) {
    if (TimeOf(TimesThen) > Alike * TimeOf(TimesNow))
      return true;
    IsAnyFaster |= Alike * TimeOf(TimesThen) < TimeOf(TimesNow);
  }
  return !IsAnyFaster;
}

bool isWorthwhile(const KernelTraffic &Before, const KernelTraffic &After) {
  constexpr double MostThatIsLeft = 0.9;
  return isNoWorse(Before, After) && After.Sectors <= MostThatIsLeft * Before.Sectors;
}

} // namespace memlint
