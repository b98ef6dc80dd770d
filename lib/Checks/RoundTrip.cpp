//===- RoundTrip.cpp - Copies to the host and back ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "FindingParts.h"

#include "cuda-memlint/Model/FileFacts.h"

#include <tuple>

using namespace llvm;

namespace memlint {

/// The copy back is at the end of an iteration, and the next one begins with the other.
static bool isRoundALoop(const HostFault &Fault) {
  return std::tie(Fault.Position.Line, Fault.Position.Column) <
         std::tie(Fault.Earlier.Line, Fault.Earlier.Column);
}

static void checkRoundTrip(const FileCheckRun &In) {
  for (const HostFault &Fault : In.Facts.HostFaults) {
    if (Fault.Kind != HostFaultKind::RoundTrip)
      continue;
    bool IsRound = isRoundALoop(Fault);
    Finding &Result = In.report(
        Fault.Position,
        "round trip through the host: " +
            (IsRound ? "in each iteration but the first, `" + Fault.Variable + "`"
                     : "`" + Fault.Variable + "`") +
            " goes back to the device as it came, and the host does not use it in between");
    addNote(Result,
            IsRound ? "copied from the device here, in the iteration before"
                    : "copied from the device here",
            Fault.Earlier);
    setHelp(Result, IsRound ? "copy it to the device before the loop, and back behind the loop, or "
                              "when the host needs it"
                            : "keep the data on the device: pass the same pointer, or copy with "
                              "`cudaMemcpyDeviceToDevice`");
  }
}

const Check RoundTrip = {.Name = "cuda-round-trip",
                         .Summary = "data is copied to the host and back to the device unchanged",
                         .Level = FindingLevel::Warning,
                         .Subject = FindingSubject::HostTransfer,
                         .RunOnFile = checkRoundTrip,
                         .ReadsHostFaults = true};

} // namespace memlint
