//===- UncoalescedAccess.cpp - Lanes spread over too many sectors ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "ExcessFinding.h"
#include "FindingParts.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Analysis/Mends/GlobalMends.h"
#include "cuda-memlint/Analysis/Mends/SharedLoop.h"
#include "cuda-memlint/Checks/MendWording.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

using namespace llvm;

namespace memlint {

static bool isParameter(ExprRef Factor) {
  return Factor->isLeaf() && Factor->leaf().Kind == LeafKind::Parameter;
}

static bool isByLane(ExprRef Factor) { return Factor->varies() == Uniformity::Lane; }

/// The argument that neighbouring lanes are apart in \p Offset, as in `x[i * stride]`, where
/// nothing says that it is the length of a row: no other index counts elements, as that of the
/// column does in `x[row * pitch + column]`. Where it is 1, the lanes of a warp are neighbours.
/// Null: none.
static ExprRef strideArgument(ExprRef Offset) {
  ExprRef Stride = nullptr;
  for (const Term &Part : termsOf(Offset)) {
    auto IsArgument = [](ExprRef Factor) { return isParameter(Factor); };
    if (all_of(Part.Factors, IsArgument))
      continue;
    const auto *Argument = find_if(Part.Factors, IsArgument);
    if (Argument == Part.Factors.end())
      return nullptr;
    bool IsAlone = all_of(Part.Factors,
                          [&](ExprRef Factor) { return Factor == *Argument || isByLane(Factor); });
    if (!Stride && IsAlone && any_of(Part.Factors, isByLane))
      Stride = *Argument;
  }
  return Stride;
}

static void checkUncoalescedAccess(const CheckRun &In) {
  // By launch.
  std::map<unsigned, GlobalMends> Known;
  SharedLoops Loops(In.Expressions, In.Kernel, In.Target);
  forEachExcess(In, MemorySpace::Global, [&](const Access &Site, const Excess &Fault) {
    const AccessCost &Cost = Fault.Worst->Cost;
    if (isOnlyMisaligned(Cost))
      return;
    Finding &Result = reportExcess(In, Site, Fault, "uncoalesced " + describeAccess(Site.Kind),
                                   ": " + describePattern(In, Site, Fault) +
                                       describeExcess(Cost, costUnit(Site.Space, In.Target.Shape)));
    unsigned Launch = Fault.Worst->Launch;
    if (ExprRef Stride = strideArgument(withLaunchValues(
            In.Expressions, Site.Offset, In.Kernel.Program, In.Kernel.Launches[Launch]))) {
      Result.Level = FindingLevel::Remark;
      addNote(Result, "lanes are adjacent if `" + toString(Stride) + "` is 1");
    }
    auto [Mends, IsNew] = Known.try_emplace(Launch);
    if (IsNew)
      Mends->second = findGlobalMends(In.Expressions, In.Kernel, In.Target, Launch);
    const Mend *Best = Mends->second.findFor(Site.Id);
    std::optional<SharedLoop> Shared;
    // A warp that walks one row leaves wider accesses of each lane to its own row far behind, and
    // the array as it is.
    if (!Best || Best->What == Mend::Kind::JoinIterations || Best->What == Mend::Kind::SplitRows)
      Shared = Loops.findAround(Site, Launch);
    if (Shared)
      setHelp(Result, describeSharedLoop(In.Kernel, *Shared));
    else if (Best)
      setHelp(Result, describeMend(In.Kernel, Launch, Mends->second, *Best, Site));
  });
}

const Check UncoalescedAccess = {
    .Name = "cuda-uncoalesced-access",
    .Summary = "a global memory access touches more 32-byte sectors than its lanes need",
    .Level = FindingLevel::Warning,
    .Subject = FindingSubject::AccessCost,
    .Run = checkUncoalescedAccess};

} // namespace memlint
