//===- KernelShare.cpp - What an excess is of its kernel ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelShare.h"

#include "LoopShare.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

/// Of the whole launch; nothing where that is not known of each of \p Accesses.
static std::optional<double> totalExcess(const KernelAnalysis &Kernel, ArrayRef<unsigned> Accesses,
                                         unsigned Launch) {
  double Sum = 0;
  for (unsigned Number : Accesses) {
    const AccessCost &Cost = Kernel.Verdicts[Number][Launch].Cost;
    if (Cost.NeverExecuted)
      continue;
    if (!Cost.Totals)
      return std::nullopt;
    Sum += double(Cost.Totals->Cost - std::min(Cost.Totals->Cost, Cost.Totals->Ideal));
  }
  return Sum;
}

static std::optional<KernelShare> shareByTotals(double Excess, MemorySpace Space,
                                                const LaunchTraffic &OfKernel) {
  auto All = OfKernel.find(Space);
  if (All == OfKernel.end() || All->second.Cost == 0)
    return std::nullopt;
  double Cost = double(All->second.Cost);
  bool IsWhole = All->second.isWhole();
  // What compilers leave out, or make once for all iterations, is not in excess there.
  if (IsWhole)
    Excess = std::min(Excess, double(All->second.Excess));
  if (auto Global = OfKernel.find(MemorySpace::Global);
      Space == MemorySpace::Shared && Global != OfKernel.end()) {
    Cost += double(Global->second.Cost - Global->second.Excess);
    IsWhole &= Global->second.isWhole();
  }
  return KernelShare{Excess / Cost, !IsWhole, {}};
}

static std::optional<KernelShare> shareByLoops(const KernelAnalysis &Kernel,
                                               ArrayRef<unsigned> Accesses, unsigned Launch) {
  KernelShare Sum{0, true, {}};
  for (unsigned Number : Accesses) {
    const Access &Site = Kernel.Program.Accesses[Number];
    SmallVector<MemorySpace, 2> Spaces = {MemorySpace::Global};
    if (Site.Space != MemorySpace::Global)
      Spaces.push_back(Site.Space);
    if (std::optional<unsigned> Loop = findLoopBeside(Kernel, Site, Launch, Spaces)) {
      Sum.Beside = Loop;
      continue;
    }
    std::optional<double> Part = excessShare(Kernel, Site, Launch);
    if (!Part)
      return std::nullopt;
    Sum.Share += *Part;
  }
  return Sum;
}

std::optional<KernelShare> shareOfKernel(const KernelAnalysis &Kernel, ArrayRef<unsigned> Accesses,
                                         unsigned Launch, const LaunchTraffic &OfKernel) {
  std::optional<KernelShare> ByTotals;
  if (std::optional<double> Excess = totalExcess(Kernel, Accesses, Launch))
    ByTotals = shareByTotals(*Excess, Kernel.Program.Accesses[Accesses.front()].Space, OfKernel);
  if (ByTotals && !ByTotals->IsBound)
    return ByTotals;
  std::optional<KernelShare> ByLoops = shareByLoops(Kernel, Accesses, Launch);
  return ByTotals && (!ByLoops || ByTotals->Share <= ByLoops->Share) ? ByTotals : ByLoops;
}

std::string describeShare(double Share, MemorySpace Space, const DeviceShape &Device) {
  std::string Text = formatShare(Share) + " of the kernel's " + pluralOf(costUnit(Space, Device));
  if (Space == MemorySpace::Shared)
    Text += " and global " + pluralOf(costUnit(MemorySpace::Global, Device));
  return Text;
}

} // namespace memlint
