//===- RemovedCall.cpp - Uses of what toolkits dropped --------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CheckList.h"
#include "FindingParts.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/CudaModel/OutdatedFunction.h"
#include "cuda-memlint/Model/FileFacts.h"
#include "cuda-memlint/Target/BankWidth.h"

using namespace llvm;

namespace memlint {

/// What the name stands for: "`cudaThreadExit`", "a texture reference".
static std::string describeName(const OutdatedCall &Call) {
  return Call.Name == TextureReference ? "texture references" : "`" + Call.Name + "`";
}

/// Toolkit 13.0 compiles for it; for others an older one is in use, which has all.
static bool isCurrent(const TargetModel &Target) { return Target.Capability >= 75; }

static void checkRemovedCall(const FileCheckRun &In) {
  for (const OutdatedCall &Call : In.Facts.OutdatedCalls) {
    std::optional<OutdatedFunction> Known = outdatedFunction(Call.Name);
    // What depends on the device is among the other calls of the function, too.
    if (!Known || Call.DependsOnDevice)
      continue;
    // There it matters, and toolkits for the device do not deprecate it.
    if (Known->ConcernsBanks && hasBankModes(In.Target))
      continue;
    // The headers of earlier toolkits are not known here: some were gone before.
    Finding &Result = In.report(
        Call.Position, Known->IsRemoved
                           ? "toolkit 13.0 does not compile " + describeName(Call) + " any more"
                           : "deprecated in CUDA 13.0: " + describeName(Call));
    if (!Known->IsRemoved || !isCurrent(In.Target))
      Result.Level = FindingLevel::Remark;
    if (Call.Count > 1)
      addNote(Result, formatNumberOf(Call.Count, "use") + " in this file");
    setHelp(Result, Known->Advice);
  }
}

const Check RemovedCall = {.Name = "cuda-removed-call",
                           .Summary = "a function that toolkit 13.0 has no more, or deprecates",
                           .Level = FindingLevel::Warning,
                           .Subject = FindingSubject::SourceFile,
                           .RunOnFile = checkRemovedCall,
                           .Basis = FindingBasis::Cuda};

} // namespace memlint
