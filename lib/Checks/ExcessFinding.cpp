//===- ExcessFinding.cpp - Findings about accesses that cost too much -----===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExcessFinding.h"

#include "FindingParts.h"
#include "KernelTables.h"

#include "cuda-memlint/Analysis/Aliasing/LeftOutAccesses.h"
#include "cuda-memlint/Analysis/Cost/AccessEvaluation.h"
#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Checks/CompiledCosts.h"
#include "cuda-memlint/Checks/CostReasonWording.h"
#include "cuda-memlint/Checks/LanePattern.h"
#include "cuda-memlint/Checks/Significance.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/LaunchContexts.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>
#include <map>
#include <string>
#include <tuple>

using namespace llvm;

namespace memlint {

/// Whether \p Cost is known to exceed its ideal.
static bool isAtFault(const AccessCost &Cost) {
  if (Cost.Known == Knowledge::Unknown || Cost.NeverExecuted ||
      (Cost.GuardUnknown && !Cost.HoldsForAnyLanes))
    return false;
  return Cost.Totals ? Cost.Totals->Cost > Cost.Totals->Ideal : Cost.Worst.Cost > Cost.Worst.Ideal;
}

/// Cost over ideal: of the whole launch where that is known, else of the mean
/// request, or of the worst where only that is.
static double excessRatio(const AccessCost &Cost) {
  if (Cost.Totals && Cost.Totals->Ideal)
    return double(Cost.Totals->Cost) / double(Cost.Totals->Ideal);
  if (Cost.MeanIdeal > 0)
    return Cost.MeanCost / Cost.MeanIdeal;
  return Cost.Worst.Ideal ? double(Cost.Worst.Cost) / Cost.Worst.Ideal : 1;
}

/// Whether so little of what \p Together fetches is wasted that it is not worth a warning.
static bool isUsed(const Footprint &Together) {
  return 100 * Together.wasted() < Significance().LeastExcess;
}

/// Nothing where other accesses of the thread use no more of what the request fetches than it does
/// itself.
std::optional<Footprint> ExcessTable::sharedFootprint(const Access &Site,
                                                      const AccessVerdict &Verdict) {
  const AccessCost &Cost = Verdict.Cost;
  // What AMD's devices combine of stores is not documented.
  if (!Target.cachesGlobalLoads() || (Target.Shape.IsAmd && Site.Kind != AccessKind::Load))
    return std::nullopt;
  auto LoadedTogether = [&](LoopReach Reach) {
    return Shared.find(Kernel.Launches[Verdict.Launch], Site, Cost, Reach);
  };
  std::optional<Footprint> Together = Site.Kind == AccessKind::Store
                                          ? storedTogether(Kernel.Program, Site, Cost)
                                          : LoadedTogether(LoopReach::ShortLoops);
  if (Site.Kind != AccessKind::Store && (!Together || !isUsed(*Together))) {
    std::optional<Footprint> InLoop = LoadedTogether(LoopReach::AllLoops);
    if (InLoop && (!Together || InLoop->wasted() < Together->wasted()))
      Together = InLoop;
  }
  if (!Together)
    return std::nullopt;
  bool IsShared = uint64_t(Together->Sectors.Cost) * Cost.Worst.Ideal <
                  uint64_t(Cost.Worst.Cost) * Together->Sectors.Ideal;
  return IsShared || isUsed(*Together) ? Together : std::nullopt;
}

std::optional<Footprint> ExcessTable::filledSectors(const Access &Site,
                                                    const AccessVerdict &Verdict) {
  if (Site.Kind != AccessKind::Store || isOnlyMisaligned(Verdict.Cost))
    return std::nullopt;
  std::optional<Footprint> Filled =
      Shared.find(Kernel.Launches[Verdict.Launch], Site, Verdict.Cost, LoopReach::AllLoops);
  return Filled && isUsed(*Filled) ? Filled : std::nullopt;
}

bool Excess::wastesRequestsOnly() const {
  return Together && !Together->IsPartOfLoop && isUsed(*Together);
}

AccessCost costOfRequests(const Excess &Fault) {
  const AccessCost &Cost = Fault.Worst->Cost;
  if (Fault.MovedCost)
    return *Fault.MovedCost;
  return Fault.Joined ? costOfIterations(Cost, *Fault.Joined, Fault.JoinedCost) : Cost;
}

std::optional<Excess> ExcessTable::find(const Access &Site) {
  if (isLeftOut(Kernel.Program, Site))
    return std::nullopt;
  auto Severity = [](const AccessCost &Cost) {
    return std::make_tuple(isAtFault(Cost), excessRatio(Cost),
                           Cost.Totals ? Cost.Totals->Cost - Cost.Totals->Ideal : 0);
  };
  Excess Fault;
  SmallVector<const AccessVerdict *> Known;
  for (const AccessVerdict &Verdict : Kernel.Verdicts[Site.Id]) {
    if (Verdict.Cost.Known == Knowledge::Unknown || Verdict.Cost.NeverExecuted)
      continue;
    Known.push_back(&Verdict);
    if (isAtFault(Verdict.Cost) &&
        (!Fault.Worst || Severity(Fault.Worst->Cost) < Severity(Verdict.Cost)))
      Fault.Worst = &Verdict;
  }
  if (!Fault.Worst)
    return std::nullopt;

  Fault.Joined = joinFields(Kernel.Program, Site);
  if (!Fault.Joined)
    Fault.Joined = joinIterations(Expressions, Kernel.Program, Site);
  std::optional<PromotedAccess> Moved;
  if (!Fault.Joined)
    Moved = OutOfLoops.find(Site);
  if (Fault.Joined) {
    if (auto Joined = costOfJoined(Target, Site, Fault.Worst->Cost, *Fault.Joined))
      Fault.JoinedCost = *Joined;
    if (Fault.JoinedCost.Cost <= Fault.JoinedCost.Ideal)
      return std::nullopt;
  } else if (Moved) {
    if (isLeftOut(Kernel.Program, Moved->Once))
      return std::nullopt;
    constexpr uint64_t Budget = 1u << 16;
    AccessCost Once = evaluateAccess(Expressions, Kernel.Program, Moved->Once,
                                     Kernel.Launches[Fault.Worst->Launch], Target, Budget);
    if (Once.Known != Knowledge::Unknown && !Once.NeverExecuted) {
      Fault.MovedFrom = &Kernel.Program.Loops[Site.Loops[Moved->Once.Loops.size()]];
      if (Moved->IsMost)
        Fault.MayMoveFrom = &Kernel.Program.Loops[Moved->Once.Loops.back()];
      PromotedCost Made(*Moved, std::move(Once), Fault.Worst->Cost);
      Fault.IsMost = Made.IsMost;
      Fault.MovedCost = std::move(Made.Cost);
    }
  }

  Fault.IsMost |= !Fault.Joined && OutOfLoops.mayBeFewer(Site, Moved);
  bool StatedFault = false, GuessedClean = false;
  for (const AccessVerdict *Verdict : Known) {
    bool Guessed = isGuessed(Kernel.Launches[Verdict->Launch]);
    bool AtFault = isAtFault(Verdict->Cost);
    StatedFault |= AtFault && !Guessed;
    GuessedClean |= !AtFault && Guessed;
    if (Verdict != Fault.Worst)
      Fault.Others.push_back(Verdict);
  }
  // Of a template with made-up arguments nothing is known to exist; where neither the lanes nor
  // their distance are known, hardly more is.
  const AccessCost &Cost = Fault.Worst->Cost;
  bool IsGuess = (!StatedFault && GuessedClean) || !Kernel.Assumption.empty() ||
                 (Cost.GuardUnknown && !Cost.UnknownScales.empty());
  Fault.Together = sharedFootprint(Site, *Fault.Worst);
  if (!Fault.Together)
    Fault.Filled = filledSectors(Site, *Fault.Worst);
  if (!Fault.Together && !Fault.Filled)
    Fault.ConditionalUser =
        Shared.conditionalUser(Kernel.Launches[Fault.Worst->Launch], Site, Fault.Worst->Cost);
  if (Fault.ConditionalUser &&
      Kernel.Verdicts[Fault.ConditionalUser->Id][Fault.Worst->Launch].Cost.NeverExecuted)
    Fault.ConditionalUser = nullptr;
  Fault.Level =
      IsGuess || Fault.wastesRequestsOnly() ? FindingLevel::Remark : FindingLevel::Warning;
  return Fault;
}

ExcessTable::ExcessTable(ExprContext &Expressions, const KernelAnalysis &Kernel,
                         const TargetModel &Target)
    : Expressions(Expressions), Kernel(Kernel), Target(Target), Shared(Expressions, Kernel.Program),
      OutOfLoops(Expressions, Kernel.Program) {}

const std::optional<Excess> &ExcessTable::of(const Access &Site) {
  auto [Found, IsNew] = Known.try_emplace(Site.Id);
  if (IsNew)
    Found->second = find(Site);
  return Found->second;
}

void forEachExcess(const CheckRun &In, MemorySpace Space,
                   function_ref<void(const Access &Site, const Excess &Fault)> Report) {
  for (const Access &Site : In.Kernel.Program.Accesses) {
    if (Site.Space != Space)
      continue;
    std::optional<Excess> Fault = In.Tables.Excesses.of(Site);
    if (!Fault)
      continue;
    if (Fault->Level != FindingLevel::Remark)
      Fault->Level = In.Source.Level;
    Report(Site, *Fault);
  }
}

/// "32 sectors per request, 4 needed", "up to 32 sectors per request, 4 needed".
static std::string formatPerRequest(const AccessCost &Cost, StringRef Unit) {
  bool Varies = Cost.MeanCost != Cost.Worst.Cost || Cost.GuardUnknown;
  return (Varies ? "up to " : "") + formatNumberOf(Cost.Worst.Cost, Unit) + " per request, " +
         formatCount(Cost.Worst.Ideal) + " needed";
}

std::string describeExcess(const AccessCost &Cost, StringRef Unit, bool WithRatio) {
  std::string UpTo = Cost.GuardUnknown ? "up to " : "";
  std::string Ratio = (WithRatio ? "; " + UpTo + formatRatio(excessRatio(Cost)) : "") + ")";
  if (Cost.MeanCost == Cost.Worst.Cost && Cost.MeanIdeal == Cost.Worst.Ideal)
    return " (" + formatPerRequest(Cost, Unit) + Ratio;
  std::string Mean = formatMean(Cost.MeanCost);
  // The request with most in excess is not always the dearest.
  if (Cost.Worst.Cost <= Cost.Worst.Ideal || Cost.MeanCost > Cost.Worst.Cost)
    return (" (mean " + Mean + " " + Unit + "s per request, " + formatMean(Cost.MeanIdeal) +
            " needed" + Ratio)
        .str();
  std::string MeanIdeal = formatMean(Cost.MeanIdeal);
  std::string Needed =
      MeanIdeal == formatMean(Cost.Worst.Ideal) ? "" : ", " + MeanIdeal + " needed";
  return " (" + formatPerRequest(Cost, Unit) + "; " + Mean + " on average" + Needed + Ratio;
}

StringRef describeAccess(AccessKind Kind) {
  return Kind == AccessKind::AsyncCopy ? "asynchronous copy" : kindName(Kind);
}

/// Something that only the launch or the data determines.
static bool isUnknown(ExprRef Factor) {
  return anyLeaf(Factor, [&](ExprRef Leaf) {
    LeafKind Kind = Leaf->leaf().Kind;
    return Kind != LeafKind::ThreadIndex && Kind != LeafKind::BlockIndex &&
           Kind != LeafKind::LoopCounter;
  });
}

StringRef strideByIteration(const CheckRun &In, const Access &Site, unsigned Launch) {
  ExprRef Offset =
      withLaunchValues(In.Expressions, Site.Offset, In.Kernel.Program, In.Kernel.Launches[Launch]);
  auto IsOfThread = [](ExprRef Leaf) { return Leaf->leaf().Kind == LeafKind::ThreadIndex; };
  auto IsOfIteration = [&](ExprRef Leaf) {
    return any_of(Site.Loops,
                  [&](unsigned Loop) { return In.Kernel.Program.Loops[Loop].Counter == Leaf; });
  };
  bool Changes = any_of(termsOf(Offset), [&](const Term &Part) {
    return any_of(Part.Factors, [&](ExprRef Factor) { return anyLeaf(Factor, IsOfThread); }) &&
           any_of(Part.Factors, [&](ExprRef Factor) {
             return !anyLeaf(Factor, IsOfThread) && anyLeaf(Factor, IsOfIteration);
           });
  });
  return Changes ? " in the worst iteration, and each has another stride" : "";
}

std::string describePattern(const CheckRun &In, const Access &Site, const Excess &Fault) {
  ExprContext &Expressions = In.Expressions;
  const AccessCost &Cost = Fault.Worst->Cost;
  std::string Pattern =
      describeLanePattern(Cost.WorstRequest, In.Target.Shape.WarpLanes, Cost.UnknownScales);
  if (Cost.UnknownScales.empty() || hasRegularPattern(Cost.WorstRequest))
    return Pattern + strideByIteration(In, Site, Fault.Worst->Launch).str();
  const LaunchContext &Launch = In.Kernel.Launches[Fault.Worst->Launch];
  ExprRef Offset = withLaunchValues(Expressions, Site.Offset, In.Kernel.Program, Launch);
  for (const Term &Part : termsOf(Offset)) {
    bool ByLane = false;
    ExprRef Uniform = Expressions.constant(Part.Coefficient);
    for (ExprRef Factor : Part.Factors) {
      if (Factor->varies() == Uniformity::Lane)
        ByLane = true;
      else
        Uniform = Expressions.multiply(Uniform, Factor);
    }
    if (ByLane && isUnknown(Uniform))
      return "lanes are a multiple of `" + toString(Uniform) + "` B apart";
  }
  return Pattern;
}

/// The launch before what is said of it: after a reason, a second colon would be hard to read.
static std::string launchHeading(const KernelAnalysis &Kernel, unsigned Number) {
  const LaunchContext &Launch = Kernel.Launches[Number];
  return "for " + describeLaunch(Kernel, Number) +
         (Launch.Origin == LaunchOrigin::Default ? "; " : ": ");
}

/// "; 12 such launches waste 1,024 B", of several.
static std::string describeRun(uint64_t Wasted, StringRef Unit, uint64_t Launches) {
  if (Launches < 2)
    return "";
  return "; " + formatCount(Launches) + " such launches waste " +
         formatCount(SaturatingMultiply(Wasted, Launches)) + " " + Unit.str();
}

/// The bytes that lanes of the worst request of \p Cost share count once; nothing where none do.
static std::optional<Footprint> sharedElements(const AccessCost &Cost, const Access &Site,
                                               const DeviceShape &Device) {
  if (Site.Space != MemorySpace::Global)
    return std::nullopt;
  std::optional<Footprint> Distinct = footprintOf(Cost, Device.UnitBytes, Site.Bytes);
  bool IsShared =
      Distinct && Distinct->Bytes < uint64_t(popcount(Cost.WorstRequest.ActiveMask)) * Site.Bytes;
  return IsShared ? Distinct : std::nullopt;
}

/// What the launch loses, and all \p Launches that a program made of it: requests, cost, ideal,
/// and the share of it wasted, unless other loads use it. \p Limit says of the share in what
/// direction it is a limit, "up to ".
static std::string describeTotals(const AccessCost &Cost, MemorySpace Space,
                                  const DeviceShape &Device, bool IsUsed, StringRef Limit,
                                  uint64_t Launches) {
  if (!Cost.Totals)
    return "no totals: " + describe(Cost.WhyNoTotals);
  const CostTotals &Totals = *Cost.Totals;
  uint64_t Wasted = Totals.Cost > Totals.Ideal ? Totals.Cost - Totals.Ideal : 0;
  std::string Text = formatNumberOf(Totals.Requests, "request") + ", " +
                     formatNumberOf(Totals.Cost, costUnit(Space, Device)) + ", " +
                     formatCount(Totals.Ideal) + " needed";
  if (!Wasted || IsUsed)
    return Text;
  std::string Share = "(" + formatShare(double(Wasted) / double(Totals.Cost)) + ")";
  if (Space == MemorySpace::Global)
    return Text + "; " + Limit.str() + formatCount(Wasted * Device.UnitBytes) + " of " +
           formatCount(Totals.Cost * Device.UnitBytes) + " B moved are wasted " + Share +
           describeRun(Wasted * Device.UnitBytes, "B", Launches);
  if (Space == MemorySpace::Shared)
    return Text + "; " + formatCount(Wasted) + " in excess " + Share +
           describeRun(Wasted, pluralOf(costUnit(Space, Device)), Launches);
  return Text;
}

/// "served mostly by the L1 cache: this load and 2 others touch 4 sectors per warp, 4 needed".
static std::string describeTogether(const Footprint &Together, const Access &Site,
                                    const DeviceShape &Device) {
  std::string Touched = formatNumberOf(Together.Sectors.Cost, costUnit(Site.Space, Device)) +
                        " per warp, " + formatCount(Together.Sectors.Ideal) + " needed";
  if (Together.IsPartOfLoop)
    return "served in part by the L1 cache as long as it keeps the sectors: " +
           utostr(Together.Accesses) + " loads of consecutive iterations touch " + Touched;
  if (Site.Kind == AccessKind::Store)
    return "combined on the way to the L2 cache: this store and " +
           formatNumberOf(Together.Accesses - 1, "other") + " touch " + Touched;
  std::string Words = isUsed(Together) ? "served mostly" : "served in part";
  return Words + " by the L1 cache: this load and " +
         formatNumberOf(Together.Accesses - 1, "other") + " touch " + Touched;
}

/// "the bytes moved are used, the requests are not: this store and 3 others fill 16 sectors per
/// warp, which no request fills by itself"; where they leave some bytes, what they touch.
static std::string describeFilled(const Footprint &Filled, const Access &Site,
                                  const DeviceShape &Device) {
  std::string Stores = Filled.IsPartOfLoop
                           ? utostr(Filled.Accesses) + " stores of consecutive iterations"
                           : "this store and " + formatNumberOf(Filled.Accesses - 1, "other");
  std::string Kept = Filled.IsPartOfLoop ? ", as long as the L2 cache keeps the sectors: " : ": ";
  std::string Touched = formatNumberOf(Filled.Sectors.Cost, costUnit(Site.Space, Device));
  uint64_t Bytes = uint64_t(Filled.Sectors.Cost) * Device.UnitBytes;
  if (Filled.Bytes == Bytes)
    return "the bytes moved are used, the requests are not" + Kept + Stores + " fill " + Touched +
           " per warp" + (Filled.NeedsOthers ? ", which no request fills by itself" : "");
  std::string Needed =
      Filled.Sectors.Ideal < Filled.Sectors.Cost
          ? formatCount(Filled.Sectors.Ideal) + " needed"
          : formatCount(Filled.Bytes) + " of " + formatCount(Bytes) + " B are stored";
  return "most of the bytes moved are used, the requests are not" + Kept + Stores + " touch " +
         Touched + " per warp, " + Needed +
         (Filled.NeedsOthers ? ", and no request fills any by itself" : "");
}

/// What launches with one heading cost, which differ in their arguments only.
static std::string describeCosts(ArrayRef<const AccessCost *> Costs, StringRef Unit) {
  auto ByCost = [](const AccessCost *Left, const AccessCost *Right) {
    return std::tie(Left->Worst.Cost, Left->Worst.Ideal) <
           std::tie(Right->Worst.Cost, Right->Worst.Ideal);
  };
  auto [Least, Most] = std::minmax_element(Costs.begin(), Costs.end(), ByCost);
  std::string Text = formatPerRequest(**Most, Unit);
  if ((*Least)->Worst.Cost != (*Most)->Worst.Cost)
    Text = formatCount((*Least)->Worst.Cost) + " to " + Text;
  return Costs.size() == 1 ? Text : Text + " (" + utostr(Costs.size()) + " sets of arguments)";
}

/// Those of the launches of \p Fault that cost something else than the worst, by heading.
static void addOtherLaunches(Finding &Result, const KernelAnalysis &Kernel, const Access &Site,
                             const Excess &Fault) {
  const AccessCost &Worst = Fault.Worst->Cost;
  MapVector<std::string, SmallVector<const AccessCost *>, std::map<std::string, unsigned>>
      ByHeading;
  for (const AccessVerdict *Other : Fault.Others)
    if (Other->Cost.Worst != Worst.Worst || isAtFault(Other->Cost) != isAtFault(Worst))
      ByHeading[launchHeading(Kernel, Other->Launch)].push_back(&Other->Cost);
  for (const auto &[Heading, Costs] : ByHeading)
    addNoteOfSeveral(Result,
                     Heading + describeCosts(Costs, costUnit(Site.Space, Kernel.Program.Device)));
}

Finding &reportExcess(const CheckRun &In, const Access &Site, const Excess &Fault,
                      const Twine &Subject, const Twine &Predicate) {
  const KernelAnalysis &Kernel = In.Kernel;
  Finding &Result = In.report(Site.Position, Subject.str());
  Result.PartOffset = Result.Message.size();
  Result.Message += Predicate.str();
  Result.Level = Fault.Level;
  Result.Access = Site.Id;
  Result.Launch = Fault.Worst->Launch;
  addCallNotes(Result, Site);
  const AccessCost &Cost = Fault.Worst->Cost;
  std::optional<Footprint> Distinct = sharedElements(Cost, Site, Kernel.Program.Device);
  // Both together limit nothing.
  StringRef Limit = bool(Fault.ConditionalUser) == Distinct.has_value() ? ""
                    : Distinct                                          ? "at least "
                                                                        : "up to ";
  addNote(Result, knowledgeName(Cost.Known).str() + " " +
                      launchHeading(Kernel, Fault.Worst->Launch) +
                      (Fault.IsMost && costOfRequests(Fault).Totals ? "at most " : "") +
                      describeTotals(costOfRequests(Fault), Site.Space, Kernel.Program.Device,
                                     Fault.Together || Fault.Filled, Limit,
                                     Kernel.Launches[Fault.Worst->Launch].Count));
  if (Distinct && Distinct->Sectors.Ideal < Cost.Worst.Ideal)
    addNote(Result, "lanes share elements: the " + formatCount(Distinct->Bytes) +
                        " B that a warp accesses fit into " +
                        formatNumberOf(Distinct->Sectors.Ideal,
                                       costUnit(Site.Space, Kernel.Program.Device)));
  if (Fault.ConditionalUser)
    addNote(Result, "the " + kindName(Site.Kind).str() + " of `" +
                        Kernel.Program.Objects[Site.Object].Name + "` at line " +
                        utostr(Fault.ConditionalUser->Position.Line) +
                        " uses some of these bytes, under another condition");
  if (Fault.Joined)
    addNote(
        Result,
        (Fault.Joined->Iterations > 1
             ? "the compiler merges " + utostr(Fault.Joined->Iterations) + " iterations into one "
             : "the compiler merges it with its neighbours into one ") +
            utostr(Fault.Joined->Bytes) + "-byte " + kindName(Site.Kind).str() + ": " +
            formatNumberOf(Fault.JoinedCost.Cost, costUnit(Site.Space, Kernel.Program.Device)) +
            " per request, " + formatCount(Fault.JoinedCost.Ideal) + " needed");
  if (Fault.MovedFrom)
    addNote(Result,
            "counted once for all iterations of the loop at line " +
                utostr(Fault.MovedFrom->Position.Line) +
                ": its address stays the same, and the compiler makes it " +
                (Site.Kind == AccessKind::Load ? "before" : "behind") + " the loop" +
                (Fault.MayMoveFrom ? ", or that at line " + utostr(Fault.MayMoveFrom->Position.Line)
                                   : ""));
  if (Fault.Together)
    addNote(Result, describeTogether(*Fault.Together, Site, Kernel.Program.Device));
  if (Fault.Filled)
    addNote(Result, describeFilled(*Fault.Filled, Site, Kernel.Program.Device));
  if (!Cost.Assumptions.empty())
    addNote(Result, "assumed: " + join(describe(Cost.Assumptions), "; "));
  addOtherLaunches(Result, Kernel, Site, Fault);
  return Result;
}

} // namespace memlint
