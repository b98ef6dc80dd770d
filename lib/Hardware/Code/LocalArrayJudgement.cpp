//===- LocalArrayJudgement.cpp - Is the array in local memory? ------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "cuda-memlint/Hardware/Code/LocalArrayJudgement.h"

#include "cuda-memlint/Checks/Check.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace memlint {

static bool isAboutLocalArray(const Finding &Item) {
  return confirmationOf(Item) == Confirmation::StackFrame && Item.Access;
}

static void judge(KernelAnalysis &Kernel, const KernelCode &Code, const CodeReport &Report) {
  uint64_t ArrayBytes = 0;
  for (const Finding &Item : Kernel.Findings)
    if (isAboutLocalArray(Item)) {
      unsigned Object = Kernel.Program.Accesses[*Item.Access].Object;
      ArrayBytes += Kernel.Program.Objects[Object].SizeBytes.value_or(0);
    }
  bool CallsOthers = any_of(Report.Kernels, [](const KernelCode &Each) { return !Each.IsKernel; });
  if (Code.StackFrame == 0 && !CallsOthers) {
    erase_if(Kernel.Findings, isAboutLocalArray);
    return;
  }
  uint64_t Spilled = std::min(Code.StackFrame, Code.SpillStores);
  bool Holds = ArrayBytes != 0 && Code.StackFrame - Spilled >= ArrayBytes;
  std::string Text = "ptxas of nvcc " + Report.Toolkit + " reports a stack frame of " +
                     formatCount(Code.StackFrame) + " B per thread";
  if (Code.SpillStores != 0)
    Text += ", in part for " + formatCount(Code.SpillStores) + " B of spilled registers";
  if (!Holds)
    Text += ", too small for all reported arrays";
  for (Finding &Item : Kernel.Findings) {
    if (!isAboutLocalArray(Item))
      continue;
    if (Holds)
      Item.Level = std::max(Item.Level, FindingLevel::Warning);
    Item.Notes.push_back({Text, {}});
  }
}

void judgeLocalArrays(FileAnalysis &File, const CodeReport &Report) {
  for (KernelAnalysis &Kernel : File.Kernels)
    if (any_of(Kernel.Findings, isAboutLocalArray))
      if (const KernelCode *Code = codeOf(Kernel.Program, Report))
        judge(Kernel, *Code, Report);
}

} // namespace memlint
