//===- TopKernels.cpp - The kernels that cost most ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelTotals.h"
#include "SummaryTable.h"
#include "TextTable.h"

#include "cuda-memlint/Checks/CompiledCosts.h"
#include "cuda-memlint/Checks/LaunchTraffic.h"
#include "cuda-memlint/Checks/TimeEstimate.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Report/SourceText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>
#include <map>
#include <set>
#include <tuple>

using namespace llvm;

namespace memlint {

namespace {

constexpr TextColumn TimeColumns[] = {{"time", false}, {"of it excess", false}};
constexpr TextColumn LaunchesColumn = dispensableColumn("launches", false, 2);
constexpr TextColumn TopColumns[] = {{"excess B", false},
                                     dispensableColumn("sectors", false, 1),
                                     dispensableColumn("excess", false, 3),
                                     dispensableColumn("wavefronts", false, 1),
                                     dispensableColumn("excess", false, 3),
                                     {"kernel", true, true},
                                     {"worst access", true, true}};
/// The units of AMD's devices in their place.
constexpr TextColumn LinesColumn = dispensableColumn("cache lines", false, 1),
                     CyclesColumn = dispensableColumn("bank cycles", false, 1);

/// What a warp moves that gets to each access once, and makes the iterations of loops around it
/// whose trip counts are known, as a mean over the requests that are looked at. Stands for the
/// kernel where nothing is known of how often that happens.
struct WarpTraffic {
  struct Units {
    double Cost = 0, Excess = 0;
  };
  std::map<MemorySpace, Units> Spaces;
  double ExcessBytes = 0;

