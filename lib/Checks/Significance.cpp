//===- Significance.cpp - What is worth a warning -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/Significance.h"

#include "FindingParts.h"
#include "LaunchSize.h"
#include "LoopShare.h"
#include "UnlaunchedKernel.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Checks/LaunchTraffic.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;

namespace memlint {

/// Cost and ideal, in the unit of a memory space.
struct Traffic {
  double Cost = 0;
  double Ideal = 0;

  double excess() const { return Cost > Ideal ? Cost - Ideal : 0; }
};

/// What the accesses of \p Findings move together: in the launch, or where that is not known of
/// each, a request of each.
static Traffic trafficOf(const KernelAnalysis &Kernel, ArrayRef<Finding *> Findings,
                         bool &IsTotal) {
  Traffic Total, Mean;
  IsTotal = true;
  for (const Finding *Each : Findings) {
    const AccessCost &Cost = Kernel.Verdicts[*Each->Access][*Each->Launch].Cost;
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

/// Where totals are not known.
static void judgeByLoops(const KernelAnalysis &Kernel, ArrayRef<Finding *> Findings,
                         const Significance &Limits) {
  std::optional<unsigned> Beside;
  double Share = 0;
  for (const Finding *Each : Findings) {
    const Access &Site = Kernel.Program.Accesses[*Each->Access];
    if (std::optional<unsigned> Loop = findLoopBeside(Kernel, Site, *Each->Launch)) {
      Beside = Loop;
      continue;
    }
    std::optional<double> Part = excessShare(Kernel, Site, *Each->Launch);
    if (!Part)
      return;
    Share += *Part;
  }
  if (100 * Share >= Limits.LeastShare)
    return;
  MemorySpace Space = Kernel.Program.Accesses[*Findings.front()->Access].Space;
  if (Share > 0)
    lower(Findings, "minor: the excess is at most " + formatShare(Share) + " of the kernel's " +
                        pluralOf(costUnit(Space, Kernel.Program.Device)));
  else if (Beside)
    lower(Findings, "minor: outside the loop at line " +
                        std::to_string(Kernel.Program.Loops[*Beside].Position.Line) +
                        ", which has an unknown trip count and accesses memory in each iteration");
}

/// \p OfKernel is what the launch of the \p Findings moves in all.
static void judge(const KernelAnalysis &Kernel, ArrayRef<Finding *> Findings,
                  const LaunchTraffic &OfKernel, const Significance &Limits) {
  bool IsTotal = false;
  Traffic Own = trafficOf(Kernel, Findings, IsTotal);
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
                          ", so that " + formatShare(Shared) +
                          " of those it touches are in excess");
      return;
    }
  }
  MemorySpace Space = Kernel.Program.Accesses[*Findings.front()->Access].Space;
  auto All = OfKernel.find(Space);
  if (!IsTotal || All == OfKernel.end() || All->second.Cost == 0) {
    if (Limits.LeastShare > 0)
      judgeByLoops(Kernel, Findings, Limits);
    return;
  }
  // Accesses whose totals are not known only make the share less.
  double Share = Own.excess() / double(All->second.Cost);
  if (100 * Share < Limits.LeastShare)
    lower(Findings, "minor: the excess is " + std::string(All->second.isWhole() ? "" : "at most ") +
                        formatShare(Share) + " of the kernel's " +
                        pluralOf(costUnit(Space, Kernel.Program.Device)));
  else if (!All->second.isWhole())
    judgeByLoops(Kernel, Findings, Limits);
}

/// Findings of a kernel whose launches are all small, beside larger ones.
static void judgeBySize(KernelAnalysis &Kernel, ArrayRef<std::vector<Finding *>> Groups,
                        const LargeLaunch &Large) {
  std::string Why =
      "minor: launches of this kernel are small beside those of " + Large.Kernel->Program.Name;
  for (const std::vector<Finding *> &Group : Groups) {
    SmallVector<unsigned> Accesses(map_range(Group, [](Finding *Each) { return *Each->Access; }));
    if (wastesLittle(Kernel, Accesses))
      lower(Group, Why);
  }
  // What is loaded again because pointers may alias is part of what is loaded.
  SmallVector<unsigned> Loads;
  for (const Access &Site : Kernel.Program.Accesses)
    if (Site.Space == MemorySpace::Global && Site.Kind == AccessKind::Load && !Site.IsUnused)
      Loads.push_back(Site.Id);
  if (movesLittle(Kernel, Loads))
    for (Finding &Item : Kernel.Findings)
      if (Item.Subject == FindingSubject::Aliasing)
        lower(&Item, Why);
}

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

static void lowerMinorFindings(KernelAnalysis &Kernel, const std::optional<LargeLaunch> &Large,
                               const Significance &Limits) {
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
  for (const std::vector<Finding *> &Group : Groups)
    judgeByLaunches(Kernel, Group);
  std::map<unsigned, LaunchTraffic> ByLaunch;
  for (const std::vector<Finding *> &Group : Groups) {
    unsigned Launch = *Group.front()->Launch;
    auto [OfKernel, IsNew] = ByLaunch.try_emplace(Launch);
    if (IsNew)
      OfKernel->second = trafficOf(Kernel, Launch);
    judge(Kernel, Group, OfKernel->second, Limits);
  }
  std::optional<double> Threads = mostThreadsOf(Kernel);
  if (Threads && Large && 100 * *Threads < Limits.LeastShare * Large->Threads)
    judgeBySize(Kernel, Groups, *Large);
}

void lowerMinorFindings(MutableArrayRef<KernelAnalysis> Kernels, const Significance &Limits) {
  std::optional<LargeLaunch> Large = findLargeLaunch(Kernels);
  for (KernelAnalysis &Kernel : Kernels)
    lowerMinorFindings(Kernel, Large, Limits);
}

} // namespace memlint
