//===- NonuniformConstantAccess.cpp - Constant loads that serialise -------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "ExcessFinding.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Target/RequestCost.h"

using namespace llvm;

namespace memlint {

/// Cycles of the worst request against those of a single address, where they
/// have been measured for the target.
static std::string describeCycles(const TargetModel &Target, const AccessCost &Cost) {
  if (!Target.ConstantCycles)
    return "";
  const ConstantTiming &Timing = *Target.ConstantCycles;
  unsigned AtBest = Timing.BaseCycles + Timing.CyclesPerAddress;
  if (std::optional<unsigned> Cycles = constantCycles(Target, Cost.WorstRequest))
    return "about " + formatCount(*Cycles) + " cycles per request where a single address takes " +
           formatCount(AtBest) + ", while the data stays in the constant cache";
  return "more than " + formatCount(Timing.BaseCycles + Timing.CyclesPerAddress * Cost.Worst.Cost) +
         " cycles per request where a single address takes " + formatCount(AtBest) +
         ": the addresses do not fit the constant cache together";
}

static void run(const KernelAnalysis &Kernel, const TargetModel &Target, ExprContext &Expressions,
                std::vector<Finding> &Findings) {
  for (const Access &Site : Kernel.Kernel.Accesses) {
    if (Site.Space != MemorySpace::Constant)
      continue;
    std::optional<Excess> Fault =
        findExcess(Expressions, Kernel, Target, Site, NonuniformConstantAccess.Level);
    if (!Fault)
      continue;
    const AccessCost &Cost = Fault->Worst->Cost;
    const MemoryObject &Object = Kernel.Kernel.Objects[Site.Object];
    std::string From = Object.Kind == ObjectKind::ParameterSpace ? "parameter '" : "__constant__ '";
    bool Varies = Cost.MeanCost != Cost.Worst.Cost;
    Finding Result = makeExcessFinding(NonuniformConstantAccess, Kernel, Site, *Fault,
                                       describeAccess(Site) + " from " + From + Object.Name +
                                           "' reads " + (Varies ? "up to " : "") +
                                           formatNumberOf(Cost.Worst.Cost, costUnit(Site.Space)) +
                                           " per request; they are served one after another");
    if (std::string Cycles = describeCycles(Target, Cost); !Cycles.empty())
      Result.Notes.push_back({std::move(Cycles), {}});
    Result.Notes.push_back(
        {"constant memory serves one address at a time; index it by values that "
         "are the same for all lanes, or keep the data in global or shared memory",
         {}});
    Findings.push_back(std::move(Result));
  }
}

const Check NonuniformConstantAccess = {
    "cuda-nonuniform-constant-access",
    "a constant memory access has lanes at different addresses, which are served in turn",
    FindingLevel::Warning, run};

} // namespace memlint