  void add(const Access &Site, const AccessCost &Cost, const DeviceShape &Device) {
    if (Cost.Known == Knowledge::Unknown || Cost.NeverExecuted)
      return;
    double Iterations = Cost.Iterations.value_or(1);
    double Excess = Iterations * std::max(Cost.MeanCost - Cost.MeanIdeal, 0.0);
    Units &Sum = Spaces[Site.Space];
    Sum.Cost += Iterations * Cost.MeanCost;
    Sum.Excess += Excess;
    ExcessBytes += Excess * double(unitBytes(Site.Space, Device));
  }
};

/// A kernel in the launch in which it loses most; in all that a program made where they are
/// recorded.
struct RankedKernel {
  const KernelAnalysis *Kernel = nullptr;
  /// How often the program made them; 0: that is not known, and this is one.
  uint64_t Launches = 0;
  LaunchTraffic Traffic;
  uint64_t Excess = 0;
  /// Nanoseconds of those launches that were timed, and what the excess takes of them as estimated.
  uint64_t Time = 0;
  /// Launches that were not timed.
  bool IsPartlyTimed = false;
  TimeRange ExcessTime;
  WarpTraffic OfWarp;
  const Access *Worst = nullptr;
  /// Of the worst access: cost to ideal.
  double Ratio = 0;
};

/// Bytes that an access loses: of a launch where its totals are known, else of a request, which
/// comes after those.
std::pair<bool, double> lossOf(const Access &Site, const AccessCost &Cost,
                               const DeviceShape &Device) {
  return {Cost.Totals.has_value(), double(unitBytes(Site.Space, Device)) * excessOf(Cost)};
}

/// Finds the access that loses most in any of \p Launches, as often as a program made each.
void findWorst(RankedKernel &Ranked, const CompiledCosts &Costs, ArrayRef<unsigned> Launches) {
  const KernelAnalysis &Kernel = *Ranked.Kernel;
  std::pair Most(false, 0.0);
  for (const Access &Site : Kernel.Program.Accesses)
    for (unsigned Launch : Launches) {
      std::optional<AccessCost> Cost = Costs.costOf(Site, Launch);
      if (!Cost)
        continue;
      std::pair<bool, double> Loss = lossOf(Site, *Cost, Kernel.Program.Device);
      Loss.second *= double(std::max<uint64_t>(Kernel.Launches[Launch].Count, 1));
      if (Loss.second <= 0 || Loss <= Most)
        continue;
      Most = Loss;
      Ranked.Worst = &Site;
      Ranked.Ratio = ratioOf(*Cost);
    }
}

void addTimes(uint64_t &Sum, uint64_t Each, uint64_t Count) {
  Sum = SaturatingMultiplyAdd(Each, Count, Sum);
}

/// Accesses that findings say what their excess takes of.
SmallVector<unsigned> accessesWithEstimates(const KernelAnalysis &Kernel) {
  SmallVector<unsigned> Accesses;
  for (const Finding &Item : Kernel.Findings)
    if (Item.RunExcessTime.Most != 0 && Item.Suppressed == Suppression::None)
      Accesses.push_back(*Item.Access);
  return Accesses;
}

/// The kernel in \p Launches together, each as often as the program made it, or once where that is
/// not known.
RankedKernel rankLaunches(const CompiledCosts &Costs, const KernelAnalysis &Kernel,
                          ArrayRef<unsigned> Launches) {
  RankedKernel Ranked;
  Ranked.Kernel = &Kernel;
  Ranked.ExcessTime = estimateRun(Kernel, Launches, accessesWithEstimates(Kernel));
  for (unsigned Number : Launches) {
    const LaunchContext &Launch = Kernel.Launches[Number];
    uint64_t Count = std::max<uint64_t>(Launch.Count, 1);
    addTimes(Ranked.Launches, 1, Launch.Count);
    Ranked.IsPartlyTimed |= !Launch.Time;
    if (Launch.Time)
      addTimes(Ranked.Time, Launch.Time->Nanoseconds, Count);
    for (const auto &[Space, Own] : trafficOf(Costs, Kernel, Number)) {
      SpaceTraffic &Sum = Ranked.Traffic[Space];
      addTimes(Sum.Requests, Own.Requests, Count);
      addTimes(Sum.Cost, Own.Cost, Count);
      addTimes(Sum.Excess, Own.Excess, Count);
      Sum.Unknown += Own.Unknown;
      Sum.IsMost |= Own.IsMost;
    }
  }
  Ranked.Excess = excessBytes(Ranked.Traffic, Kernel.Program.Device);
  for (const Access &Site : Kernel.Program.Accesses)
    if (std::optional<AccessCost> Cost = Costs.costOf(Site, Launches.front()))
      Ranked.OfWarp.add(Site, *Cost, Kernel.Program.Device);
  findWorst(Ranked, Costs, Launches);
  return Ranked;
}

bool isWorse(const RankedKernel &Left, const RankedKernel &Right) {
  auto Loss = [](const RankedKernel &Each) {
    uint64_t Time = SaturatingAdd(Each.ExcessTime.Least, Each.ExcessTime.Most);
    return std::tuple(Time, Each.Excess, Each.OfWarp.ExcessBytes);
  };
  return Loss(Left) > Loss(Right);
}

/// Those that lose as much in order of the source.
bool comesFirst(const RankedKernel &Left, const RankedKernel &Right) {
  if (isWorse(Left, Right) || isWorse(Right, Left))
    return isWorse(Left, Right);
  auto Place = [](const RankedKernel &Each) {
    const KernelProgram &Program = Each.Kernel->Program;
    return std::tie(Program.Position.Path, Program.Position.Line, Program.Name);
  };
  return Place(Left) < Place(Right);
}

/// "31/warp", rounded.
std::string formatOfWarp(double Count) {
  return formatCount(uint64_t(std::llround(Count))) + "/warp";
}

/// "65,536"; "65,536+" where some totals are not known, "at most 65,536" where compilers may make
/// less, and "about 65,536" where both is so.
std::string formatSum(uint64_t Number, bool IsWhole, bool IsMost) {
  if (IsMost && Number != 0)
    return (IsWhole ? "at most " : "about ") + formatCount(Number);
  return formatCount(Number) + (IsWhole ? "" : "+");
}

/// What the kernel moves in \p Space; of a warp where nothing is known of all.
std::string formatCost(const RankedKernel &Ranked, MemorySpace Space, uint64_t SpaceTraffic::*Sum,
                       double WarpTraffic::Units::*SumOfWarp) {
  auto Found = Ranked.Traffic.find(Space);
  if (Found == Ranked.Traffic.end())
    return "-";
  const SpaceTraffic &Own = Found->second;
  if (Own.Requests != 0 || Own.isWhole())
    return formatSum(Own.*Sum, Own.isWhole(), Own.IsMost);
  auto OfWarp = Ranked.OfWarp.Spaces.find(Space);
  return OfWarp == Ranked.OfWarp.Spaces.end() ? "?" : formatOfWarp(OfWarp->second.*SumOfWarp);
}

RankedKernel rank(const FileAnalysis &File, const KernelAnalysis &Kernel) {
  CompiledCosts Costs(File, Kernel);
  if (all_of(Kernel.Launches, [](const LaunchContext &Each) { return Each.Count != 0; }))
    return rankLaunches(Costs, Kernel,
                        to_vector(seq<unsigned>(0, unsigned(Kernel.Launches.size()))));
  RankedKernel Worst = rankLaunches(Costs, Kernel, 0u);
  for (unsigned Launch = 1; Launch != Kernel.Launches.size(); ++Launch)
    if (RankedKernel Own = rankLaunches(Costs, Kernel, Launch); isWorse(Own, Worst))
      Worst = std::move(Own);
  return Worst;
}

std::vector<std::string> cells(const RankedKernel &Ranked) {
  auto CostOf = [&](MemorySpace Space) {
    return formatCost(Ranked, Space, &SpaceTraffic::Cost, &WarpTraffic::Units::Cost);
  };
  auto ExcessOf = [&](MemorySpace Space) {
    return formatCost(Ranked, Space, &SpaceTraffic::Excess, &WarpTraffic::Units::Excess);
  };
  const Access &Worst = *Ranked.Worst;
  bool IsMost = any_of(Ranked.Traffic,
                       [](const auto &Each) { return Each.second.IsMost && Each.second.Excess; });
  return {Ranked.Excess ? formatSum(Ranked.Excess, /*IsWhole=*/true, IsMost)
                        : formatOfWarp(Ranked.OfWarp.ExcessBytes),
          CostOf(MemorySpace::Global),
          ExcessOf(MemorySpace::Global),
          CostOf(MemorySpace::Shared),
          ExcessOf(MemorySpace::Shared),
          printableText(Ranked.Kernel->Program.Name),
          Worst.Position.Path + ":" + utostr(Worst.Position.Line) + " " +
              shortSourceText(Worst.Text) + " " + formatRatio(Ranked.Ratio)};
}

} // namespace

void printTopKernels(raw_ostream &Stream, ArrayRef<FileAnalysis> Files, unsigned Most) {
  std::vector<RankedKernel> Ranking;
  // A kernel of a header is one, whoever includes it.
  std::set<std::tuple<std::string, unsigned, std::string>> Seen;
  for (const FileAnalysis &File : Files)
    for (const KernelAnalysis &Kernel : File.Kernels) {
      if (Kernel.Launches.empty())
        continue;
      RankedKernel Ranked = rank(File, Kernel);
      const SourcePosition &At = Kernel.Program.Position;
      if (Ranked.Worst && Seen.insert({At.Path, At.Line, Kernel.Program.Name}).second)
        Ranking.push_back(std::move(Ranked));
    }
  llvm::sort(Ranking, comesFirst);
  ArrayRef<RankedKernel> Shown = ArrayRef(Ranking).take_front(Most);
  if (Shown.empty())
    return;
  SmallVector<TextColumn> Columns(std::begin(TopColumns), std::end(TopColumns));
  if (Shown.front().Kernel->Program.Device.IsAmd) {
    Columns[1] = LinesColumn;
    Columns[3] = CyclesColumn;
  }
  bool AnyRun = any_of(Shown, [](const RankedKernel &Each) { return Each.Launches != 0; });
  bool AnyTime = any_of(Shown, [](const RankedKernel &Each) { return Each.Time != 0; });
  if (AnyRun)
    Columns.insert(Columns.begin() + 1, LaunchesColumn);
  if (AnyTime)
    Columns.insert(Columns.begin(), std::begin(TimeColumns), std::end(TimeColumns));
  std::vector<std::vector<std::string>> Rows;
  for (const RankedKernel &Each : Shown) {
    std::vector<std::string> &Row = Rows.emplace_back(cells(Each));
    if (AnyRun)
      Row.insert(Row.begin() + 1, Each.Launches ? formatCount(Each.Launches) : "-");
    if (AnyTime)
      Row.insert(Row.begin(),
                 {Each.Time ? formatTime(Each.Time) + (Each.IsPartlyTimed ? "+" : "") : "-",
                  Each.ExcessTime.Most ? formatTimes(Each.ExcessTime) : "-"});
  }
  printTextTable(Stream, Columns, Rows);
  if (Ranking.size() > Most)
    Stream << formatNumberOf(Ranking.size() - Most, "more kernel") << " with an excess\n";
  Stream << '\n';
}

} // namespace memlint
