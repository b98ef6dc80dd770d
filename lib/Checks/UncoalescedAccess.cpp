//===- UncoalescedAccess.cpp - Lanes spread over too many sectors ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "ExcessFinding.h"
#include "FindingParts.h"
#include "MendWording.h"

#include "cuda-memlint/Analysis/Mends/GlobalMends.h"
#include "cuda-memlint/Analysis/Mends/SharedLoop.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include <map>

using namespace llvm;

namespace memlint {

static void checkUncoalescedAccess(const CheckRun &In) {
  // By launch.
  std::map<unsigned, GlobalMends> Known;
  forEachExcess(In, MemorySpace::Global, [&](const Access &Site, const Excess &Fault) {
    const AccessCost &Cost = Fault.Worst->Cost;
    if (isOnlyMisaligned(Cost))
      return;
    Finding &Result =
        reportExcess(In, Site, Fault, "uncoalesced " + describeAccess(Site.Kind),
                     ": " + describePattern(In, Site, Fault) + describeExcess(Cost, Site.Space));
    unsigned Launch = Fault.Worst->Launch;
    auto [Mends, IsNew] = Known.try_emplace(Launch);
    if (IsNew)
      Mends->second = findGlobalMends(In.Expressions, In.Kernel, In.Target, Launch);
    if (const Mend *Best = Mends->second.findFor(Site.Id))
      setHelp(Result, describeMend(In.Kernel, Launch, Mends->second, *Best, Site));
    else if (auto Shared = findSharedLoop(In.Expressions, In.Kernel, In.Target, Launch, Site))
      setHelp(Result, describeSharedLoop(In.Kernel, *Shared));
  });
}

const Check UncoalescedAccess = {
    .Name = "cuda-uncoalesced-access",
    .Summary = "a global memory access touches more 32-byte sectors than its lanes need",
    .Level = FindingLevel::Warning,
    .Subject = FindingSubject::AccessCost,
    .Run = checkUncoalescedAccess};

} // namespace memlint
