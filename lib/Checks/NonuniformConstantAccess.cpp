//===- NonuniformConstantAccess.cpp - Constant loads that serialise -------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "ExcessFinding.h"
#include "FindingParts.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Target/RequestCost.h"

using namespace llvm;

namespace memlint {

/// Cycles of the worst request against those of a single address, where they
/// have been measured for the target.
static std::string describeCycles(const TargetModel &Target, const AccessCost &Cost) {
  if (!Target.ConstantCycles)
    return "";
  const ConstantTiming &Timing = *Target.ConstantCycles;
  std::string AtBest = " cycles per request, " +
                       formatCount(Timing.BaseCycles + Timing.CyclesPerAddress) +
                       " for a single address";
  if (std::optional<unsigned> Cycles = constantCycles(Target, Cost.WorstRequest))
    return "about " + formatCount(*Cycles) + AtBest +
           ", while the data stays in the constant cache";
  return "more than " + formatCount(Timing.BaseCycles + Timing.CyclesPerAddress * Cost.Worst.Cost) +
         AtBest + ": the addresses do not fit the constant cache together";
}

/// ": lanes read 32 different addresses of `table`, which are serialised (32 addresses per request,
/// 1 needed; 32.0x)".
static std::string describeFault(const KernelProgram &Kernel, const Access &Site,
                                 const AccessCost &Cost) {
  const MemoryObject &Object = Kernel.Objects[Site.Object];
  bool IsParameter = Object.Kind == ObjectKind::ParameterSpace;
  bool Varies = Cost.MeanCost != Cost.Worst.Cost;
  return std::string(": lanes read ") + (Varies ? "up to " : "") + formatCount(Cost.Worst.Cost) +
         " different addresses of " + (IsParameter ? "parameter `" : "`") + Object.Name +
         "`, which are serialised" + describeExcess(Cost, costUnit(Site.Space, DeviceShape()));
}

static void checkNonuniformConstantAccess(const CheckRun &In) {
  forEachExcess(In, MemorySpace::Constant, [&](const Access &Site, const Excess &Fault) {
    const AccessCost &Cost = Fault.Worst->Cost;
    Finding &Result =
        reportExcess(In, Site, Fault, "non-uniform constant " + describeAccess(Site.Kind),
                     describeFault(In.Kernel.Program, Site, Cost));
    if (std::string Cycles = describeCycles(In.Target, Cost); !Cycles.empty())
      addNote(Result, Cycles);
    addNote(Result, "constant memory serves one address at a time");
    setHelp(Result, "use a warp-uniform index, or keep the data in global or shared memory");
    Result.Meant = MeantChange{MeantChange::Kind::Index};
    Result.NoFix = MissingFix{MissingFix::Reason::MemorySpace, "", {}};
  });
}

const Check NonuniformConstantAccess = {
    .Name = "cuda-nonuniform-constant-access",
    .Summary = "lanes load different constant memory addresses, which are serialised",
    .Level = FindingLevel::Warning,
    .Subject = FindingSubject::AccessCost,
    .Run = checkNonuniformConstantAccess,
    .Basis = FindingBasis::Cuda};

} // namespace memlint
