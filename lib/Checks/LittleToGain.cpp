//===- LittleToGain.cpp - Excess that no change is known for --------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LittleToGain.h"

#include "SingleColumns.h"

#include "cuda-memlint/Analysis/Cost/LaunchValues.h"
#include "cuda-memlint/Checks/Significance.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Target/TargetModel.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

using namespace llvm;

namespace memlint {

/// Findings without any advice matter from more than this multiple of Significance::LeastExcess on:
/// five sectors where four would do leave little to gain.
static constexpr double ExcessesWithoutAdvice = 2;

static const AccessCost &costOf(const KernelAnalysis &Kernel, const Finding &Item) {
  return Kernel.Verdicts[*Item.Access][*Item.Launch].Cost;
}

/// Whether no more than two lanes conflict, and in some of the requests none: distances that change
/// from step to step, as in networks that sort, begin with small ones.
static bool conflictsAtTimes(const AccessCost &Cost) {
  return Cost.Worst.Cost <= 2 * Cost.Worst.Ideal && Cost.MeanIdeal > 0 &&
         Cost.MeanCost / Cost.MeanIdeal < double(Cost.Worst.Cost) / Cost.Worst.Ideal;
}

static unsigned activeLanes(const AccessCost &Cost) {
  return unsigned(popcount(Cost.WorstRequest.ActiveMask));
}

/// Whether \p Site is made by few lanes of each warp, those at the border of a tile, while others
/// access the same array without fault: its rows suit these.
static bool isBorder(const KernelAnalysis &Kernel, const Access &Site, unsigned Launch) {
  constexpr unsigned LanesForOneOfBorder = 4;
  const AccessCost &Cost = Kernel.Verdicts[Site.Id][Launch].Cost;
  if (activeLanes(Cost) * LanesForOneOfBorder > Kernel.Program.Device.WarpLanes)
    return false;
  return any_of(Kernel.Program.Accesses, [&](const Access &Other) {
    if (Other.Object != Site.Object || Other.Kind != Site.Kind || Other.Bytes != Site.Bytes)
      return false;
    const AccessCost &OfOther = Kernel.Verdicts[Other.Id][Launch].Cost;
    return OfOther.Known != Knowledge::Unknown && !OfOther.NeverExecuted &&
           activeLanes(OfOther) >= LanesForOneOfBorder * activeLanes(Cost) &&
           OfOther.WorstCostIfAligned <= OfOther.Worst.Ideal;
  });
}

/// Whether each lane walks a row of its own in a loop around \p Site: iterations that share sectors
/// could be those of neighbouring lanes, whichever lanes take part.
static bool walksOwnRow(const KernelProgram &Program, const Access &Site) {
  if (Site.Space != MemorySpace::Global || !Site.Offset)
    return false;
  return any_of(termsOf(Site.Offset), [&](const Term &Part) {
    return Part.Factors.size() == 1 && Part.Coefficient > -int64_t(TargetModel::SectorBytes) &&
           Part.Coefficient < int64_t(TargetModel::SectorBytes) &&
           any_of(
               Site.Loops,
               [&](unsigned Id) { return Program.Loops[Id].Counter == Part.Factors.front(); });
  });
}

/// Numbers such as `__half`, which are structures of a library in name only.
static bool isOfNarrowNumbers(const MemoryObject &Array) {
  constexpr uint64_t MostBytes = 2;
  return Array.Members.size() <= 1 && Array.ElementBytes <= MostBytes;
}

std::string whyLittleToGain(const KernelAnalysis &Kernel, ArrayRef<Finding *> Findings,
                            double Excess, const Significance &Limits) {
  if (Limits.LeastExcess <= 0)
    return "";
  constexpr StringLiteral NoChange = "no change is known that lowers the excess";
  if (100 * Excess <= ExcessesWithoutAdvice * Limits.LeastExcess)
    return "minor: " + NoChange.str() + ", which is " + formatShare(Excess) + " of the traffic";
  if (Limits.LeastShare <= 0)
    return "";
  const Access &First = Kernel.Program.Accesses[*Findings.front()->Access];
  const MemoryObject &Array = Kernel.Program.Objects[First.Object];
  // Vectors as a whole may lie anywhere, under whichever name.
  bool IsWholeVector = Array.IsVectorElement && First.Bytes == Array.ElementBytes;
  if (all_of(Findings, [&](const Finding *Each) {
        return Kernel.Program.Accesses[*Each->Access].Form == RequestForm::WarpMatrix;
      }))
    return "which lane accesses what of a matrix fragment is the library's, and " + NoChange.str();
  if (Array.IsElementOfLibrary && !IsWholeVector && !isOfNarrowNumbers(Array))
    return "the layout of `" + Array.ElementType + "` is a library's, and " + NoChange.str();
  // Structures of the user's may be laid out otherwise.
  bool IsOfNumbers = Array.Members.empty() || Array.IsVectorElement;
  if (IsOfNumbers && all_of(Findings, [&](const Finding *Each) {
        return costOf(Kernel, *Each).GuardUnknown &&
               !walksOwnRow(Kernel.Program, Kernel.Program.Accesses[*Each->Access]);
      }))
    return "which lanes take part is not known, and " + NoChange.str();
  if (First.Space == MemorySpace::Global && all_of(Findings, [&](const Finding *Each) {
        return accessesSingleColumns(Kernel, Kernel.Program.Accesses[*Each->Access], *Each->Launch);
      }))
    return "the kernel accesses single columns only, and " + NoChange.str();
  if (First.Space == MemorySpace::Shared && all_of(Findings, [&](const Finding *Each) {
        return conflictsAtTimes(costOf(Kernel, *Each));
      }))
    return "minor: two lanes conflict at most, in some of the requests only, and " + NoChange.str();
  if (First.Space == MemorySpace::Global && all_of(Findings, [&](const Finding *Each) {
        return isBorder(Kernel, Kernel.Program.Accesses[*Each->Access], *Each->Launch);
      }))
    return "minor: few lanes of a warp access the border of what others access along rows, and " +
           NoChange.str();
  return "";
}

} // namespace memlint
