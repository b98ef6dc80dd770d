//===- NotAnalysed.cpp - The kernels that were left out -------------------===//
//
// Part of cuda-memlint, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NotAnalysed.h"

#include "cuda-memlint/Checks/RaceReasonWording.h"
#include "cuda-memlint/Checks/Wording.h"
#include "cuda-memlint/Model/FileAnalysis.h"
#include "cuda-memlint/Model/KernelAnalysis.h"
#include "cuda-memlint/Model/RefusedLaunches.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace memlint {

namespace {

struct NamedReason {
  StringRef Name;
  std::string Reason;
};

} // namespace

static std::string listNames(ArrayRef<NamedReason> Left) {
  constexpr size_t MostNames = 8;
  if (Left.empty())
    return "";
  std::string Text =
      join(map_range(Left.take_front(MostNames),
                     [](const NamedReason &Each) { return "'" + Each.Name.str() + "'"; }),
           ", ");
  if (Left.size() > MostNames)
    Text += " and " + formatCount(Left.size() - MostNames) + " more";
  bool HaveOneReason =
      all_of(Left, [&](const NamedReason &Each) { return Each.Reason == Left.front().Reason; });
  return Text + (HaveOneReason ? ": " + Left.front().Reason : " (--show-unknown says why)");
}

std::string namesNotAnalysed(ArrayRef<FileAnalysis> Files) {
  std::vector<NamedReason> Left;
  for (const FileAnalysis &File : Files)
    for (const KernelAnalysis &Kernel : File.Kernels)
      if (!Kernel.Program.Analysed)
        Left.push_back({Kernel.Program.Name, Kernel.Program.Reason});
  return listNames(Left);
}

std::string whyNotCompared(const KernelAnalysis &Kernel) {
  for (unsigned Launch = 0; Launch != Kernel.Races.size(); ++Launch)
    if (!Kernel.Races[Launch].Reason.empty() && Kernel.Launches[Launch].blockKnown() &&
        !isRefused(Kernel, Launch))
      return describe(Kernel.Races[Launch].Reason);
  return "";
}

std::string namesNotCompared(ArrayRef<FileAnalysis> Files) {
  std::vector<NamedReason> Left;
  for (const FileAnalysis &File : Files)
    for (const KernelAnalysis &Kernel : File.Kernels)
      if (std::string Reason = whyNotCompared(Kernel); !Reason.empty())
        Left.push_back({Kernel.Program.Name, std::move(Reason)});
  return listNames(Left);
}

} // namespace memlint
