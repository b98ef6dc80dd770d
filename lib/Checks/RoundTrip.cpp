//===- RoundTrip.cpp - Copies to the host and back ------------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "FindingParts.h"

#include "cuda-memlint/Model/FileFacts.h"

using namespace llvm;

namespace memlint {

static void checkRoundTrip(const FileCheckRun &In) {
  for (const HostFault &Fault : In.Facts.HostFaults) {
    if (Fault.Kind != HostFaultKind::RoundTrip)
      continue;
    Finding &Result = In.report(
        Fault.Position, "round trip through the host: `" + Fault.Variable +
                            "` goes back to the device as it came, and the host does not use it "
                            "in between");
    addNote(Result, "copied from the device here", Fault.Earlier);
    setHelp(Result, "keep the data on the device: pass the same pointer, or copy with "
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
