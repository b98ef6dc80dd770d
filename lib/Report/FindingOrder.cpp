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

namespace memlint {

static bool isFault(FindingSubject Subject) {
  return Subject == FindingSubject::Race || Subject == FindingSubject::Publication ||
         Subject == FindingSubject::DivergentBarrier;
}

/// Bytes that one launch of those that the finding is about moves in vain; 0: that is not known.
static double excessBytesOf(const KernelAnalysis &Kernel, const Finding &Item) {
  const AccessCost &Cost = Kernel.Verdicts[*Item.Access][*Item.Launch].Cost;
  if (!Cost.Totals || Cost.Totals->Cost <= Cost.Totals->Ideal)
    return 0;
  return double(Cost.Totals->Cost - Cost.Totals->Ideal) *
         double(unitBytes(Kernel.Program.Accesses[*Item.Access].Space));
}

FindingWeight weigh(const KernelAnalysis &Kernel, const Finding &Item) {
  FindingWeight Weight;
  Weight.IsFault = isFault(Item.Subject);
  if (!Item.Access || !Item.Launch)
    return Weight;
  double Count = double(std::max<uint64_t>(Kernel.Launches[*Item.Launch].Count, 1));
  if (const std::optional<TimeRange> &Time = Item.ExcessTime)
    Weight.Time = (double(Time->Least) + double(Time->Most)) / 2 * Count;
  for (const Finding &Each : Kernel.Findings) {
    bool IsOfCause = &Each == &Item ||
                     (Item.Cause && Each.Cause == Item.Cause && Each.Suppressed == Item.Suppressed);
    if (IsOfCause)
      Weight.Bytes += excessBytesOf(Kernel, Each) * Count;
  }
  Weight.Ratio = ratioOf(Kernel.Verdicts[*Item.Access][*Item.Launch].Cost);
  return Weight;
}

} // namespace memlint
