//===- Pitch.cpp - Rows that start between sectors ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "ExcessFinding.h"
#include "FindingParts.h"
#include "KernelTables.h"
#include "RowPitch.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

using namespace llvm;

namespace memlint {

/// "with rows 2,048 B apart: 32,768 sectors, 31,360 needed".
static std::string describeLonger(const RowPitch &Pitch, StringRef Unit) {
  const AccessCost &Cost = Pitch.Cost;
  std::string Text = "with rows " + formatCount(uint64_t(Pitch.Longer)) + " B apart: ";
  if (Cost.Totals)
    return Text + formatNumberOf(Cost.Totals->Cost, Unit) + ", " + formatCount(Cost.Totals->Ideal) +
           " needed";
  return Text + formatMean(Cost.MeanCost) + " " + Unit.str() + "s per request, " +
         formatMean(Cost.MeanIdeal) + " needed";
}

static void checkPitch(const CheckRun &In) {
  RowPitches &Rows = In.Tables.Rows;
  forEachExcess(In, MemorySpace::Global, [&](const Access &Site, const Excess &Fault) {
    const std::optional<RowPitch> &Pitch = Rows.find(Site, Fault.Worst->Launch);
    if (!Pitch)
      return;
    StringRef Unit = costUnit(Site.Space, In.Target.Shape);
    Finding &Result = reportExcess(In, Site, Fault, "misaligned rows: " + describeAccess(Site.Kind),
                                   " of `" + In.Kernel.Program.Objects[Site.Object].Name +
                                       "`, whose rows are " + formatCount(uint64_t(Pitch->Now)) +
                                       " B apart" + describeExcess(Fault.Worst->Cost, Unit));
    addNote(Result, describeLonger(*Pitch, Unit));
    setHelp(Result, Rows.advise(Site, Fault.Worst->Launch, *Pitch));
    Result.Meant = MeantChange{MeantChange::Kind::RowBytes, uint64_t(Pitch->Longer)};
    Result.NoFix = MissingFix{MissingFix::Reason::Allocation, "", {}};
  });
}

const Check Pitch = {.Name = "cuda-pitch",
                     .Summary =
                         "the rows of an array are not a multiple of 32 bytes apart, so that they "
                         "start between sectors",
                     .Level = FindingLevel::Warning,
                     .Subject = FindingSubject::AccessCost,
                     .Run = checkPitch};

} // namespace memlint
