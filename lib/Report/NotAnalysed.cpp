//===- NotAnalysed.cpp - The kernels that were left out -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NotAnalysed.h"

#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

std::string namesNotAnalysed(ArrayRef<FileAnalysis> Files) {
  constexpr size_t MostNames = 8;
  std::vector<const KernelProgram *> Left;
  for (const FileAnalysis &File : Files)
    for (const KernelAnalysis &Kernel : File.Kernels)
      if (!Kernel.Program.Analysed)
        Left.push_back(&Kernel.Program);
  if (Left.empty())
    return "";
  auto Named = ArrayRef(Left).take_front(MostNames);
  std::string Text = join(
      map_range(Named, [](const KernelProgram *Each) { return "'" + Each->Name + "'"; }), ", ");
  if (Left.size() > MostNames)
    Text += " and " + formatCount(Left.size() - MostNames) + " more";
  bool HaveOneReason =
      all_of(Left, [&](const KernelProgram *Each) { return Each->Reason == Left.front()->Reason; });
  return Text + (HaveOneReason ? ": " + Left.front()->Reason : " (--show-unknown says why)");
}

} // namespace memlint
