//===- PageableAsyncCopy.cpp - Asynchronous copies that are not -----------===//
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

static void checkPageableAsyncCopy(const FileCheckRun &In) {
  for (const HostFault &Fault : In.Facts.HostFaults) {
    bool IsUpload = Fault.Kind == HostFaultKind::PageableUpload;
    if (!IsUpload && Fault.Kind != HostFaultKind::PageableDownload)
      continue;
    Finding &Result =
        In.report(Fault.Position, Fault.Function + " of pageable memory: `" + Fault.Variable +
                                      "` is not page-locked, so the copy " +
                                      (IsUpload ? "is staged by the host"
                                                : "blocks the host until it is complete") +
                                      " and does not overlap with other work");
    addNote(Result,
            "`" + Fault.Variable + "` is " + Fault.Text +
                (Fault.Text.front() == '`' ? " memory" : ""),
            Fault.Earlier);
    setHelp(Result, "allocate `" + Fault.Variable +
                        "` with `cudaMallocHost`, or page-lock it with `cudaHostRegister`");
  }
}

const Check PageableAsyncCopy = {
    .Name = "cuda-pageable-async-copy",
    .Summary =
        "an asynchronous copy of memory that is not page-locked, which overlaps with nothing",
    .Level = FindingLevel::Warning,
    .Subject = FindingSubject::HostTransfer,
    .RunOnFile = checkPageableAsyncCopy,
    .ReadsHostFaults = true};

} // namespace memlint
