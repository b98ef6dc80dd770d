//===- SmallTransfers.cpp - Copies that could be one ----------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "FindingParts.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/FileFacts.h"

using namespace llvm;

namespace memlint {

static std::string describeCopies(const HostFault &Fault) {
  std::string Size = Fault.Bytes ? formatCount(*Fault.Bytes) + " B" : "`" + Fault.Text + "` bytes";
  if (Fault.Copies)
    return formatCount(*Fault.Copies) + " copies of " + Size;
  return "copies of " + Size + " each";
}

static void checkSmallTransfers(const FileCheckRun &In) {
  for (const HostFault &Fault : In.Facts.HostFaults) {
    if (Fault.Kind != HostFaultKind::CopiesInLoop)
      continue;
    Finding &Result = In.report(
        Fault.Position, "transfer in pieces: the loop makes " + describeCopies(Fault) + ", " +
                            (Fault.IsContiguous ? "which lie one behind the other"
                                                : "which are a fixed distance apart"));
    // The pieces may be large.
    if (!Fault.Bytes)
      Result.Level = FindingLevel::Remark;
    addNote(Result, "the loop; each iteration pays the latency of a transfer", Fault.Earlier);
    std::string Condition = Fault.Bytes ? "" : ", which must not be smaller than a row";
    setHelp(Result, Fault.IsContiguous
                        ? "copy all of it with one `cudaMemcpy` behind or before the loop"
                        : "copy all of it with one `cudaMemcpy2D`, the distances as its pitches" +
                              Condition);
  }
}

const Check SmallTransfers = {.Name = "cuda-small-transfers",
                              .Summary = "a loop copies pieces that one call could copy",
                              .Level = FindingLevel::Warning,
                              .Subject = FindingSubject::HostTransfer,
                              .RunOnFile = checkSmallTransfers,
                              .ReadsHostFaults = true};

} // namespace memlint
