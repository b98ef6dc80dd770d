//===- FindingOrder.cpp - The costliest findings first --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FindingOrder.h"

#include "SummaryTable.h"

#include "cuda-memlint/Checks/LaunchTraffic.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"

namespace memlint {

static bool isFault(FindingSubject Subject) {
  return Subject == FindingSubject::Order || Subject == FindingSubject::MemoryFault;
}

/// Bytes that all launches of a recording move in vain, or the launch that the finding is about.
static double excessBytesOf(const KernelAnalysis &Kernel, const Finding &Item) {
  double Units = 0;
  for (auto [Number, Launch] : llvm::enumerate(Kernel.Launches)) {
    const AccessCost &Cost = Kernel.Verdicts[*Item.Access][Number].Cost;
    bool Counts = Number == *Item.Launch || Launch.Count != 0;
    if (Counts && Cost.Totals)
      Units += std::max(excessOf(Cost), 0.0) * double(std::max<uint64_t>(Launch.Count, 1));
  }
  return Units *
         double(unitBytes(Kernel.Program.Accesses[*Item.Access].Space, Kernel.Program.Device));
}

FindingWeight weigh(const KernelAnalysis &Kernel, const Finding &Item) {
  FindingWeight Weight;
  Weight.IsFault = isFault(Item.Subject);
  if (!Item.Access || !Item.Launch)
    return Weight;
  Weight.Time = (double(Item.RunExcessTime.Least) + double(Item.RunExcessTime.Most)) / 2;
  for (const Finding &Each : Kernel.Findings) {
    bool IsOfCause = &Each == &Item ||
                     (Item.Cause && Each.Cause == Item.Cause && Each.Suppressed == Item.Suppressed);
    if (IsOfCause)
      Weight.Bytes += excessBytesOf(Kernel, Each);
  }
  Weight.Ratio = ratioOf(Kernel.Verdicts[*Item.Access][*Item.Launch].Cost);
  return Weight;
}

} // namespace memlint
