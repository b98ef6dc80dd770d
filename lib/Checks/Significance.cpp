//===- Significance.cpp - What is worth a warning -------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Checks/Significance.h"

#include "FindingParts.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

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

/// All that \p Launch moves to and from \p Space; nothing where some of that is not known.
static std::optional<double> trafficOf(const KernelAnalysis &Kernel, MemorySpace Space,
                                       unsigned Launch) {
  double Sum = 0;
  for (const Access &Site : Kernel.Program.Accesses) {
    if (Site.Space != Space)
      continue;
    const AccessCost &Cost = Kernel.Verdicts[Site.Id][Launch].Cost;
    if (Cost.NeverExecuted)
      continue;
    if (Cost.Known == Knowledge::Unknown || !Cost.Totals)
      return std::nullopt;
    Sum += double(Cost.Totals->Cost);
  }
  return Sum;
}

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

static void lower(ArrayRef<Finding *> Findings, const std::string &Why) {
  for (Finding *Each : Findings)
    if (Each->Level > FindingLevel::Remark) {
      Each->LoweredFrom = Each->Level;
      Each->Level = FindingLevel::Remark;
      addNote(*Each, Why);
    }
}

static void judge(const KernelAnalysis &Kernel, ArrayRef<Finding *> Findings,
                  const Significance &Limits) {
  bool IsTotal = false;
  Traffic Own = trafficOf(Kernel, Findings, IsTotal);
  if (Own.Cost <= 0)
    return;
  double Excess = Own.excess() / Own.Cost;
  if (100 * Excess < Limits.LeastExcess) {
    lower(Findings, "minor: the excess is " + formatShare(Excess) + " of the traffic");
    return;
  }
  const Finding &First = *Findings.front();
  MemorySpace Space = Kernel.Program.Accesses[*First.Access].Space;
  std::optional<double> All = IsTotal ? trafficOf(Kernel, Space, *First.Launch) : std::nullopt;
  if (!All || *All <= 0)
    return;
  double Share = Own.excess() / *All;
  if (100 * Share < Limits.LeastShare)
    lower(Findings, "minor: the excess is " + formatShare(Share) + " of the kernel's " +
                        costUnit(Space).str() + (Space == MemorySpace::Constant ? "es" : "s"));
}

void lowerMinorFindings(KernelAnalysis &Kernel, const Significance &Limits) {
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
    judge(Kernel, Group, Limits);
}

} // namespace memlint
