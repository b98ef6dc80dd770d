//===- MisalignedAccess.cpp - Lanes that straddle one more sector ---------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "ExcessFinding.h"
#include "GlobalExcess.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <limits>

using namespace llvm;

namespace memlint {

/// How far past a sector boundary the lowest active lane of \p Request starts.
static unsigned bytesPastSector(const WarpRequest &Request) {
  int64_t Lowest = std::numeric_limits<int64_t>::max();
  for (unsigned Lane = 0; Lane < WarpSize; ++Lane)
    if (Request.ActiveMask >> Lane & 1)
      Lowest = std::min(Lowest, Request.ByteOffset[Lane]);
  return unsigned(uint64_t(Lowest) % TargetModel::SectorBytes);
}

static void run(const KernelAnalysis &Kernel, const TargetModel &Target, ExprContext &Expressions,
                std::vector<Finding> &Findings) {
  for (const Access &Site : Kernel.Kernel.Accesses) {
    if (Site.Space != MemorySpace::Global)
      continue;
    std::optional<Excess> Fault =
        findExcess(Expressions, Kernel, Target, Site, MisalignedAccess.Level);
    if (!Fault || !isOnlyMisaligned(Fault->Worst->Cost))
      continue;
    const AccessCost &Cost = Fault->Worst->Cost;
    Finding Result = makeExcessFinding(
        MisalignedAccess, Kernel, Site, *Fault,
        describeAccess(Site) + " " + describeExcess(Cost, Site.Space, "touches") +
            ": the lanes lie together but start " + utostr(bytesPastSector(Cost.WorstRequest)) +
            " B past a sector boundary");
    Result.Notes.push_back(
        {"a start, or a row pitch, that is a multiple of 32 B would save the excess", {}});
    Findings.push_back(std::move(Result));
  }
}

const Check MisalignedAccess = {
    "cuda-misaligned-access",
    "a global memory access straddles one sector more than it would if it began on a boundary",
    FindingLevel::Warning, run};

} // namespace memlint
