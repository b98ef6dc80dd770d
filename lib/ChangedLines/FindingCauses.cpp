//===- FindingCauses.cpp - Other lines that cause a finding ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "FindingCauses.h"

#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

/// Whether the launch decides which bytes the lanes of a warp ask for: by its numbers, or by the
/// block's shape where more than one dimension of it counts.
static bool dependsOnLaunch(const Access &Site) {
  if (!Site.Offset)
    return false;
  return anyLeaf(Site.Offset, [](ExprRef Leaf) {
    const LeafInfo &Info = Leaf->leaf();
    switch (Info.Kind) {
    case LeafKind::ThreadIndex:
      return Info.Dimension != 0;
    case LeafKind::BlockDimension:
    case LeafKind::GridDimension:
    case LeafKind::Parameter:
      return true;
    case LeafKind::BlockIndex:
    case LeafKind::LoopCounter:
    case LeafKind::Loaded:
    case LeafKind::Opaque:
      return false;
    }
    llvm_unreachable("covered switch");
  });
}

static bool costsTooMuch(const AccessCost &Cost) {
  return Cost.Known != Knowledge::Unknown && !Cost.NeverExecuted &&
         (Cost.Totals ? Cost.Totals->Cost > Cost.Totals->Ideal
                      : Cost.Worst.Cost > Cost.Worst.Ideal);
}

bool hasTouchedCause(const KernelAnalysis &Kernel, const Finding &Item,
                     function_ref<bool(const SourcePosition &)> IsTouched) {
  auto IsTouchedPosition = [&](const SourcePosition &At) { return At.Line && IsTouched(At); };
  if (any_of(Item.Notes, [&](const FindingNote &Note) { return IsTouchedPosition(Note.Position); }))
    return true;
  if (Item.Help && IsTouchedPosition(Item.Help->Position))
    return true;
  // It is about all accesses, also those in functions that the kernel calls.
  if (Item.Budget)
    return (Item.Launch && IsTouchedPosition(Kernel.Launches[*Item.Launch].Position)) ||
           any_of(Kernel.Program.Accesses,
                  [&](const Access &Site) { return IsTouchedPosition(Site.Position); });
  if (Item.Race)
    return Item.Race->first < Kernel.Launches.size() &&
           IsTouchedPosition(Kernel.Launches[Item.Race->first].Position);
  if (!Item.Access || *Item.Access >= Kernel.Verdicts.size())
    return false;
  const Access &Site = Kernel.Program.Accesses[*Item.Access];
  if (Site.Object < Kernel.Program.Objects.size()) {
    const MemoryObject &Object = Kernel.Program.Objects[Site.Object];
    if (!Object.Extents.empty() && IsTouchedPosition(Object.Position))
      return true;
  }
  if (!dependsOnLaunch(Site))
    return false;
  auto AtFault = make_filter_range(Kernel.Verdicts[*Item.Access], [](const AccessVerdict &Each) {
    return costsTooMuch(Each.Cost);
  });
  return !AtFault.empty() && all_of(AtFault, [&](const AccessVerdict &Each) {
    return IsTouchedPosition(Kernel.Launches[Each.Launch].Position);
  });
}

} // namespace memlint
