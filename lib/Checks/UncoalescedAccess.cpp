//===- UncoalescedAccess.cpp - Lanes spread over too many sectors ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "ExcessFinding.h"

#include "cuda-memlint/Model/KernelAnalysis.h"

using namespace llvm;

namespace memlint {

static void checkUncoalescedAccess(const CheckRun &In) {
  forEachExcess(In, MemorySpace::Global, [&](const Access &Site, const Excess &Fault) {
    const AccessCost &Cost = Fault.Worst->Cost;
    if (!isOnlyMisaligned(Cost))
      reportExcess(In, Site, Fault, "uncoalesced " + describeAccess(Site.Kind),
                   ": " + describePattern(In, Site, Fault) + describeExcess(Cost, Site.Space));
  });
}

const Check UncoalescedAccess = {
    .Name = "cuda-uncoalesced-access",
    .Summary = "a global memory access touches more 32-byte sectors than its lanes need",
    .Level = FindingLevel::Warning,
    .Subject = FindingSubject::AccessCost,
    .Run = checkUncoalescedAccess};

} // namespace memlint
