//===- BankMode.cpp - Banks of 8 bytes where there are none ---------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "FindingParts.h"

#include "cuda-memlint/Model/FileFacts.h"
#include "cuda-memlint/Target/BankWidth.h"

namespace memlint {

static void checkBankMode(const FileCheckRun &In) {
  if (hasBankModes(In.Target))
    return;
  for (const auto &Call : In.Facts.OutdatedCalls) {
    if (!Call.DependsOnDevice)
      continue;
    Finding &Result = In.report(Call.Position, "shared memory banks of 8 bytes: `" + Call.Name +
                                                   "` has no effect where banks have 4 bytes");
    addNote(Result, "only devices of compute capability 3.x have this mode");
    setHelp(Result, "remove the call, and lay out shared arrays for banks of 4 bytes");
  }
}

const Check BankMode = {
    .Name = "cuda-bank-mode",
    .Summary = "the host asks for shared memory banks of 8 bytes, which the device does not have",
    .Level = FindingLevel::Remark,
    .Subject = FindingSubject::SourceFile,
    .RunOnFile = checkBankMode,
    .Basis = FindingBasis::Cuda};

} // namespace memlint
