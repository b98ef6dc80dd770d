//===- Significance.cpp - What is worth a warning -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/Significance.h"

#include "CheckList.h"
#include "FindingParts.h"
#include "KernelShare.h"
#include "LaunchSize.h"
#include "LittleToGain.h"
#include "ProgramShare.h"
#include "ScaleFactor.h"
#include "UnlaunchedKernel.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Checks/CompiledCosts.h"
#include "cuda-memlint/Checks/LaunchTraffic.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SetVector.h"

#include <iterator>
#include <map>
#include <tuple>

using namespace llvm;

namespace memlint {

/// Cost and ideal, in the unit of a memory space.
struct Traffic {
  double Cost = 0;
  double Ideal = 0;

  double excess() const { return Cost > Ideal ? Cost - Ideal : 0; }
};

static SmallVector<unsigned> accessesOf(ArrayRef<Finding *> Findings) {
  return to_vector(map_range(Findings, [](const Finding *Each) { return *Each->Access; }));
}

/// What \p Accesses move together: in the launch, or where that is not known of each, a request of
/// each.
static Traffic trafficOf(const KernelAnalysis &Kernel, ArrayRef<unsigned> Accesses,
                         unsigned Launch) {
  Traffic Total, Mean;
  bool IsTotal = true;
  for (unsigned Number : Accesses) {
    const AccessCost &Cost = Kernel.Verdicts[Number][Launch].Cost;
    if (Cost.NeverExecuted)
      continue;
    if (Cost.Totals) {
      Total.Cost += double(Cost.Totals->Cost);
      Total.Ideal += double(Cost.Totals->Ideal);
    }
    IsTotal &= Cost.Totals.has_value();
    Mean.Cost += Cost.MeanCost;
    Mean.Ideal += Cost.MeanIdeal;
  }
  return IsTotal ? Total : Mean;
}

static void lower(ArrayRef<Finding *> Findings, const Twine &Why, const SourcePosition &At = {}) {
  for (Finding *Each : Findings)
    if (Each->Level > FindingLevel::Remark) {
      Each->LoweredFrom = Each->Level;
      Each->Level = FindingLevel::Remark;
      addNote(*Each, Why, At);
    }
}

/// What the warps of a block touch together in the \p Findings, if each is about an access to runs
/// of bytes; else nothing.
static std::optional<Traffic> footprintOfBlock(const KernelAnalysis &Kernel,
                                               ArrayRef<Finding *> Findings) {
  Traffic Sum;
  for (const Finding *Each : Findings) {
    const AccessCost &Cost = Kernel.Verdicts[*Each->Access][*Each->Launch].Cost;
    if (!Cost.OfBlock)
      return std::nullopt;
    Sum.Cost += Cost.OfBlock->Sectors;
    Sum.Ideal += Cost.OfBlock->Ideal;
  }
  return Sum;
}

static bool hasSeveralRows(const LaunchContext &Launch) {
  return Launch.Block[1] != 1 || Launch.Block[2] != 1;
}

/// Whether the lanes of \p Request access runs of bytes that are each at least a unit long.
static bool accessesRunsOfUnits(const WarpRequest &Request, unsigned UnitBytes) {
  SmallVector<int64_t, MostWarpLanes> Offsets;
  for (unsigned Lane = 0; Lane != MostWarpLanes; ++Lane)
    if (Request.ActiveMask >> Lane & 1)
      Offsets.push_back(Request.ByteOffset[Lane]);
  llvm::sort(Offsets);
  int64_t Bytes = Request.BytesPerLane;
  for (size_t First = 0; First != Offsets.size();) {
    size_t End = First + 1;
    while (End != Offsets.size() && Offsets[End] - Offsets[End - 1] <= Bytes)
      ++End;
    if (Offsets[End - 1] + Bytes - Offsets[First] < int64_t(UnitBytes))
      return false;
    First = End;
  }
  return true;
}

/// Whether the next block goes on where the rows of one end: `blockIdx.x * blockDim.x` elements.
static bool continuesInNextBlock(const Access &Site, const LaunchContext &Launch) {
  if (!Launch.Block[0] || Launch.Grid[0] == 1)
    return false;
  auto IsOf = [](ExprRef Factor, LeafKind Kind) {
    return Factor->isLeaf() && Factor->leaf().Kind == Kind && Factor->leaf().Dimension == 0;
  };
  return any_of(termsOf(Site.Offset), [&](const Term &Part) {
    int64_t Elements = Part.Coefficient / int64_t(Site.Bytes);
    ArrayRef<ExprRef> Factors = Part.Factors;
    if (Factors.size() == 1)
      return IsOf(Factors[0], LeafKind::BlockIndex) && Elements == int64_t(*Launch.Block[0]);
    return Factors.size() == 2 && Elements == 1 &&
           any_of(Factors, [&](ExprRef Each) { return IsOf(Each, LeafKind::BlockIndex); }) &&
           any_of(Factors, [&](ExprRef Each) { return IsOf(Each, LeafKind::BlockDimension); });
  });
}

/// Whether \p Findings are about rows of threads that each access a run of bytes, with other blocks
/// beside them: the sectors at the ends of a row are theirs, too, and in a cache then.
static bool sharesBoundaries(const KernelAnalysis &Kernel, ArrayRef<Finding *> Findings) {
  return all_of(Findings, [&](const Finding *Each) {
    const AccessCost &Cost = Kernel.Verdicts[*Each->Access][*Each->Launch].Cost;
    const LaunchContext &Launch = Kernel.Launches[*Each->Launch];
    const Access &Site = Kernel.Program.Accesses[*Each->Access];
    return Site.Space == MemorySpace::Global && hasSeveralRows(Launch) &&
           continuesInNextBlock(Site, Launch) &&
           accessesRunsOfUnits(Cost.WorstRequest, Kernel.Program.Device.UnitBytes);
  });
}

/// Iterations may go on where those before end, in a sector that is counted for both then.
static bool areAllInLoops(const KernelAnalysis &Kernel, ArrayRef<Finding *> Findings) {
  return all_of(Findings, [&](const Finding *Each) {
    return !Kernel.Program.Accesses[*Each->Access].Loops.empty();
  });
}

/// Makes remarks of the \p Findings if their excess is too little of what their kernel moves. \p
/// OfKernel is what the launch moves in all.
static void judgeByShare(const KernelAnalysis &Kernel, ArrayRef<Finding *> Findings,
                         const LaunchTraffic &OfKernel, const Significance &Limits) {
  SmallVector<unsigned> Accesses = accessesOf(Findings);
  std::optional<KernelShare> Of =
      shareOfKernel(Kernel, Accesses, *Findings.front()->Launch, OfKernel);
  if (!Of || 100 * Of->Share >= Limits.LeastShare)
    return;
  MemorySpace Space = Kernel.Program.Accesses[Accesses.front()].Space;
  if (Of->Share > 0)
    lower(Findings, "minor: the excess is " + std::string(Of->IsBound ? "at most " : "") +
                        describeShare(Of->Share, Space, Kernel.Program.Device));
  else if (Of->Beside)
    lower(Findings, "minor: outside the loop at line " +
                        std::to_string(Kernel.Program.Loops[*Of->Beside].Position.Line) +
                        ", which has an unknown trip count and accesses memory in each iteration");
}

static bool hasAdvice(const Finding *Item) { return Item->Help || !Item->Fixes.empty(); }

/// \p OfKernel is what the launch of the \p Findings moves in all.
static void judge(const KernelAnalysis &Kernel, ArrayRef<Finding *> Findings,
                  const LaunchTraffic &OfKernel, const Significance &Limits) {
  Traffic Own = trafficOf(Kernel, accessesOf(Findings), *Findings.front()->Launch);
  if (Own.Cost <= 0)
    return;
  double Excess = Own.excess() / Own.Cost;
  if (100 * Excess < Limits.LeastExcess) {
    lower(Findings, "minor: the excess is " + formatShare(Excess) + " of the traffic");
    return;
  }
  // Two rows share what one of them has in excess.
  if (100 * Excess / 2 <= Limits.LeastExcess && sharesBoundaries(Kernel, Findings)) {
    lower(Findings, "minor: rows of the block share the " +
                        pluralOf(costUnit(MemorySpace::Global, Kernel.Program.Device)) +
                        " at their ends with the blocks "
                        "beside them");
    return;
  }
  if (std::optional<Traffic> OfBlock = footprintOfBlock(Kernel, Findings)) {
    double Shared = OfBlock->excess() / OfBlock->Cost;
    if (100 * Shared < Limits.LeastExcess) {
      lower(Findings, "minor: warps of the block share " +
                          pluralOf(costUnit(MemorySpace::Global, Kernel.Program.Device)) +
                          ", so that " + (areAllInLoops(Kernel, Findings) ? "at most " : "") +
                          formatShare(Shared) + " of those it touches are in excess");
      return;
    }
  }
  if (none_of(Findings, hasAdvice))
    if (std::string Why = whyLittleToGain(Kernel, Findings, Excess, Limits); !Why.empty()) {
      lower(Findings, Why);
      return;
    }
  judgeByShare(Kernel, Findings, OfKernel, Limits);
}

/// Findings without any advice, which leave it to the reader to find a change, if there is one,
/// matter from this multiple of Significance::LeastShare on.
static constexpr double SharesWithoutAdvice = 10;

/// Small shares of several arrays that are so much together say that the kernel is mostly excess.
static constexpr double MostOfKernel = 0.5;

static bool isWarning(const Finding *Item) { return Item->Level > FindingLevel::Remark; }

/// The accesses of \p Findings, and of a structure that is copied in parts, all of them: one
/// finding may speak of several.
static SmallVector<unsigned> withAllParts(const KernelAnalysis &Kernel,
                                          ArrayRef<Finding *> Findings) {
  SmallSetVector<unsigned, 8> Numbers;
  for (unsigned Number : accessesOf(Findings)) {
    const Access &Site = Kernel.Program.Accesses[Number];
    for (unsigned Part = 0; Part != Site.Parts; ++Part)
      Numbers.insert(Site.Id - Site.Part + Part);
  }
  return Numbers.takeVector();
}

namespace {

/// Findings of a check without advice about one array in one launch, and what of the kernel they
/// are about together.
struct ArrayShare {
  SmallVector<Finding *> Findings;
  KernelShare Of;
};

} // namespace

/// The warnings in \p Groups that have no advice, by check and launch: those about arrays that have
/// too small a share of what the kernel moves, which is \p OfKernel by launch.
static std::map<std::pair<StringRef, unsigned>, std::vector<ArrayShare>>
smallSharesWithoutAdvice(const KernelAnalysis &Kernel, ArrayRef<std::vector<Finding *>> Groups,
                         const std::map<unsigned, LaunchTraffic> &OfKernel,
                         const Significance &Limits) {
  std::map<std::tuple<StringRef, unsigned, unsigned>, SmallVector<Finding *>> Arrays;
  for (const std::vector<Finding *> &Group : Groups)
    if (any_of(Group, isWarning) && none_of(Group, hasAdvice)) {
      const Finding &First = *Group.front();
      unsigned Object = Kernel.Program.Accesses[*First.Access].Object;
      append_range(Arrays[{First.Check, Object, *First.Launch}], Group);
    }
  std::map<std::pair<StringRef, unsigned>, std::vector<ArrayShare>> Small;
  for (const auto &[Key, Findings] : Arrays) {
    unsigned Launch = *Findings.front()->Launch;
    std::optional<KernelShare> Of =
        shareOfKernel(Kernel, withAllParts(Kernel, Findings), Launch, OfKernel.at(Launch));
    if (Of && 100 * Of->Share < SharesWithoutAdvice * Limits.LeastShare)
      Small[{Findings.front()->Check, Launch}].push_back({Findings, *Of});
  }
  return Small;
}

/// Makes remarks of the warnings in \p Groups that have no advice, where all that are about one
/// array together have too small a share of what the kernel moves, which is \p OfKernel by launch.
static void judgeWithoutAdvice(const KernelAnalysis &Kernel,
                               ArrayRef<std::vector<Finding *>> Groups,
                               const std::map<unsigned, LaunchTraffic> &OfKernel,
                               const Significance &Limits) {
  for (const auto &[Key, Arrays] : smallSharesWithoutAdvice(Kernel, Groups, OfKernel, Limits)) {
    double Sum = 0;
    for (const ArrayShare &Each : Arrays)
      Sum += Each.Of.Share;
    if (Sum >= MostOfKernel)
      continue;
    for (const ArrayShare &Each : Arrays) {
      const Access &Site = Kernel.Program.Accesses[*Each.Findings.front()->Access];
      lower(Each.Findings, "minor: no change is known that lowers the excess, which is " +
                               std::string(Each.Of.IsBound ? "at most " : "") +
                               describeShare(Each.Of.Share, Site.Space, Kernel.Program.Device));
    }
  }
}

/// What is loaded again because pointers may alias is part of what these load.
static SmallVector<unsigned> plainLoads(const KernelAnalysis &Kernel) {
  SmallVector<unsigned> Loads;
  for (const Access &Site : Kernel.Program.Accesses)
    if (Site.Space == MemorySpace::Global && Site.Kind == AccessKind::Load && !Site.IsUnused)
      Loads.push_back(Site.Id);
  return Loads;
}

/// A warp for each scheduler of one multiprocessor: such a launch waits for latencies. What it
/// accesses in global memory is in a cache soon.
static constexpr double FewThreads = 128;

/// The findings in \p Groups, and those about loads that are repeated, in a kernel that a program,
/// all of it in \p File, launches seldom beside another one.
static void judgeByProgram(const FileAnalysis &File, KernelAnalysis &Kernel,
                           ArrayRef<std::vector<Finding *>> Groups, const Significance &Limits) {
  if (!File.HasMain)
    return;
  auto WhyMinor = [&](ArrayRef<unsigned> Accesses, TrafficPart Of) {
    std::optional<ProgramShare> Share = shareOfProgram(File, Kernel, Accesses, Of);
    return Share && 100 * Share->Share < Limits.LeastShare ? "minor: " + Share->describe(Of) : "";
  };
  for (const std::vector<Finding *> &Group : Groups)
    if (any_of(Group, isWarning))
      if (std::string Why = WhyMinor(accessesOf(Group), TrafficPart::Excess); !Why.empty())
        lower(Group, Why);
  auto IsAboutAliasing = [](const Finding &Item) {
    return Item.Check == MissingRestrict.Name && isWarning(&Item);
  };
  if (none_of(Kernel.Findings, IsAboutAliasing))
    return;
  if (std::string Why = WhyMinor(plainLoads(Kernel), TrafficPart::All); !Why.empty())
    for (Finding &Item : Kernel.Findings)
      if (IsAboutAliasing(Item))
        lower(&Item, Why);
}

/// The recording tells what the launch is of the whole run.
static bool isRecorded(const LaunchContext &Launch) {
  return Launch.Origin == LaunchOrigin::Recorded;
}

/// Those of \p Groups that are about global memory.
static std::vector<std::vector<Finding *>> globalOnes(const KernelAnalysis &Kernel,
                                                      ArrayRef<std::vector<Finding *>> Groups) {
  std::vector<std::vector<Finding *>> Found;
  copy_if(Groups, std::back_inserter(Found), [&](const std::vector<Finding *> &Group) {
    return Kernel.Program.Accesses[*Group.front()->Access].Space == MemorySpace::Global;
  });
  return Found;
}

/// The findings in \p Groups, and those about loads that are repeated, in a kernel whose launches
/// are all small.
static void judgeBySize(const FileAnalysis &File, KernelAnalysis &Kernel,
                        ArrayRef<std::vector<Finding *>> Groups, const Twine &Why) {
  for (const std::vector<Finding *> &Group : Groups)
    if (wastesLittle(File, Kernel, accessesOf(Group)))
      lower(Group, Why);
  if (movesLittle(File, Kernel, plainLoads(Kernel)))
    for (Finding &Item : Kernel.Findings)
      if (Item.Check == MissingRestrict.Name)
        lower(&Item, Why);
}

/// The findings in \p Groups, about a kernel in a program, where all that they are about together
/// wastes next to nothing of the time that a launch takes.
static void judgeByLaunchTime(const FileAnalysis &File, const KernelAnalysis &Kernel,
                              ArrayRef<std::vector<Finding *>> Groups) {
  SmallSetVector<unsigned, 8> OfAll;
  for (const std::vector<Finding *> &Group : Groups)
    for (unsigned Number : accessesOf(Group))
      OfAll.insert(Number);
  CompiledCosts Costs(File, Kernel);
  if (!littleExcessInAll(File, Costs, Kernel, OfAll.getArrayRef()))
    return;
  for (const std::vector<Finding *> &Group : Groups)
    if (std::optional<LittleExcess> Excess =
            littleExcessInAll(File, Costs, Kernel, accessesOf(Group)))
      lower(Group, "minor: " + std::string(Excess->IsBound ? "at most " : "") +
                       formatNumberOf(Excess->Units,
                                      costUnit(MemorySpace::Global, Kernel.Program.Device)) +
                       " in excess take little of the time of a launch");
}

static bool isInSource(const LaunchContext &Launch) { return Launch.Origin == LaunchOrigin::Call; }

static bool isLaunchedInSource(const KernelAnalysis &Kernel) {
  // A file that includes the kernel's may launch it.
  return any_of(Kernel.Launches, [](const LaunchContext &Each) { return Each.Position.Line != 0; });
}

std::string whyNotLaunched(const KernelAnalysis &Kernel) {
  return Kernel.IsNeverNamed && !isLaunchedInSource(Kernel)
             ? "nothing launches the kernel: its file does not name it again"
             : "";
}

/// Of a kernel that nobody launches nothing is lost; where the source launches it in a way that is
/// not followed, a guessed shape of the block says little of what it costs. Rows of threads lie
/// alike in memory in all blocks of one row.
static void judgeByLaunches(const KernelAnalysis &Kernel, ArrayRef<Finding *> Findings) {
  if (isLaunchedInSource(Kernel))
    return;
  if (std::string Why = whyNotLaunched(Kernel); !Why.empty())
    lower(Findings, Why);
  else if (Kernel.UnfollowedLaunch.Line != 0 && any_of(Kernel.Launches, hasSeveralRows))
    lower(Findings, "the block is a guess: this launch is not followed", Kernel.UnfollowedLaunch);
}

/// Where nothing tells the factor by which an image is scaled, lanes are hardly far apart.
static void judgeByScale(const KernelAnalysis &Kernel, ArrayRef<Finding *> Findings) {
  for (Finding *Each : Findings) {
    StringRef Factor = scaleFactorOf(Kernel.Program.Accesses[*Each->Access],
                                     Kernel.Verdicts[*Each->Access][*Each->Launch].Cost);
    if (!Factor.empty())
      lower(Each, "the excess is assumed: with a small `" + Factor + "`, which looks like the " +
                      "factor of a scale, there is little of it");
  }
}

/// The findings in \p Groups by how large the launches of \p Kernel are, beside those of a \p
/// Larger one and by themselves.
static void judgeByLaunchSizes(const FileAnalysis &File, KernelAnalysis &Kernel,
                               ArrayRef<std::vector<Finding *>> Groups,
                               const KernelAnalysis *Larger, const Significance &Limits) {
  std::optional<double> Threads = mostThreadsOf(File, Kernel);
  if (!Threads || Limits.LeastShare <= 0)
    return;
  if (Larger)
    judgeBySize(File, Kernel, Groups,
                "minor: launches of this kernel are small beside those of " + Larger->Program.Name);
  // Other files may launch it, too.
  if (!File.HasMain || any_of(Kernel.Launches, isRecorded))
    return;
  if (*Threads <= FewThreads)
    judgeBySize(File, Kernel, globalOnes(Kernel, Groups),
                "minor: no launch of this kernel has more than " + formatCount(uint64_t(*Threads)) +
                    " threads");
  // Of AMD's devices the time is not known.
  if (!Kernel.Program.Device.IsAmd && all_of(Kernel.Launches, isInSource))
    judgeByLaunchTime(File, Kernel, globalOnes(Kernel, Groups));
}

/// \p Larger: a kernel beside whose launches those of \p Kernel are small; may be null.
static void lowerMinorFindings(const FileAnalysis &File, KernelAnalysis &Kernel,
                               const KernelAnalysis *Larger, const Significance &Limits) {
  std::map<unsigned, std::vector<Finding *>> ByCause;
  std::vector<std::vector<Finding *>> Groups;
  for (Finding &Item : Kernel.Findings) {
    if (!Item.Launch || !Item.Access)
      continue;
    if (Item.Cause)
      ByCause[*Item.Cause].push_back(&Item);
    else
      Groups.push_back({&Item});
  }
  for (auto &[Number, Group] : ByCause)
    Groups.push_back(std::move(Group));
  for (const std::vector<Finding *> &Group : Groups) {
    judgeByLaunches(Kernel, Group);
    judgeByScale(Kernel, Group);
  }
  std::map<unsigned, LaunchTraffic> ByLaunch;
  std::optional<CompiledCosts> Costs;
  for (const std::vector<Finding *> &Group : Groups) {
    unsigned Launch = *Group.front()->Launch;
    auto [OfKernel, IsNew] = ByLaunch.try_emplace(Launch);
    if (IsNew) {
      if (!Costs)
        Costs.emplace(File, Kernel);
      OfKernel->second = trafficOf(*Costs, Kernel, Launch);
    }
    judge(Kernel, Group, OfKernel->second, Limits);
  }
  judgeWithoutAdvice(Kernel, Groups, ByLaunch, Limits);
  judgeByLaunchSizes(File, Kernel, Groups, Larger, Limits);
  judgeByProgram(File, Kernel, Groups, Limits);
}

void lowerMinorFindings(FileAnalysis &File, const Significance &Limits) {
  // The device of a file that could not be analysed is unknown.
  if (File.Kernels.empty())
    return;
  LaunchSizes Sizes(File);
  for (auto [Number, Kernel] : enumerate(File.Kernels))
    lowerMinorFindings(File, Kernel, Sizes.findLarger(Number, Limits.LeastShare / 100), Limits);
}

} // namespace memlint
