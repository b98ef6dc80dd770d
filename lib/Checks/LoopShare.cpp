//===- LoopShare.cpp - What accesses matter beside loops ------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopShare.h"

#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

using namespace llvm;

namespace memlint {

/// Whether what ends \p Around is loaded, or else not understood, in its body.
static bool endsByData(const Loop &Around) {
  return any_of(Around.Exits, [&](ExprRef Exit) {
    return anyLeaf(Exit, [&](ExprRef Leaf) {
      LeafKind Kind = Leaf->leaf().Kind;
      return (Kind == LeafKind::Loaded || Kind == LeafKind::Opaque) && Around.makes(Leaf);
    });
  });
}

/// Whether lanes that execute \p Site execute \p Other, too, except for conditions that a loop
/// around
/// \p Other decides anew in each iteration.
static bool isUnderNoMoreGuards(const KernelProgram &Kernel, const Access &Other,
                                const Access &Site) {
  auto IsOfLoop = [&](ExprRef Guard) {
    return anyLeaf(Guard, [&](ExprRef Leaf) {
      return any_of(Other.Loops, [&](unsigned Number) {
        const Loop &Around = Kernel.Loops[Number];
        return Leaf == Around.Counter && !is_contained(Site.Loops, Number);
      });
    });
  };
  return all_of(Other.Guards,
                [&](ExprRef Guard) { return is_contained(Site.Guards, Guard) || IsOfLoop(Guard); });
}

std::optional<unsigned> findLoopBeside(const KernelAnalysis &Kernel, const Access &Site,
                                       unsigned Launch) {
  const std::vector<unsigned> &Around = Kernel.Verdicts[Site.Id][Launch].Cost.OpenLoops;
  for (const Access &Other : Kernel.Program.Accesses) {
    const AccessCost &Cost = Kernel.Verdicts[Other.Id][Launch].Cost;
    if ((Other.Space != MemorySpace::Global && Other.Space != MemorySpace::Shared) ||
        Other.IsUnused || Cost.NeverExecuted || !isUnderNoMoreGuards(Kernel.Program, Other, Site) ||
        !all_of(Around, [&](unsigned Loop) { return is_contained(Cost.OpenLoops, Loop); }))
      continue;
    for (unsigned Inner : Cost.OpenLoops)
      if (!is_contained(Around, Inner) && !endsByData(Kernel.Program.Loops[Inner]))
        return Inner;
  }
  return std::nullopt;
}

std::optional<double> excessShare(const KernelAnalysis &Kernel, const Access &Site,
                                  unsigned Launch) {
  const AccessCost &Own = Kernel.Verdicts[Site.Id][Launch].Cost;
  if (!Own.Iterations)
    return std::nullopt;
  double All = 0;
  for (const Access &Other : Kernel.Program.Accesses) {
    const AccessCost &Cost = Kernel.Verdicts[Other.Id][Launch].Cost;
    if (Other.Space == Site.Space && Cost.Known != Knowledge::Unknown && !Cost.NeverExecuted &&
        !Cost.GuardUnknown && Cost.OpenLoops == Own.OpenLoops && Cost.Iterations &&
        isUnderNoMoreGuards(Kernel.Program, Other, Site))
      All += Cost.MeanCost * *Cost.Iterations;
  }
  double Excess = std::max(Own.MeanCost - Own.MeanIdeal, 0.0) * *Own.Iterations;
  return All > 0 ? std::optional(Excess / All) : std::nullopt;
}

} // namespace memlint
