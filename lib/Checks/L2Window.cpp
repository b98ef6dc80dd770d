//===- L2Window.cpp - Windows that do not fit into the L2 cache -----------===//
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

static void reportSize(const FileCheckRun &In, const HostFault &Fault) {
  Finding &Result = In.report(
      Fault.Position, "access policy window exceeds the set-aside: " + formatCount(*Fault.Bytes) +
                          " B of the window are to persist (`num_bytes` x `hitRatio`), "
                          "and the set-aside of the L2 cache has " +
                          formatCount(*Fault.Limit) + " B");
  addNote(Result, "set aside here", Fault.Earlier);
  setHelp(Result, "lower `hitRatio` until the product fits, so that lines do not evict each other");
}

static void reportUnbacked(const FileCheckRun &In, const HostFault &Fault) {
  Finding &Result = In.report(
      Fault.Position,
      "access policy window without a set-aside: persisting accesses have no part of the L2 cache");
  setHelp(Result, "call `cudaDeviceSetLimit(cudaLimitPersistingL2CacheSize, bytes)` first");
}

static void reportLeft(const FileCheckRun &In, const HostFault &Fault) {
  Finding &Result =
      In.report(Fault.Position, "access policy window is never reset: lines of `" + Fault.Variable +
                                    "` keep their part of the L2 cache while `" + Fault.Text +
                                    "` runs, which does not use them");
  Result.Level = FindingLevel::Remark;
  addNote(Result, "launched here, behind the last kernel that gets `" + Fault.Variable + "`",
          Fault.Earlier);
  setHelp(Result, "set a window with `num_bytes = 0`, and call `cudaCtxResetPersistingL2Cache()`");
}

static void checkL2Window(const FileCheckRun &In) {
  for (const HostFault &Fault : In.Facts.HostFaults) {
    if (Fault.Kind == HostFaultKind::WindowTooLarge)
      reportSize(In, Fault);
    else if (Fault.Kind == HostFaultKind::WindowUnbacked)
      reportUnbacked(In, Fault);
    else if (Fault.Kind == HostFaultKind::WindowLeft)
      reportLeft(In, Fault);
  }
}

const Check L2Window = {
    .Name = "cuda-l2-window",
    .Summary = "an access policy window that the set-aside of the L2 cache cannot hold, or that "
               "stays set",
    .Level = FindingLevel::Warning,
    .Subject = FindingSubject::SourceFile,
    .RunOnFile = checkL2Window,
    .ReadsHostFaults = true};

} // namespace memlint
