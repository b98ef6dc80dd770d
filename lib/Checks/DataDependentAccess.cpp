//===- DataDependentAccess.cpp - Gathers, scatters and histograms ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "FindingParts.h"

#include "cuda-memlint/Analysis/Aliasing/LeftOutAccesses.h"
#include "cuda-memlint/Analysis/Mends/SharedLoop.h"
#include "cuda-memlint/Checks/CostReasonWording.h"
#include "cuda-memlint/Checks/FindingGroups.h"
#include "cuda-memlint/Checks/MendWording.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <tuple>
#include <vector>

using namespace llvm;

namespace memlint {

namespace {

/// An access that data may make expensive, and the launch in which they may most.
struct DataDependentSite {
  const Access *Site = nullptr;
  const CostBounds *Bounds = nullptr;
  unsigned Launch = 0;
};

} // namespace

/// At least twice what lanes with consecutive elements cost.
static bool mayBeExpensive(const CostBounds &Bounds) {
  return Bounds.Highest >= 2 * Bounds.Consecutive;
}

static bool isArray(const MemoryObject &Object) {
  switch (Object.Kind) {
  case ObjectKind::Parameter:
  case ObjectKind::StaticShared:
  case ObjectKind::DynamicShared:
  case ObjectKind::DeviceVariable:
    return true;
  default:
    return false;
  }
}

static DataDependentSite examine(const CheckRun &In, const Access &Site) {
  DataDependentSite Found;
  if (!isArray(In.Kernel.Program.Objects[Site.Object]) || isLeftOut(In.Kernel.Program, Site))
    return Found;
  for (const AccessVerdict &Verdict : In.Kernel.Verdicts[Site.Id]) {
    const std::optional<CostBounds> &Bounds = Verdict.Cost.Bounds;
    if (Bounds && mayBeExpensive(*Bounds) &&
        (!Found.Bounds || Bounds->Highest > Found.Bounds->Highest))
      Found = {&Site, &*Bounds, Verdict.Launch};
  }
  return Found;
}

/// "1 to 32 sectors per request (4 for consecutive elements)".
static std::string describeBounds(const Access &Site, const CostBounds &Bounds,
                                  const DeviceShape &Device) {
  std::string Unit = costUnit(Site.Space, Device).str() + "s per request";
  return formatCount(Bounds.Lowest) + " to " + formatCount(Bounds.Highest) + " " + Unit + " (" +
         formatCount(Bounds.Consecutive) + " for consecutive elements)";
}

static StringRef suggestedChange(const Access &Site) {
  if (Site.Space == MemorySpace::Shared)
    return "give each warp or lane a private copy, or process data in sorted order; --verify "
           "measures what the data really cost";
  if (Site.Kind == AccessKind::Atomic)
    return "combine in private copies or in shared memory first; --verify measures what the data "
           "really cost";
  return "sort the work by index so that neighbouring lanes get neighbouring elements, or stage "
         "the elements in shared memory; --verify measures what the data really cost";
}

static void reportArray(const CheckRun &In, const SharedLoops &Loops, const MemoryObject &Array,
                        ArrayRef<DataDependentSite> Sites) {
  // The innermost access is executed most often; atomics have most to gain.
  const DataDependentSite *First = &Sites.front();
  for (const DataDependentSite &Each : Sites) {
    auto Weight = [](const DataDependentSite &Of) {
      return std::make_tuple(Of.Site->Loops.size(), Of.Site->Kind == AccessKind::Atomic,
                             Of.Bounds->Highest);
    };
    if (Weight(*First) < Weight(Each))
      First = &Each;
  }
  const Access &Site = *First->Site;
  bool IsShared = Site.Space == MemorySpace::Shared;
  std::string Kind = (IsShared ? "shared memory " : "") + kindName(Site.Kind).str();
  Finding &Result =
      In.report(Site.Position, "data-dependent " + Kind + ": " +
                                   describeBounds(Site, *First->Bounds, In.Target.Shape) +
                                   ", depending on " + describe(First->Bounds->DependsOn));
  Result.Access = Site.Id;
  addCallNotes(Result, Site);
  std::vector<SourcePosition> Others;
  for (const DataDependentSite &Each : Sites)
    if (&Each != First)
      Others.push_back(Each.Site->Position);
  if (!Others.empty())
    addNote(Result, listOtherAccesses(Site.Position, Others, Array.Name));
  std::string InLoop = Site.Loops.empty()
                           ? ""
                           : "in the loop at line " +
                                 utostr(In.Kernel.Program.Loops[Site.Loops.back()].Position.Line) +
                                 "; ";
  addNote(Result, InLoop +
                      (First->Bounds->Requests ? formatNumberOf(*First->Bounds->Requests, "request")
                                               : std::string("unknown number of requests")) +
                      " for " + describeLaunch(In.Kernel, First->Launch));
  if (std::optional<SharedDataLoop> Shared = Loops.findAroundData(Site, First->Launch))
    setHelp(Result, describeSharedLoop(In.Kernel, *Shared));
  else
    setHelp(Result, suggestedChange(Site));
}

static void checkDataDependentAccess(const CheckRun &In) {
  SharedLoops Loops(In.Expressions, In.Kernel, In.Target);
  MapVector<unsigned, SmallVector<DataDependentSite>> ByArray;
  for (const Access &Site : In.Kernel.Program.Accesses)
    if (DataDependentSite Found = examine(In, Site); Found.Site)
      ByArray[Site.Object].push_back(Found);
  for (const auto &[Number, Sites] : ByArray)
    reportArray(In, Loops, In.Kernel.Program.Objects[Number], Sites);
}

const Check DataDependentAccess = {
    .Name = "cuda-data-dependent-access",
    .Summary =
        "data decide which sectors or banks the lanes of a gather, scatter or histogram touch",
    .Level = FindingLevel::Remark,
    .Subject = FindingSubject::AccessCost,
    .Run = checkDataDependentAccess,
    .Basis = FindingBasis::Nvidia};

} // namespace memlint
