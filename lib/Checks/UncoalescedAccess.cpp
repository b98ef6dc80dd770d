//===- UncoalescedAccess.cpp - Lanes spread over too many sectors ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "ExcessFinding.h"
#include "GlobalExcess.h"

#include "cuda-memlint/Model/KernelAnalysis.h"

using namespace llvm;

namespace memlint {

static void checkUncoalescedAccess(const KernelAnalysis &Kernel, const TargetModel &Target,
                                   ExprContext &Expressions, std::vector<Finding> &Findings) {
  for (const Access &Site : Kernel.Program.Accesses) {
    if (Site.Space != MemorySpace::Global)
      continue;
    std::optional<Excess> Fault =
        findExcess(Expressions, Kernel, Target, Site, UncoalescedAccess.Level);
    if (!Fault || isOnlyMisaligned(Fault->Worst->Cost))
      continue;
    const AccessCost &Cost = Fault->Worst->Cost;
    Findings.push_back(makeExcessFinding(UncoalescedAccess, Kernel, Site, *Fault,
                                         "uncoalesced " + describeAccess(Site.Kind),
                                         ": " + describePattern(Expressions, Kernel, Site, *Fault) +
                                             describeExcess(Cost, Site.Space)));
  }
}

const Check UncoalescedAccess = {
    "cuda-uncoalesced-access",
    "a global memory access touches more 32-byte sectors than its lanes need",
    FindingLevel::Warning, FindingSubject::AccessCost, checkUncoalescedAccess};

} // namespace memlint
